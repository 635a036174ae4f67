import type { Findings } from '../../actions/open-by-hand.ts';
import type { Organization } from '../../domain/organization.ts';
import { textOf } from '../../domain/payload/fields.ts';
import type { Sql } from '../../storage/database/database.ts';
import { listDepositsOfContract } from '../../storage/deposits/deposits.ts';
import { listAssignable, type Assignable } from '../../storage/set-up/members.ts';
import { listNamedConnections, type NamedConnection } from '../../storage/set-up/connections.ts';
import { shownValues, type Fields, type FormValues } from '../payload-form/values.ts';
import { organizationsOf, type Person } from '../person.ts';

/** A form as it was filled in, and what was found when it was checked. */
export type FilledForm = {
  organization: Organization;
  connectionId: string | null;
  fields: Fields;
  findings: Findings;
  filledBy: FilledBy;
};

/** Who filled in the form. A link and a refused call leave it to a person to submit it. */
export type FilledBy =
  | { is: 'person' }
  | { is: 'link' }
  | { is: 'refused_call'; call: { organizationId: string; id: string } };

export type NewDepositView = {
  organization: Organization;
  hasOtherOrganizations: boolean;
  ways: readonly NamedConnection[];
  connectionId: string | null;
  managers: readonly Assignable[];
  values: FormValues;
  findings: Findings;
  /** The deposit that the contract already has, if it has one. */
  existingId: string | null;
  filledBy: FilledBy;
};

export async function newDepositView(
  sql: Sql,
  person: Person,
  { organization, connectionId, fields, findings, filledBy }: FilledForm,
): Promise<NewDepositView> {
  const managers = await listAssignable(sql, organization);
  const defaultManager = managers.find(({ isDefault }) => isDefault)?.member.email ?? '';
  return {
    organization,
    hasOtherOrganizations: organizationsOf(person).length > 1,
    ways: await listNamedConnections(sql, organization.id),
    connectionId,
    managers,
    values: { propertyManagerEmail: defaultManager, ...shownValues(fields) },
    findings,
    existingId:
      findings.obstacle === 'already_exists'
        ? await existingDeposit(sql, organization.id, textOf(fields, 'externalContractId'))
        : null,
    filledBy,
  };
}

async function existingDeposit(
  sql: Sql,
  organizationId: string,
  externalContractId: string | null,
): Promise<string | null> {
  if (externalContractId === null) return null;
  const deposits = await listDepositsOfContract(sql, { organizationId, externalContractId });
  return deposits.find(({ state }) => state !== 'withdrawn')?.id ?? null;
}
