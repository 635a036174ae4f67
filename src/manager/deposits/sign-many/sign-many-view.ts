import type { ReadLogo } from '../../../documents/shown-agreement.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import type { NearDuplicate } from '../../../domain/notes/near-duplicate.ts';
import { findNearDuplicates } from '../../../storage/deposit-list/near-duplicates.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { rappen, type Rappen } from '../../../domain/values/money.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { findOrganization } from '../../../storage/set-up/organizations.ts';
import { versionToSign } from '../signing.ts';

/** Deposits that were selected to be signed together. */
export type ReviewView = {
  toSign: readonly {
    deposit: Deposit;
    version: string;
    differsFromRegister: boolean;
    duplicates: readonly NearDuplicate[];
  }[];
  sum: Rappen;
  /** These can no longer be signed. */
  others: readonly Deposit[];
};

export async function reviewView(sql: Sql, deposits: readonly Deposit[], readLogo: ReadLogo): Promise<ReviewView> {
  const toSign = deposits.filter((deposit) => canMove('sign_as_manager', deposit));
  const shown: ReviewView['toSign'][number][] = [];
  const duplicates = await findNearDuplicates(sql, toSign);
  for (const deposit of toSign) {
    const organization = await findOrganization(sql, deposit.organizationId);
    if (organization === null) throw new Error(`deposit ${deposit.id} has no organization`);
    const version = await versionToSign(deposit, { organization, readLogo });
    const differsFromRegister = (deposit.registerCheck?.differences.length ?? 0) > 0;
    shown.push({ deposit, version, differsFromRegister, duplicates: duplicates.get(deposit.id) ?? [] });
  }
  return {
    toSign: shown,
    sum: rappen(toSign.reduce((sum, { terms }) => sum + terms.rentalDeposit, 0)),
    others: deposits.filter((deposit) => !toSign.includes(deposit)),
  };
}

/** A deposit that was to be signed, and why it was not. */
export type Result = { deposit: Deposit; refusal: Refusal | null };
