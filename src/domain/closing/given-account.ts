import type { Deposit } from '../deposit.ts';
import { accountFault } from '../payee/account.ts';
import type { PayeeAccount } from '../payee/payee-account.ts';
import { postalLine } from '../values/postal-address.ts';
import type { MoveContext, Refusal } from '../lifecycle/move.ts';
import type { Closing, ClosingWord, Party } from './closing.ts';

/** The account for the tenants’ share, if one is given. */
export type GivenAccount = Pick<Closing, 'tenantIban'> &
  Partial<Pick<Closing, 'tenantHolderName' | 'tenantBic' | 'tenantAddress'>>;
type TenantAccount = Required<GivenAccount>;

/** The account that is given now, by the first signatory, or confirmed before. */
export function accountFor(
  { closing, payoutAccount }: Deposit,
  given: GivenAccount,
  first: ClosingWord | null,
): TenantAccount {
  if (given.tenantIban !== null) return accountOf(given);
  const known = first?.account ?? null;
  if (known !== null) return tenantAccount(known);
  if (closing !== null && closing.tenantIban !== null) {
    const { tenantIban, tenantHolderName, tenantBic, tenantAddress } = closing;
    return { tenantIban, tenantHolderName, tenantBic, tenantAddress };
  }
  return payoutAccount === null ? accountOf(given) : tenantAccount(payoutAccount);
}

function tenantAccount({ iban, holderName, bic, address }: PayeeAccount): TenantAccount {
  return { tenantIban: iban, tenantHolderName: holderName, tenantBic: bic, tenantAddress: address };
}

/** What the party itself gives: now, or with the word of its first signatory. */
export function spokenAccount(given: GivenAccount, first: ClosingWord | null): TenantAccount {
  const before = first?.account ?? null;
  return given.tenantIban === null && before !== null ? tenantAccount(before) : accountOf(given);
}

export function payeeOf(given: GivenAccount): PayeeAccount | null {
  const { tenantIban: iban, tenantHolderName: holderName, tenantBic: bic, tenantAddress: address } = accountOf(given);
  return iban === null ? null : { iban, holderName, bic, address };
}

/** An account that the tenant gives with the proposal or consent itself (the sandbox) needs no code. */
export function withConfirmed(deposit: Deposit, by: Party, account: TenantAccount, now: Date): Deposit {
  const payee = by === 'tenant' ? payeeOf(account) : null;
  if (payee === null || payee.iban === deposit.payoutAccount?.iban) return deposit;
  return { ...deposit, payoutAccount: { ...payee, confirmedAt: now } };
}

/** An account is one thing: a new IBAN comes with its own holder, bank and address. */
function accountOf({
  tenantIban,
  tenantHolderName = null,
  tenantBic = null,
  tenantAddress = null,
}: GivenAccount): TenantAccount {
  return { tenantIban, tenantHolderName, tenantBic, tenantAddress };
}

const ACCOUNT_FIELDS = { iban: 'tenantIban', bic: 'tenantBic', address: 'tenantAddress' } as const;

/** The tenant's pages ask for a BIC that is missing; without it the payout waits. */
export function faultOfGiven(given: GivenAccount, { money }: MoveContext): Refusal | null {
  const { tenantIban: iban, tenantBic: bic, tenantAddress: address } = accountOf(given);
  const fault = iban === null ? null : accountFault({ iban, bic, address }, money);
  if (fault === null || fault.refused === 'bic_missing') return null;
  return { refused: fault.refused, field: ACCOUNT_FIELDS[fault.field] };
}

export function accountTexts(
  given: GivenAccount,
): Record<'tenantIban' | 'tenantHolderName' | 'tenantBic' | 'tenantAddress', string | null> {
  const { tenantAddress, ...account } = accountOf(given);
  return { ...account, tenantAddress: tenantAddress === null ? null : postalLine(tenantAddress) };
}
