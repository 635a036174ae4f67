import type { HistoryEntry } from '../../domain/lifecycle/move.ts';
import type { RetentionKind, RetentionPeriods } from '../../domain/retention.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Database, Sql } from '../../storage/database/database.ts';
import { noteErasures, readPeriods } from '../../storage/data-protection/data-protection.ts';
import {
  lockDueDeposits,
  lockDueDetails,
  removeDetails,
  removePeople,
  setHead,
  type DueDeposit,
} from '../../storage/data-protection/deposits.ts';
import { removeRows, type RowKind } from '../../storage/data-protection/rows.ts';
import { addHistory, chain } from '../../storage/deposits/history.ts';
import { doClocksAgree, type ClockCheck } from './clocks.ts';

/** Small enough that the locks of a batch delay no one. */
const DEPOSITS_AT_ONCE = 50;

const ROW_KINDS: readonly RowKind[] = [
  'refused_calls',
  'sign_ins',
  'failed_mails',
  'mail_records',
  'payment_files',
  'unknown_payments',
  'request_log',
  'audit_log',
];

type RemovalSettings = ClockCheck & {
  /** Checked between two batches. */
  isStopping?: () => boolean;
};

/**
 * Removes data whose retention period is over, kind by kind in batches, each in one transaction with the record of the
 * removal. Several processes may do this at once: they skip rows that another one has locked. If a process dies, the next
 * run continues after its last batch. If one kind fails, the others still run.
 */
export async function removeDue(
  database: Database,
  { isStopping = () => false, ...check }: RemovalSettings,
): Promise<void> {
  const { log } = check;
  if (!(await doClocksAgree(database, check))) return;
  const periods = await readPeriods(database);
  const batches: [RetentionKind, Batch][] = [
    ...ROW_KINDS.map((kind): [RetentionKind, Batch] => [kind, (sql) => removeBatch(sql, kind, periods[kind])]),
    ['tenant_details', (sql) => removeDueDetails(sql, periods)],
    ['deposits', (sql) => removeDueDeposits(sql, periods)],
  ];
  for (const [kind, removeNext] of batches) {
    try {
      let isMore = true;
      while (isMore && !isStopping()) isMore = await database.transaction(removeNext);
    } catch (error) {
      if (!isStopping()) log(error, `${kind} was not removed`);
    }
  }
}

/** True: there may be more. */
type Batch = (sql: Sql) => Promise<boolean>;

async function removeBatch(sql: Sql, kind: RowKind, period: number): Promise<boolean> {
  const { count, isMore } = await removeRows(sql, kind, period);
  await noteErasures(sql, [{ organizationId: null, depositId: null, kind, count }]);
  return isMore;
}

async function removeDueDetails(sql: Sql, { tenant_details: days }: RetentionPeriods): Promise<boolean> {
  const due = await lockDueDetails(sql, { days, most: DEPOSITS_AT_ONCE });
  if (due.length === 0) return false;
  await note(sql, 'tenant_details', due, await removeDetails(sql, due));
  return due.length === DEPOSITS_AT_ONCE;
}

async function removeDueDeposits(sql: Sql, { deposits: years }: RetentionPeriods): Promise<boolean> {
  const due = await lockDueDeposits(sql, { years, most: DEPOSITS_AT_ONCE });
  if (due.length === 0) return false;
  await note(sql, 'deposits', due, await removePeople(sql, due));
  return due.length === DEPOSITS_AT_ONCE;
}

/** Records the removal in the history of the deposit and in the list of removals. A company has no civil status. */
async function note(
  sql: Sql,
  kind: Extract<RetentionKind, 'tenant_details' | 'deposits'>,
  due: readonly DueDeposit[],
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const at = await serviceNow(sql);
  for (const deposit of due) {
    const tenants = counts.get(deposit.id) ?? 0;
    if (tenants === 0) continue;
    const entry: HistoryEntry = { at, actor: 'service', event: 'personal_data_removed', detail: { kind, tenants } };
    const chained = chain(deposit.id, deposit.head, [entry]);
    await addHistory(sql, [{ organizationId: deposit.organizationId, depositId: deposit.id, rows: chained.rows }]);
    await setHead(sql, deposit, chained.head);
  }
  await noteErasures(
    sql,
    due.map(({ organizationId, id }) => ({ organizationId, depositId: id, kind, count: counts.get(id) ?? 0 })),
  );
}
