import type { StatusFacts } from '../../domain/contract-status.ts';
import type { Sql } from '../database/database.ts';

export type StatusChange = { organizationId: string; externalContractId: string };

/** What a statement says of what was remembered before it. */
export type StatusNews = {
  /** All transactions before this one had ended when the statement began. */
  before: number;
  /** What transactions have changed that had perhaps not ended when the statement before began. */
  changed: readonly StatusChange[];
};

const MOST_REMEMBERED = 20_000;

/** More than that is not told one by one. */
export const MOST_CHANGED = 1_000;

/** For so many transactions it is known what they changed. */
const KNOWN_FOR = 100_000;

/**
 * What a process has read of deposits for the answers about their status. Every statement that reads for such answers also says
 * what was changed since the one before, and only what is left after that is used: what another process has stored is
 * seen as if all were read anew.
 */
export class StatusCache<T> {
  /** What was made of the facts, by organization, and then by contract. */
  readonly #made = new Map<string, Map<string, T>>();
  #count = 0;
  #since: number | null = null;

  /** From which transaction on changes are asked for; null: nothing is remembered yet. */
  get since(): number | null {
    return this.#since;
  }

  /** What is remembered of an organization's contracts. Its id may come in capitals. */
  of(organizationId: string): ReadonlyMap<string, T> {
    return this.#made.get(organizationId.toLowerCase()) ?? NOTHING;
  }

  /** A contract without a deposit, or with withdrawn ones only, may get a new one, of which no change is noted. */
  set(organizationId: string, { externalContractId, state }: StatusFacts, made: T): void {
    if (state === 'withdrawn') return;
    if (this.#count >= MOST_REMEMBERED) this.clear();
    const id = organizationId.toLowerCase();
    let contracts = this.#made.get(id);
    if (contracts === undefined) this.#made.set(id, (contracts = new Map<string, T>()));
    if (!contracts.has(externalContractId)) this.#count++;
    contracts.set(externalContractId, made);
  }

  /** Tells whether anything had to be forgotten. */
  invalidate({ before, changed }: StatusNews): boolean {
    const since = this.#since ?? before;
    this.#since = before;
    if (before < since || before - since > KNOWN_FOR || changed.length > MOST_CHANGED) {
      this.clear();
      return true;
    }
    for (const { organizationId, externalContractId } of changed) {
      if (this.#made.get(organizationId)?.delete(externalContractId) === true) this.#count--;
    }
    return changed.length > 0;
  }

  clear(): void {
    this.#made.clear();
    this.#count = 0;
  }
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** So many take a moment; more would take longer than a statement may. */
const FORGOTTEN_AT_ONCE = 10_000;

/**
 * Removes changes that nobody asks for any more, one batch; true: there may be more. A change of a transaction yet to come was
 * restored from a backup of another server, whose transactions are counted by itself.
 */
export async function forgetStatusChanges(
  sql: Sql,
  { knownFor = KNOWN_FOR, atOnce = FORGOTTEN_AT_ONCE } = {},
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from status_changes where (organization_id, external_contract_id, transaction) in (
       (select organization_id, external_contract_id, transaction from status_changes, pg_current_snapshot() s
        where transaction < greatest(0, pg_snapshot_xmin(s)::text::bigint - $2)::text::xid8 limit $1)
       union all
       (select organization_id, external_contract_id, transaction from status_changes, pg_current_snapshot() s
        where transaction >= pg_snapshot_xmax(s) limit $1))`,
    [atOnce, knownFor],
  );
  return (rowCount ?? 0) >= atOnce;
}
