import type { Vault } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { approvalContext } from '../operators/approvals.ts';
import { refusedCallContext } from '../open-call/refused-calls.ts';
import { payloadsContext } from '../request-log/list.ts';
import { openMail, recipientHash } from '../effects/sealed-effects.ts';

/** Every sealed column. Sign-in links are sealed too, but expire within minutes. */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'connections', column: 'callback_secret', contextOf: ({ id }) => `callback secret ${id}` },
  { table: 'connections', column: 'callback_previous_secret', contextOf: ({ id }) => `callback secret ${id}` },
  { table: 'providers', column: 'callback_secret', contextOf: ({ id }) => `callback secret ${id}` },
  { table: 'providers', column: 'callback_previous_secret', contextOf: ({ id }) => `callback secret ${id}` },
  { table: 'effects', column: 'content', contextOf: ({ kind, id }) => `${kind} ${id}` },
  { table: 'refused_calls', column: 'payload', contextOf: ({ id }) => refusedCallContext(id) },
  { table: 'call_payloads', column: 'content', contextOf: ({ id }) => payloadsContext(id) },
  { table: 'approvals', column: 'content', contextOf: ({ id }) => approvalContext(id) },
];

type SealedColumn = {
  table: 'connections' | 'providers' | 'effects' | 'refused_calls' | 'call_payloads' | 'approvals';
  column: string;
  /** The sealing context. */
  contextOf: (row: { id: string; kind: string }) => string;
};

/** Rows read at once; fewer where a row holds many payloads. */
const BATCH = {
  connections: 500,
  providers: 500,
  effects: 500,
  refused_calls: 200,
  call_payloads: 25,
  approvals: 200,
} as const;

type Resealed = { looked: number; resealed: number; unreadable: number };

/**
 * Seals again what an older key has sealed, a few rows at a time, while the service runs. It can be interrupted and
 * repeated: what is sealed with the current key stays as it is.
 */
export async function resealAll(
  sql: Sql,
  vault: Vault,
  { onRows, isStopped }: { onRows: (done: number, total: number) => void; isStopped: () => boolean },
): Promise<Resealed> {
  const sum: Resealed = { looked: 0, resealed: 0, unreadable: 0 };
  const total = await estimateRows(sql);
  let done = 0;
  for (const sealed of SEALED_COLUMNS) {
    let after: Key | null = FIRST;
    while (after !== null && !isStopped()) {
      const rows: Row[] = await readBatch(sql, sealed, after);
      await resealBatch(sql, vault, { column: sealed, rows, sum });
      after = rows.at(-1) ?? null;
      done += rows.length;
      onRows(done, Math.max(done, total));
    }
  }
  return sum;
}

/** An estimate, to show progress. */
async function estimateRows(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ estimate: number }>(
    `select coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint as estimate
     from unnest($1::text[]) as p (name) join pg_class c on c.oid = to_regclass(p.name)`,
    [SEALED_COLUMNS.map(({ table }) => table)],
  );
  return rows[0]?.estimate ?? 0;
}

type Key = { organization_id: string; id: string };
type Row = Key & { kind: string; content: Buffer | null };
/** Providers belong to no organization. */
function organizationIn(table: SealedColumn['table']): string {
  return table === 'providers' ? `'${NIL_ID}'::uuid` : 'organization_id';
}

const FIRST: Key = { organization_id: NIL_ID, id: NIL_ID };

async function readBatch(
  sql: Sql,
  { table, column }: SealedColumn,
  { organization_id: organization, id }: Key,
): Promise<Row[]> {
  const { rows } = await sql.query<Row>(
    `select ${organizationIn(table)} as organization_id, id, ${table === 'effects' ? 'kind' : `''`} as kind,
            ${column} as content from ${table}
     where (${organizationIn(table)}, id) > ($1, $2) order by ${table === 'providers' ? '' : 'organization_id, '}id limit $3`,
    [organization, id, BATCH[table]],
  );
  return rows;
}

type Renewed = Key & { was: Buffer; now: Buffer; hash: string | null };

async function resealBatch(
  sql: Sql,
  vault: Vault,
  { column, rows, sum }: { column: SealedColumn; rows: readonly Row[]; sum: Resealed },
): Promise<void> {
  const renewed: Renewed[] = [];
  for (const { content: was, ...row } of rows) {
    if (was === null) continue;
    sum.looked++;
    try {
      const found = vault.renew(was, column.contextOf(row));
      if (found !== null) renewed.push({ ...row, was, now: found.sealed, hash: hashOf(vault, row, found.sealed) });
    } catch {
      sum.unreadable++;
    }
  }
  if (renewed.length > 0) sum.resealed += await save(sql, column, renewed);
}

/** Mails are found by a hash of the recipient, which depends on the key as well. */
function hashOf(vault: Vault, { kind, id }: { kind: string; id: string }, sealed: Buffer): string | null {
  return kind === 'mail' ? recipientHash(vault, openMail(vault, id, sealed).to.email) : null;
}

/** Only rows that are still as they were read: a worker or an operator may have changed them. */
async function save(sql: Sql, { table, column }: SealedColumn, renewed: readonly Renewed[]): Promise<number> {
  const setHash = table === 'effects' ? `, recipient_hash = coalesce(decode(n.hash, 'base64'), t.recipient_hash)` : '';
  const { rowCount } = await sql.query(
    `update ${table} t set ${column} = n.now${setHash}
     from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::text[]) as n (organization_id, id, was, now, hash)
     where ${table === 'providers' ? '' : 't.organization_id = n.organization_id and '}t.id = n.id and t.${column} = n.was`,
    [
      renewed.map((one) => one.organization_id),
      renewed.map(({ id }) => id),
      renewed.map(({ was }) => was),
      renewed.map(({ now }) => now),
      renewed.map(({ hash }) => hash),
    ],
  );
  return rowCount ?? 0;
}
