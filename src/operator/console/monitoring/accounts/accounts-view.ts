import {
  pageOfAccounts,
  reconcileAccounts,
  type AccountsPage,
  type ReconciledAccount,
} from '../../../../actions/bank/reconcile.ts';
import type { Services } from '../../../../actions/services.ts';
import { accountDays, type AccountDay } from '../../../../domain/bank/account-days.ts';
import { parseDay, swissDay, type Day } from '../../../../domain/values/calendar.ts';
import { isId, NIL_ID } from '../../../../storage/database/ids.ts';
import { findDeposit } from '../../../../storage/deposits/deposits.ts';
import {
  accountsOfDeposit,
  balanceBefore,
  entriesOfAccount,
  ledgerOfAccount,
  ownAccount,
  spanOfAccount,
  statementsOfAccount,
} from '../../../../storage/money/account-month.ts';
import { readWhole } from '../../app.ts';

const ACCOUNTS_ON_PAGE = 100;
/** Of each side of a month. */
export const LINES_ON_PAGE = 2_000;

type Reading = Pick<Services, 'database' | 'money'>;

export function accountsView({ database, money }: Reading, query: URLSearchParams): Promise<AccountsPage> {
  const { operatorIban } = money;
  const page = { operatorIban, after: query.get('after') ?? '', most: ACCOUNTS_ON_PAGE };
  return readWhole(() => pageOfAccounts(database, page));
}

export type BankAccountView = {
  owner: string;
  ibans: readonly string[];
  /** Of the operator's own: the other ones. */
  others: readonly string[];
  /** Null: the operator's own. */
  externalContractId: string | null;
  reconciled: ReconciledAccount[];
  month: string;
  earlier: string | null;
  later: string | null;
  days: AccountDay[];
  /** There is more than is shown. */
  isCut: boolean;
};

/** The accounts of a deposit, or one of the operator's, in one month. Null: there is none. */
export function bankAccountView(
  { database, money }: Reading,
  { owner, iban, month }: { owner: string; iban: string | null; month: string | null },
  now: Date,
): Promise<BankAccountView | null> {
  if (!isId(owner)) return Promise.resolve(null);
  return readWhole(async () => {
    const deposit = owner === NIL_ID ? null : await findDeposit(database, owner);
    const { ibans, written, isMain, others } = await (owner === NIL_ID
      ? ownAccount(database, iban, money.operatorIban)
      : accountsOfDeposit(database, owner));
    if (ibans.length === 0) return null;
    const account = { owner, written, isMain };
    const { first, last } = await spanOfAccount(database, account);
    const shown = monthOf(month, last ?? swissDay(now));
    const period = { ...boundsOf(shown), most: LINES_ON_PAGE };
    const ledger = await ledgerOfAccount(database, account, period);
    const entries = await entriesOfAccount(database, account, period);
    const statements = await statementsOfAccount(database, account, period);
    const before = await balanceBefore(database, account, period.from);
    const reconciled: ReconciledAccount[] = [];
    for (const one of ibans) reconciled.push(...(await reconcileAccounts(database, { ...money, iban: one })));
    return {
      owner,
      ibans,
      others,
      externalContractId: deposit?.terms.externalContractId ?? null,
      reconciled,
      month: shown,
      earlier: first !== null && first.slice(0, 7) < shown ? otherMonth(shown, -1) : null,
      later: last !== null && last.slice(0, 7) > shown ? otherMonth(shown, 1) : null,
      days: accountDays({ before, ledger, entries, statements }),
      isCut: [ledger, entries, statements].some((lines) => lines.length === LINES_ON_PAGE),
    };
  });
}

function monthOf(asked: string | null, otherwise: Day): string {
  return asked !== null && parseDay(`${asked}-01`) !== null ? asked : otherwise.slice(0, 7);
}

function boundsOf(month: string): { from: Day; to: Day } {
  const first = Temporal.PlainYearMonth.from(month);
  return {
    from: first.toPlainDate({ day: 1 }).toString() as Day,
    to: first.toPlainDate({ day: first.daysInMonth }).toString() as Day,
  };
}

function otherMonth(month: string, by: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months: by }).toString();
}
