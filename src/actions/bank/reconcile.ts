import { hasDifference, reconcile, type AccountSums, type Reconciliation } from '../../domain/bank/reconciliation.ts';
import type { Sql } from '../../storage/database/database.ts';
import { listDiffering, readDiffering, whichDiffered } from '../../storage/money/differing-accounts.ts';
import {
  readStatements,
  readSums,
  statedAccounts,
  statedForms,
  type StatedAccount,
} from '../../storage/money/reconciliation.ts';

/** An account, compared with the bank's last statement of it. */
export type ReconciledAccount = Reconciliation & {
  iban: string;
  /** The deposit whose account it is; the nil id for the operator's own. */
  owner: string;
};

const NOTHING: AccountSums = { books: 0, kept: 0, doubtful: [], totals: [] };

/** How many accounts are read at once. */
const ACCOUNTS_AT_ONCE = 500;

type Whose = { operatorIban: string | null };

/** All accounts that the bank has sent statements of, or one of them; by IBAN. */
export async function reconcileAccounts(
  sql: Sql,
  { operatorIban, iban = null }: Whose & { iban?: string | null },
): Promise<ReconciledAccount[]> {
  if (iban !== null) {
    return reconcileSome(sql, await statedAccounts(sql, { operatorIban, written: [iban] }), operatorIban);
  }
  const all: ReconciledAccount[] = [];
  for await (const part of reconciledParts(sql, { operatorIban })) all.push(...part);
  return all.toSorted((one, other) => (one.iban < other.iban ? -1 : 1));
}

/** All accounts, some at a time. */
export async function* reconciledParts(sql: Sql, { operatorIban }: Whose): AsyncGenerator<ReconciledAccount[]> {
  for (let after: string | null = ''; after !== null;) {
    const written: string[] = await statedForms(sql, { after, most: ACCOUNTS_AT_ONCE });
    yield await reconcileForms(sql, written, { operatorIban });
    after = written.length < ACCOUNTS_AT_ONCE ? null : (written.at(-1) ?? null);
  }
}

/** An account whose statements are written in two ways belongs to the first of them. */
async function reconcileForms(
  sql: Sql,
  written: readonly string[],
  { operatorIban }: Whose,
): Promise<ReconciledAccount[]> {
  const forms = new Set(written);
  const accounts = await statedAccounts(sql, { operatorIban, written });
  const own = accounts.filter(({ stated: [first = ''] }) => forms.has(first));
  return reconcileSome(sql, own, operatorIban);
}

async function reconcileSome(
  sql: Sql,
  accounts: readonly StatedAccount[],
  operatorIban: string | null,
): Promise<ReconciledAccount[]> {
  const statements = await readStatements(sql, accounts);
  const dated = accounts.flatMap((account) => {
    const at = statements.get(account.iban)?.at(-1)?.on;
    return at === undefined ? [] : [{ ...account, at }];
  });
  const sums = await readSums(sql, dated, operatorIban);
  return dated.flatMap(({ iban, owner }) => {
    const found = reconcile(statements.get(iban) ?? [], sums.get(iban) ?? NOTHING);
    return found === null ? [] : [{ iban, owner, ...found }];
  });
}

/** A page of accounts, those with a difference first. */
export type AccountsPage = {
  accounts: ReconciledAccount[];
  /** How many there are, and how many of them differ. */
  total: number;
  differing: number;
  /** The time that these numbers are of; null: now. */
  countedAt: Date | null;
  /** Where the next page begins; null: there is none. */
  next: string | null;
};

type Page = Whose & { after: string; most: number };

/**
 * Few accounts are all compared. Of many, those come first that differed when the job has last compared all of them, and
 * then the others by IBAN; those of the page are compared now.
 */
export async function pageOfAccounts(sql: Sql, page: Page): Promise<AccountsPage> {
  const forms = await statedForms(sql, { after: '', most: ACCOUNTS_AT_ONCE + 1 });
  return forms.length > ACCOUNTS_AT_ONCE ? pageOfMany(sql, page) : pageOfFew(sql, page);
}

async function pageOfFew(sql: Sql, { operatorIban, after, most }: Page): Promise<AccountsPage> {
  const skip = /^[0-9]{1,9}$/.test(after) ? Number(after) : 0;
  const all = await reconcileAccounts(sql, { operatorIban });
  const rank = (account: ReconciledAccount): number => (hasDifference(account) ? 0 : 1);
  const sorted = all.toSorted((one, other) => rank(one) - rank(other) || (one.iban < other.iban ? -1 : 1));
  return {
    accounts: sorted.slice(skip, skip + most),
    total: all.length,
    differing: all.filter(hasDifference).length,
    countedAt: null,
    next: skip + most < all.length ? String(skip + most) : null,
  };
}

async function pageOfMany(sql: Sql, { operatorIban, after, most }: Page): Promise<AccountsPage> {
  const found = await readDiffering(sql);
  const from = positionOf(after);
  const differing = from.among === 'all' ? [] : await listDiffering(sql, { after: from.after, most: most + 1 });
  if (differing.length > 0) {
    const shown = differing.slice(0, most);
    const accounts = await statedAccounts(sql, { operatorIban, written: shown });
    const own = accounts.filter(({ iban }) => shown.includes(iban));
    const next = differing.length > most ? cursorOf({ among: 'differing', after: shown.at(-1) ?? '' }) : FIRST_OF_ALL;
    return { accounts: await reconcileSome(sql, own, operatorIban), ...found, next };
  }
  const beginning = from.among === 'all' ? from.after : '';
  const written = await statedForms(sql, { after: beginning, most: most + 1 });
  const shown = written.slice(0, most);
  const reconciled = await reconcileForms(sql, shown, { operatorIban });
  const before = await whichDiffered(
    sql,
    reconciled.map(({ iban }) => iban),
  );
  return {
    accounts: reconciled.filter(({ iban }) => !before.has(iban)),
    ...found,
    next: written.length > most ? cursorOf({ among: 'all', after: shown.at(-1) ?? '' }) : null,
  };
}

type Position = { among: 'differing' | 'all'; after: string };

const MARK = { differing: 'd', all: 'a' } as const;

/** What `next` of a page may be. */
export const ACCOUNTS_CURSOR = /^[0-9]{1,9}$|^[da][A-Za-z0-9_-]*$/;

function cursorOf({ among, after }: Position): string {
  return `${MARK[among]}${Buffer.from(after).toString('base64url')}`;
}

const FIRST_OF_ALL = cursorOf({ among: 'all', after: '' });

/** An unknown one is the beginning. */
function positionOf(cursor: string): Position {
  const isOurs = /^[da]/.test(cursor);
  const after = isOurs ? Buffer.from(cursor.slice(1), 'base64url').toString().replaceAll('\0', '') : '';
  return { among: cursor.startsWith(MARK.all) ? 'all' : 'differing', after };
}
