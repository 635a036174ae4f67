import type { Sql } from '../../../../storage/database/database.ts';
import { countKept } from '../../../../storage/money/bank-entries.ts';
import { listBankFiles } from '../../../../storage/money/bank-files.ts';
import { readHold } from '../../../../storage/money/bank-hold.ts';
import { countOpenOrders, type OrderRules } from '../../../../storage/money/listed-orders.ts';
import { listRuns } from '../../../../storage/money/payment-runs.ts';
import { tabCount, MOST_ON_A_TAB } from '../parts.ts';
import { entriesView, type EntriesView } from './entries/entries-view.ts';

/** At most this many of each list are shown. */
export const MOST = 200;

export const BANK_LISTS = ['entries', 'files', 'refused', 'runs'] as const;
export type BankList = (typeof BANK_LISTS)[number];

export type BankView = Awaited<ReturnType<typeof bankView>>;

/** Without a list in the address, the one that a form was sent from. */
export async function bankView(
  sql: Sql,
  query: URLSearchParams,
  { rules, otherwise = 'entries' }: { rules: OrderRules; otherwise?: BankList | undefined },
) {
  const list: BankList = BANK_LISTS.find((one) => one === query.get('show')) ?? otherwise;
  const hold = await readHold(sql);
  const kept = await countKept(sql, MOST_ON_A_TAB);
  const orders = await countOpenOrders(sql, { rules, most: MOST_ON_A_TAB });
  const toCheck = tabCount(kept + orders.hand, kept === MOST_ON_A_TAB || orders.open === MOST_ON_A_TAB);
  const entries = list === 'entries' ? await entriesView(sql, query.get('after'), rules) : NO_ENTRIES;
  const files = await listBankFiles(sql, MOST);
  const refused = files.filter(({ state }) => state === 'refused');
  const runs = await listRuns(sql, MOST);
  return { list, hold, toCheck, entries, files, refused, runs };
}

const NO_ENTRIES: EntriesView = { entries: [], orders: [], next: null };
