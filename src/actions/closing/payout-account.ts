import type { PayeeAccount } from '../../domain/payee/payee-account.ts';
import type { Location } from '../../storage/deposits/deposits.ts';
import { isEqual, type Vault } from '../../vault/vault.ts';
import { moveDeposit, type Moved } from '../move-deposit.ts';
import type { Services } from '../services.ts';

const DIGITS = 6;

/** The tenant names the account for the tenants' share: a code goes to the main tenant. Null: there is no such deposit. */
export async function askPayoutAccount(
  services: Services,
  location: Location,
  account: PayeeAccount,
): Promise<Moved | null> {
  const code = services.random.digits(DIGITS);
  const codeHash = services.vault.fingerprint(markOf(location, code));
  return moveDeposit(services, location, 'ask_account_code', () => ({
    account,
    code,
    codeHash,
    bySms: services.sendsSms,
  }));
}

/** `isRight` is false where the code was wrong, which has been counted. */
type Confirmed = Moved & { isRight: boolean };

/** Of two codes that come at the same time, the second is compared with what the first has left. */
export async function confirmPayoutAccount(
  services: Services,
  location: Location,
  code: string,
): Promise<Confirmed | null> {
  let isRight = false;
  const moved = await moveDeposit(services, location, 'confirm_account_code', ({ payoutAccountRequest }) => {
    isRight = isCode(services.vault, location, { code, hash: payoutAccountRequest?.codeHash ?? null });
    return { isRight };
  });
  return moved === null ? null : { ...moved, isRight };
}

/** Codes that were sent before a key was replaced still count. Compared in constant time. */
function isCode(vault: Vault, location: Location, { code, hash }: { code: string; hash: string | null }): boolean {
  const stored = Buffer.from(hash ?? '');
  const isSame = vault
    .fingerprints(markOf(location, code))
    .map((one) => isEqual(Buffer.from(one), stored))
    .includes(true);
  return isSame && hash !== null;
}

const markOf = ({ depositId }: Location, code: string): string => `payout account ${depositId} ${code}`;
