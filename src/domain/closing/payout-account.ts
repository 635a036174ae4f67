import type { Deposit } from '../deposit.ts';
import type { PayoutAccountRequest } from './closing.ts';
import type { Effect } from '../effect.ts';
import { mailTenants } from '../lifecycle/mails.ts';
import { inTurn, move, type Decision, type Move, type MoveContext } from '../lifecycle/move.ts';
import { askedOrders, givePayeeAccount } from '../lifecycle/order-account.ts';
import { isChangeable } from '../lifecycle/orders.ts';
import { phaseOf } from '../lifecycle/phase.ts';
import type { RefusalCode } from '../lifecycle/refusal.ts';
import { accountFault } from '../payee/account.ts';
import type { PayeeAccount } from '../payee/payee-account.ts';
import { postalLine } from '../values/postal-address.ts';
import { shownAccount } from './shown-account.ts';

const CODE_MINUTES = 15;
const MOST_WRONG_CODES = 5;
/** So that nobody is flooded with messages. */
const MOST_CODES_A_DAY = 10;
const DAY_MS = 86_400_000;

/** The code and where it goes besides the mail. Only its keyed hash is stored with the deposit. */
type SentCode = { code: string; codeHash: string; bySms: boolean };

/** The payout is ordered, so another account is only for an order that came back or lacks something. */
export const isPayoutOrdered = (deposit: Deposit): boolean =>
  !['open', 'closing_proposed', 'closing_noted'].includes(phaseOf(deposit));

/** Whether the tenants' share still has no account, or may get another one. */
export const canNameAccount = (deposit: Deposit): RefusalCode | null => {
  const isOpen = deposit.orders.some(
    (order) => order.kind === 'payout' && order.payee === 'tenant' && isChangeable(order) && order.rejection === null,
  );
  return isOpen ? null : obstacleWithoutOrder(deposit);
};

/** Why no account can be named while no order needs one. An insurance pays nothing out. */
function obstacleWithoutOrder(deposit: Deposit): RefusalCode | null {
  if (isPayoutOrdered(deposit)) return 'account_ordered';
  return deposit.product === 'insurance' ? 'account_not_asked' : null;
}

/** The tenant names an account: a code goes out, and the one before ends. */
export function askAccountCode(
  deposit: Deposit,
  { account, code, codeHash, bySms }: { account: PayeeAccount } & SentCode,
  context: MoveContext,
): Decision {
  const { now, money, random } = context;
  const fault = accountFault(account, money);
  if (fault !== null && fault.refused !== 'bic_missing') return { refused: fault.refused, field: fault.field };
  const obstacle = obstacleNow(deposit, context);
  if (obstacle !== null) return { refused: obstacle };
  const recent = (deposit.payoutAccountRequest?.recent ?? []).filter((at) => now.getTime() - at.getTime() < DAY_MS);
  if (recent.length >= MOST_CODES_A_DAY) return { refused: 'too_many_codes' };
  const request: PayoutAccountRequest = { account, codeHash, sentAt: now, wrong: 0, recent: [...recent, now] };
  const about = {
    kind: 'payout_account_code',
    code,
    minutes: CODE_MINUTES,
    account: shownAccount(account, deposit),
  } as const;
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
  const { phoneNumber, email } = deposit.terms.tenants[0];
  const sms = { language: deposit.terms.tenantLanguage, code, expiresAt: expiresAt.toISOString() };
  // Beside the mail, never instead of it.
  const effects: Effect[] =
    bySms && phoneNumber !== null && email !== null
      ? [{ kind: 'sms', id: random.id(), dueAt: now, sms: { to: phoneNumber, ...sms } }]
      : [];
  return inTurn(
    { ...deposit, payoutAccountRequest: request },
    (current) => mailTenants(current, context, about, [1]),
    (current) => move(current, { effects }),
    (current) =>
      move(current, {
        history: [{ at: now, actor: 'tenant', event: 'payout_account_asked', detail: {}, personal: texts(account) }],
      }),
  );
}

/** Of an order, only one that is asked about gets another account. */
function obstacleNow(deposit: Deposit, context: MoveContext): RefusalCode | null {
  return askedOrders(deposit, 'tenant', context).length > 0 ? null : obstacleWithoutOrder(deposit);
}

/**
 * The tenant enters the code. A wrong one is counted, which is a change that is stored; the caller sees by
 * `payoutAccount` whether it was right.
 */
export function confirmAccountCode(
  deposit: Deposit,
  { isRight }: { isRight: boolean },
  context: MoveContext,
): Decision {
  const { now } = context;
  const request = deposit.payoutAccountRequest;
  const account = request?.account ?? null;
  if (request === null || account === null) return { refused: 'no_code_waits' };
  if (now.getTime() - request.sentAt.getTime() > CODE_MINUTES * 60_000) return { refused: 'code_expired' };
  if (request.wrong >= MOST_WRONG_CODES) return { refused: 'code_spent' };
  const obstacle = obstacleNow(deposit, context);
  if (obstacle !== null) return { refused: obstacle };
  if (!isRight) return move({ ...deposit, payoutAccountRequest: { ...request, wrong: request.wrong + 1 } });
  const confirmed: Deposit = {
    ...withAccount(deposit, account, now),
    payoutAccountRequest: { ...request, account: null, codeHash: null },
  };
  const given =
    askedOrders(deposit, 'tenant', context).length === 0
      ? null
      : givePayeeAccount(confirmed, { by: 'tenant', account }, context);
  if (given !== null && 'refused' in given) return given;
  return inTurn(
    confirmed,
    (current) => given ?? move(current),
    (current) =>
      move(current, {
        history: [
          { at: now, actor: 'tenant', event: 'payout_account_confirmed', detail: {}, personal: texts(account) },
        ],
      }),
    (current) => tellTenants(current, account, context),
  );
}

/** The account of the tenants, and of the closing that is under way. */
function withAccount(deposit: Deposit, account: PayeeAccount, confirmedAt: Date): Deposit {
  const { closing } = deposit;
  return {
    ...deposit,
    payoutAccount: { ...account, confirmedAt },
    closing:
      closing === null || closing.release !== null
        ? closing
        : {
            ...closing,
            tenantIban: account.iban,
            tenantHolderName: account.holderName,
            tenantBic: account.bic,
            tenantAddress: account.address,
          },
  };
}

/** All tenants are told where an account that they have confirmed was replaced, also by one that needs no code. */
export function tellOfAnother(before: Deposit, deposit: Deposit, context: MoveContext): Move {
  const account = deposit.payoutAccount;
  const isAnother = before.payoutAccount !== null && account !== null && account.iban !== before.payoutAccount.iban;
  return isAnother ? tellTenants(deposit, account, context) : move(deposit);
}

function tellTenants(deposit: Deposit, account: PayeeAccount, context: MoveContext): Move {
  return mailTenants(deposit, context, { kind: 'payout_account_changed', account: shownAccount(account, deposit) });
}

function texts({ iban, holderName, bic, address }: PayeeAccount): Record<string, string> {
  const given = { iban, holderName, bic, address: address === null ? null : postalLine(address) };
  return Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => one[1] !== null));
}
