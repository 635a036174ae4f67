import type { Services } from '../../actions/services.ts';
import { emailKey } from '../../domain/values/contact.ts';
import type { Organization } from '../../domain/organization.ts';
import { textOf } from '../../domain/payload/fields.ts';
import { readPeriods } from '../../storage/data-protection/data-protection.ts';
import { isId } from '../../storage/database/ids.ts';
import { findRefusedCall, type KeptCall } from '../../storage/open-call/refused-calls.ts';
import { organizationsOf, type Person } from '../person.ts';

/** One refused call. */
export type ImportErrorView = {
  call: KeptCall;
  /** Null for a person of a sub-organization, who cannot open deposits for the organization above. */
  organization: Organization | null;
  /** How long a call is kept. */
  keptDays: number;
};

/** Null: the person may not see this call, or it does not exist. */
export async function importErrorView(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  person: Person,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<ImportErrorView | null> {
  if (!isId(organizationId) || !isId(id)) return null;
  const call = await findRefusedCall(database, vault, { organizationId, id });
  if (call === null) return null;
  const organization = organizationsOf(person).find((one) => one.id === call.organizationId) ?? null;
  if (organization === null && !isResponsible(person, call)) return null;
  return { call, organization, keptDays: (await readPeriods(database)).refused_calls };
}

/** Contract 2.4.2: the person named in the call may belong to a sub-organization, and got a mail about the call. */
function isResponsible({ email, memberships }: Person, { organizationId, fields }: KeptCall): boolean {
  const named = textOf(fields, 'propertyManagerEmail');
  return (
    named !== null &&
    emailKey(named) === emailKey(email) &&
    memberships.some(({ organization }) => organization.parentId === organizationId)
  );
}
