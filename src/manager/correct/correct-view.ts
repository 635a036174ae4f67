import type { Deposit } from '../../domain/deposit.ts';
import type { Organization } from '../../domain/organization.ts';
import type { FieldName } from '../../domain/payload/problem.ts';
import { writePayload } from '../../domain/payload/write-payload.ts';
import type { Sql } from '../../storage/database/database.ts';
import { listAssignable, type Assignable } from '../../storage/set-up/members.ts';
import { findOrganization } from '../../storage/set-up/organizations.ts';
import { fingerprint } from '../deposits/access.ts';
import type { ProblemTexts } from '../payload-form/problems.ts';
import { FORM_FIELDS, type FormValues } from '../payload-form/values.ts';
import { membershipIn, type Person } from '../person.ts';

/** The form as it was filled in, and the outcome. */
export type FilledCorrection = {
  values: FormValues;
  problems: ProblemTexts;
  /** Whether the deposit was changed since the form was shown, or can no longer be corrected. */
  version: 'unchanged' | 'changed' | 'not_now';
};

export type CorrectView = FilledCorrection & {
  deposit: Deposit;
  organization: Organization;
  managers: readonly Assignable[];
  /** Of the deposit as it is now, so that the form can be submitted again. */
  fingerprint: string;
  /** Where the form differs from the deposit as it is now. */
  changed: readonly { field: FieldName; now: string | undefined }[];
};

export async function correctView(
  sql: Sql,
  person: Person,
  deposit: Deposit,
  filled: FilledCorrection,
): Promise<CorrectView> {
  const organization = await findOrganization(sql, deposit.organizationId);
  if (organization === null) throw new Error(`deposit ${deposit.id} has no organization`);
  return {
    ...filled,
    deposit,
    organization,
    managers: await managersFor(sql, person, deposit, organization),
    fingerprint: fingerprint(deposit),
    changed: changedFields(filled.values, writePayload(deposit)),
  };
}

/** A responsible manager from a sub-organization does not see who else is in the organization above. */
async function managersFor(
  sql: Sql,
  person: Person,
  { manager }: Deposit,
  organization: Organization,
): Promise<Assignable[]> {
  const isMember = membershipIn(person, organization.id) !== null;
  const managers = isMember ? await listAssignable(sql, organization) : [];
  const isListed = managers.some(({ member }) => member.id === manager.id);
  return isListed ? managers : [...managers, { member: manager, isDefault: false, subOrganization: null }];
}

function changedFields(values: FormValues, current: FormValues): CorrectView['changed'] {
  return FORM_FIELDS.filter(
    (field) => field !== 'externalContractId' && (values[field] ?? '') !== (current[field] ?? ''),
  ).map((field) => ({ field, now: current[field] }));
}
