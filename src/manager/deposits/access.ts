import type { Deposit } from '../../domain/deposit.ts';
import type { Member } from '../../domain/organization.ts';
import type { ListScope } from '../../storage/deposit-list/deposit-list.ts';
import { findDeposit, type StoredDeposit } from '../../storage/deposits/deposits.ts';
import { isId } from '../../storage/database/ids.ts';
import { sha256 } from '../../vault/vault.ts';
import type { ManagerApp, Visit } from '../app.ts';
import { actingOn, organizationsOf, type Person } from '../person.ts';

export type Seen = { deposit: StoredDeposit; member: Member };

/** The deposit of a visit's address, and as whom the person acts on it; null: it is none of theirs. */
export async function depositOf({ services }: ManagerApp, { params, person }: Visit): Promise<Seen | null> {
  return seenBy(services.database, person, params['id'] ?? '');
}

export async function seenBy(
  database: ManagerApp['services']['database'],
  person: Person,
  id: string,
): Promise<Seen | null> {
  const deposit = isId(id) ? await findDeposit(database, id) : null;
  const member = deposit === null ? null : actingOn(person, deposit);
  return deposit === null || member === null ? null : { deposit, member };
}

/** All that a person may see in lists. */
export function scopeOf(person: Person): ListScope {
  return {
    organizationIds: organizationsOf(person).map(({ id }) => id),
    members: person.memberships.map(({ member }) => ({ organizationId: member.organizationId, id: member.id })),
  };
}

/** What was on show when somebody signed or corrected: another value, and it is no longer what they have seen. */
export function fingerprint({ terms, manager, round }: Deposit): string {
  return sha256(JSON.stringify([terms, manager.id, round])).toString('base64url');
}
