import type { Deposit } from '../../domain/deposit.ts';
import type { Move } from '../../domain/lifecycle/move.ts';
import type { Vault } from '../../vault/vault.ts';
import { columnNames, recordColumns, recordValues } from '../database/columns.ts';
import { isDeadlock, sqlState, type Sql } from '../database/database.ts';
import { SERVER_IDENTITY } from '../database/server-identity.ts';
import type { SetUpVersion } from './lookup.ts';
import { isMoved, MOVED_MEANWHILE } from '../mandates/moved-contracts.ts';
import { INSERTED_COLUMNS, insertedRow } from '../deposits/deposit-row.ts';
import { chain, ENTRY_COLUMNS, type ChainedEntry, type Head } from '../deposits/history.ts';
import { LINK_COLUMNS, linkRow } from '../deposits/tenant-links.ts';
import { TENANT_COLUMNS, tenantRow } from '../deposits/tenants.ts';
import { EFFECT_COLUMNS, effectRow } from '../effects/sealed-effects.ts';

/** The history of an opening has nothing personal: a partner opened it. */
const { personal_hash: _, ...HISTORY_COLUMNS } = ENTRY_COLUMNS;

/**
 * Deposits with their tenants, history and effects, in one statement. A contract id that is taken inserts nothing,
 * decided by the unique index; the others are not touched by that.
 */
const INSERT = `
  with input as materialized (
    select * from json_to_recordset($1) as (${recordColumns(INSERTED_COLUMNS)}, set_up_version bigint, server bigint)
  ), current as materialized (
    select input.*, case when input.set_up_version is null
             then not exists (select from organizations a where a.home is not null and a.id = input.organization_id)
             else input.set_up_version = (select version from set_up) and input.server = ${SERVER_IDENTITY}
             and not exists (select from ignored_contracts i where i.organization_id = input.organization_id
                             and i.external_contract_id = input.external_contract_id) end as is_current
    from input
  ), staff as materialized (
    -- Held until the commit, so that nobody leaves while being given a deposit.
    select m.organization_id, m.id from members m
    where (m.organization_id, m.id) in (select manager_organization_id, manager_id from input)
    order by m.organization_id, m.id for key share
  ), assigned as materialized (
    select current.*, is_current and staff.id is not null as is_valid from current
    left join staff on staff.organization_id = manager_organization_id and staff.id = manager_id
  ), opened as (
    insert into deposits (${columnNames(INSERTED_COLUMNS)}, step_since)
    select ${recordValues(INSERTED_COLUMNS)}, created_at
    from assigned
    where is_valid and not ${isMoved('assigned.organization_id', 'assigned.external_contract_id')}
    on conflict (organization_id, external_contract_id) where state <> 'withdrawn' do nothing
    returning organization_id, id, created_at
  ), with_tenants as (
    insert into tenants (organization_id, deposit_id, ${columnNames(TENANT_COLUMNS)})
    select opened.organization_id, opened.id, ${columnNames(TENANT_COLUMNS, 't')}
    from opened join json_to_recordset($2) as t (deposit_id uuid, ${recordColumns(TENANT_COLUMNS)})
      on t.deposit_id = opened.id
  ), with_history as (
    insert into history (organization_id, deposit_id, ${columnNames(HISTORY_COLUMNS)})
    select opened.organization_id, opened.id, ${recordValues(HISTORY_COLUMNS, 'h')}
    from opened join json_to_recordset($3) as h (deposit_id uuid, ${recordColumns(HISTORY_COLUMNS)})
      on h.deposit_id = opened.id
  ), with_effects as (
    insert into effects (organization_id, deposit_id, created_at, ${columnNames(EFFECT_COLUMNS)})
    select opened.organization_id, opened.id, opened.created_at, ${recordValues(EFFECT_COLUMNS, 'e')}
    from opened join json_to_recordset($4) as e (deposit_id uuid, ${recordColumns(EFFECT_COLUMNS)})
      on e.deposit_id = opened.id
  ), with_links as (
    insert into tenant_links (organization_id, deposit_id, ${columnNames(LINK_COLUMNS)})
    select opened.organization_id, opened.id, ${recordValues(LINK_COLUMNS, 'l')}
    from opened join json_to_recordset($5) as l (deposit_id uuid, ${recordColumns(LINK_COLUMNS)})
      on l.deposit_id = opened.id
  )
  select assigned.id, assigned.is_valid
  from assigned left join opened on opened.id = assigned.id where opened.id is null`;

/** `outdated`: what the call was decided on has changed meanwhile; it must be decided again. */
export type Insertion = 'opened' | 'taken' | 'outdated';

/** A move to store, and the version of the set-up that it was decided on; null: it was read just now. */
export type Insert = { move: Move; connectionId: string; setUpVersion: SetUpVersion | null };

/** What became of each move. Sorted by key, so that two batches never wait for each other. */
export async function insertDeposits(sql: Sql, vault: Vault, inserts: readonly Insert[]): Promise<Insertion[]> {
  const sorted = inserts.toSorted(byKey).map(chained);
  const rowsOf = (part: (insert: ChainedInsert) => object[]): string =>
    JSON.stringify(
      sorted.flatMap((insert) => part(insert).map((row) => ({ deposit_id: insert.move.deposit.id, ...row }))),
    );
  const values = [
    JSON.stringify(sorted.map(depositRow)),
    rowsOf(({ move }) => move.deposit.terms.tenants.map(tenantRow)),
    rowsOf(({ entries }) => entries.map(entryRow)),
    rowsOf(({ move }) => move.effects.map((effect) => effectRow(vault, effect))),
    rowsOf(({ move }) => move.links.map(linkRow)),
  ];
  const insert = () => sql.query<{ id: string; is_valid: boolean }>({ name: 'insert-deposits', text: INSERT, values });
  const { rows } = await insert().catch((error: unknown) => {
    // The deposit of a contract went to another organization at this moment, and a new look finds the id taken.
    if (sqlState(error) === MOVED_MEANWHILE || isDeadlock(error)) return insert();
    throw error;
  });
  // Those that were not opened; as a rule there are none.
  const others = new Map(rows.map((row): [string, Insertion] => [row.id, row.is_valid ? 'taken' : 'outdated']));
  return inserts.map(({ move }) => others.get(move.deposit.id) ?? 'opened');
}

/** Whether this very deposit is there: asked when the answer to its insert was lost. */
export async function isStored(sql: Sql, { organizationId, id }: Deposit): Promise<boolean> {
  const { rows } = await sql.query('select from deposits where organization_id = $1 and id = $2', [organizationId, id]);
  return rows.length === 1;
}

type ChainedInsert = Insert & { entries: ChainedEntry[]; head: Head };

function chained(insert: Insert): ChainedInsert {
  const { rows: entries, head } = chain(insert.move.deposit.id, { count: 0, hash: null }, insert.move.history);
  return { ...insert, entries, head };
}

function depositRow({ move: { deposit }, connectionId, setUpVersion, head }: ChainedInsert): object {
  return {
    ...insertedRow(deposit, head, connectionId),
    set_up_version: setUpVersion?.count,
    server: setUpVersion?.server,
  };
}

function entryRow({ sequence, at, actor, event, detail, hash }: ChainedEntry): object {
  return { sequence, at, actor, event, detail, hash };
}

function byKey({ move: { deposit: one } }: Insert, { move: { deposit: other } }: Insert): number {
  return (
    compare(one.organizationId, other.organizationId) ||
    compare(one.terms.externalContractId, other.terms.externalContractId)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
