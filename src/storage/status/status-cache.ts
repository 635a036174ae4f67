import type { StatusFacts } from '../../domain/contract-status.ts';
import type { Sql } from '../database/database.ts';

type StatusChange = { organizationId: string; externalContractId: string };

/** What a statement reads about the entries that were cached before it. */
export type StatusChanges = {
  /** Which server answered. */
  server: number;
  /** Every transaction below this number had ended when the statement began. */
  before: number;
  /** Changes of transactions that may not have ended when the previous statement began. */
  changed: readonly StatusChange[];
};

const MOST_CACHED = 20_000;

/** With more changes than this, the whole cache is cleared. */
export const MOST_CHANGED = 1_000;

/** Changes are kept for so many transactions. */
const KEPT_FOR = 100_000;

/**
 * Caches the status of deposits in this process. Every statement that reads a status also reads what has changed since
 * the previous one, and only the entries that are still valid are used: changes by other processes are seen at once.
 */
export class StatusCache<T> {
  /** By organization, then by contract. */
  readonly #statuses = new Map<string, Map<string, T>>();
  #count = 0;
  #since: number | null = null;
  #server: number | null = null;

  /** The first transaction whose changes are to be read; null: nothing is cached yet. */
  get since(): number | null {
    return this.#since;
  }

  /** The cached contracts of an organization. Its id may be in capitals. */
  of(organizationId: string): ReadonlyMap<string, T> {
    return this.#statuses.get(organizationId.toLowerCase()) ?? NOTHING;
  }

  /** A withdrawn deposit is not cached: the contract may get a new one, which is not recorded as a change. */
  set(organizationId: string, { externalContractId, state }: StatusFacts, status: T): void {
    if (state === 'withdrawn') return;
    if (this.#count >= MOST_CACHED) this.clear();
    const id = organizationId.toLowerCase();
    let contracts = this.#statuses.get(id);
    if (contracts === undefined) this.#statuses.set(id, (contracts = new Map<string, T>()));
    if (!contracts.has(externalContractId)) this.#count++;
    contracts.set(externalContractId, status);
  }

  /** True: entries were removed. */
  invalidate({ server, before, changed }: StatusChanges): boolean {
    const since = this.#since ?? before;
    const isOtherServer = server !== (this.#server ?? server);
    this.#since = before;
    this.#server = server;
    if (isOtherServer || before < since || before - since > KEPT_FOR || changed.length > MOST_CHANGED) {
      this.clear();
      return true;
    }
    for (const { organizationId, externalContractId } of changed) {
      if (this.#statuses.get(organizationId)?.delete(externalContractId) === true) this.#count--;
    }
    return changed.length > 0;
  }

  clear(): void {
    this.#statuses.clear();
    this.#count = 0;
  }
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** More would take longer than the statement timeout. */
const DELETED_AT_ONCE = 10_000;

/**
 * Deletes one batch of changes that no process needs any more; true: there may be more. A change with the number of a
 * future transaction was restored from a backup of another server.
 */
export async function deleteOldStatusChanges(
  sql: Sql,
  { keptFor = KEPT_FOR, atOnce = DELETED_AT_ONCE } = {},
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from status_changes where (organization_id, external_contract_id, transaction) in (
       (select organization_id, external_contract_id, transaction from status_changes, pg_current_snapshot() s
        where transaction < greatest(0, pg_snapshot_xmin(s)::text::bigint - $2)::text::xid8 limit $1)
       union all
       (select organization_id, external_contract_id, transaction from status_changes, pg_current_snapshot() s
        where transaction >= pg_snapshot_xmax(s) limit $1))`,
    [atOnce, keptFor],
  );
  return (rowCount ?? 0) >= atOnce;
}
