import { reconciledParts } from '../actions/bank/reconcile.ts';
import { hasDifference } from '../domain/bank/reconciliation.ts';
import type { Database } from '../storage/database/database.ts';
import { beginReconciliation } from '../storage/money/books-proof.ts';
import { saveDiffering } from '../storage/money/differing-accounts.ts';
import { startLoop, type Loop } from './loop.ts';

const EVERY_MS = 600_000;
const FIRST_AFTER_MS = 90_000;

type Settings = { operatorIban: string | null; log: (error: unknown, what: string) => void };

/** Compares the accounts with the bank's statements every ten minutes, in one of the processes. */
export function startReconciliation(database: Database, settings: Settings): Loop {
  return startLoop({
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    round: async () => void (await reconcileOnce(database, settings)),
    onError: (error) => settings.log(error, 'the accounts could not be compared with the bank'),
  });
}

/** False: another process does it, or has just done it. */
export async function reconcileOnce(
  database: Database,
  { operatorIban }: Pick<Settings, 'operatorIban'>,
): Promise<boolean> {
  if (!(await beginReconciliation(database))) return false;
  const differing: string[] = [];
  let total = 0;
  for await (const part of reconciledParts(database, { operatorIban })) {
    differing.push(...part.filter(hasDifference).map(({ iban }) => iban));
    total += part.length;
  }
  await database.transaction((sql) => saveDiffering(sql, differing, total));
  return true;
}
