import type { Day } from '../values/calendar.ts';
import type { Adjustment, DepositTerms } from '../deposit.ts';
import type { Organization } from '../organization.ts';
import { signatureRule } from '../tenant.ts';
import { decideInvestment, readContract } from './contract.ts';
import { readContractId, type ContractId } from './contract-id.ts';
import type { Reading } from './fields.ts';
import { readOwner } from './owner.ts';
import type { Problem } from './problem.ts';
import { readProperty } from './property.ts';
import { readAssistant } from './property-manager.ts';
import { readTenants } from './tenants.ts';

type ReadPayload = { ok: true; terms: DepositTerms; adjustments: Adjustment[] } | { ok: false; problems: Problem[] };

/** Section 2 as a whole: all problems, or the terms with the adjustments made. */
export function readPayload(
  body: Readonly<Record<string, unknown>>,
  {
    organization,
    today,
    contractId = readContractId(body),
    mayLack,
  }: { organization: Organization; today: Day; contractId?: ContractId; mayLack?: Reading['mayLack'] },
): ReadPayload {
  const reading: Reading = { body, problems: [], adjustments: [], mayLack };
  const contract = readContract(reading, contractId, organization);
  const property = readProperty(reading);
  const owner = readOwner(reading, organization);
  const assistant = readAssistant(reading);
  const tenants = readTenants(reading, today);
  const { investmentWished, ...agreed } = contract;
  if (
    reading.problems.length > 0 ||
    tenants === undefined ||
    agreed.rentalDeposit === undefined ||
    investmentWished === undefined
  ) {
    if (reading.problems.length === 0) throw new Error('a part is missing without a problem');
    return { ok: false, problems: reading.problems };
  }
  const investmentAllowed = decideInvestment(reading, {
    wished: investmentWished,
    deposit: agreed.rentalDeposit,
    tenantType: tenants[0].type,
    organization,
  });
  const terms = {
    ...agreed,
    property,
    owner,
    assistant,
    tenants,
    investmentAllowed,
    signatureRule: signatureRule(tenants),
  } as DepositTerms;
  return { ok: true, terms, adjustments: reading.adjustments };
}
