import type { Services } from '../../../actions/services.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import type { Order } from '../../../domain/ledger.ts';
import { askedOrders } from '../../../domain/lifecycle/order-account.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { Difference } from '../../../domain/register-check.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import type { NearDuplicate } from '../../../domain/notes/near-duplicate.ts';
import { findNearDuplicates } from '../../../storage/deposit-list/near-duplicates.ts';
import { findOrganization } from '../../../storage/set-up/organizations.ts';
import type { ProgressStep } from '../../../web/parts.ts';
import { isSignedNow, versionToSign } from '../signing.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { changesView, type ChangesView } from '../changes/change-view.ts';
import { closingView, type ClosingView } from './closing-view.ts';
import { isReminded, possibleFor, type Possible } from './possible.ts';
import { progressOf } from './progress.ts';

/** Everything that the page of one deposit shows. */
export type ManagerDepositView = {
  deposit: StoredDeposit;
  organization: Organization;
  possible: Possible;
  /** The payouts to the landlord whose account the manager is asked for. */
  asked: readonly Order[];
  isReminded: boolean;
  /** Sent back by the form, so that only what was shown is signed. Null: the manager's signature is not asked for. */
  version: string | null;
  /** The name of the qualified signature service, where one is set. */
  qualifiedService: string | null;
  progress: readonly ProgressStep[];
  closing: ClosingView | null;
  changes: ChangesView;
  /** Differences from the commercial register, while the data can still be corrected. */
  differences: readonly Difference[];
  /** While the manager's signature is asked for: deposits that may be for the same contract. */
  duplicates: readonly NearDuplicate[];
};

export async function managerDepositView(
  {
    database: sql,
    money,
    demoIban,
    qualified,
    logos,
  }: Pick<Services, 'database' | 'money' | 'demoIban' | 'qualified' | 'logos'>,
  deposit: StoredDeposit,
  language: Language,
): Promise<ManagerDepositView> {
  const organization = await findOrganization(sql, deposit.organizationId);
  if (organization === null) throw new Error(`deposit ${deposit.id} has no organization`);
  const now = await serviceNow(sql);
  const isSigned = isSignedNow(deposit);
  return {
    deposit,
    organization,
    possible: possibleFor(deposit),
    asked: askedOrders(deposit, 'manager', { organization, money, demoIban, now }),
    isReminded: isReminded(deposit, now),
    version: isSigned ? await versionToSign(deposit, { organization, readLogo: (logo) => logos.read(logo) }) : null,
    qualifiedService: qualified?.name ?? null,
    progress: progressOf(deposit, DEPOSIT_WORDS[language]),
    closing: closingView(deposit),
    changes: changesView(deposit, { organization, language }),
    differences: differencesOf(deposit),
    duplicates: isSigned ? ((await findNearDuplicates(sql, [deposit])).get(deposit.id) ?? []) : [],
  };
}

function differencesOf({ registerCheck, state }: Deposit): readonly Difference[] {
  const canChange = state === 'opening' || state === 'draft_editing';
  return canChange && registerCheck !== null ? registerCheck.differences : [];
}
