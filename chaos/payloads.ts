import { randomUUID } from 'node:crypto';
import { DEMO_PAYLOAD } from '../src/sandbox/demo/demo.ts';
import type { Contract, Organization } from './book.ts';
import type { Random } from './random.ts';

const BAD = 0.08;
const SECOND_TENANT = 0.2;
const COMPANY = 0.1;
const INVITATION = 0.08;

/** A new contract: most are valid, some are not. Its id begins with the scenario, which the simulated bank then plays. */
export function newContract(organization: Organization, random: Random, scenario = 'C'): Contract {
  const id = `${scenario}-${randomUUID()}`;
  const isGood = !random.isSo(BAD);
  const payload: Record<string, string> = {
    ...DEMO_PAYLOAD,
    externalContractId: id,
    rentalDeposit: String(random.whole(500, 9_000)),
    tenantEmail: `${id.toLowerCase()}@mail.example`,
  };
  if (random.isSo(COMPANY)) Object.assign(payload, COMPANY_FIELDS);
  else if (random.isSo(SECOND_TENANT)) Object.assign(payload, secondTenant(payload));
  if (random.isSo(INVITATION)) Object.assign(payload, newColleague(organization, random));
  if (!isGood) payload['zip'] = 'unknown';
  return { organization, id, payload, isGood, attempts: [], depositId: null, isBusy: false, isOver: false };
}

const COMPANY_FIELDS = {
  tenantType: 'legal',
  tenantCompanyName: 'Muster AG',
  tenantLegalForm: 'ag',
  tenantDomicile: 'Zürich',
  tenantZefixUid: 'CHE-109.322.551',
};

function secondTenant(payload: Record<string, string>): Record<string, string> {
  const fields = Object.entries(payload).filter(([field]) => field.startsWith('tenant'));
  const copied = fields.map(([field, value]) => [field.replace(/^tenant/, 'tenant2'), value]);
  return { ...Object.fromEntries(copied), tenant2FirstName: 'Jürg', tenant2Email: `2-${payload['tenantEmail']}` };
}

/** An unknown property manager, who is invited with the deposit. Few, so that calls race for them. */
function newColleague({ domain }: Organization, random: Random): Record<string, string> {
  return {
    propertyManagerEmail: `neu${random.whole(1, 400)}@${domain}`,
    propertyManagerFirstName: 'Nora',
    propertyManagerLastName: 'Neu',
  };
}
