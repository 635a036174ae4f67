import type { Deposit } from '../../domain/deposit.ts';
import type { Member } from '../../domain/organization.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import { findDeposit, type StoredDeposit } from '../../storage/deposits/deposits.ts';
import { sha256 } from '../../vault/vault.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { actingOn, type Person } from '../person.ts';

/** A deposit that a person may see and act on, and the member as whom they act. */
export type OwnDeposit = { deposit: StoredDeposit; member: Member };

/** The deposit that the address of a request names; null unless the person may see it. */
export async function ownDepositOf(
  { services }: ManagerApp,
  { params, person }: ManagerVisit,
): Promise<OwnDeposit | null> {
  return findOwnDeposit(services.database, person, params['id'] ?? '');
}

export async function findOwnDeposit(sql: Sql, person: Person, id: string): Promise<OwnDeposit | null> {
  const deposit = isId(id) ? await findDeposit(sql, id) : null;
  const member = deposit === null ? null : actingOn(person, deposit);
  return deposit === null || member === null ? null : { deposit, member };
}

/** Identifies the terms that were shown when a person signed or corrected: it changes with the terms. */
export function fingerprint({ terms, manager, round }: Deposit): string {
  return sha256(JSON.stringify([terms, manager.id, round])).toString('base64url');
}
