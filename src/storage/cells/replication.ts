import type { Sql } from '../database/database.ts';
import type { Sides } from './sides.ts';
import type { Family } from './state.ts';

/**
 * Not copied by replication: numbers that are counted per database, and what says where an organization is. The others are
 * all tables whose key begins with the organization.
 */
const LEFT_OUT = ['organization_moves', 'status_changes'];
/** The places in the lists of partners are counted per database. */
const WITHOUT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  calls: ['number'],
  deliveries: ['number', 'partner_id'],
};

/** Names of publication, slot and subscription. */
const replicationName = ({ organizationId }: Family): string => `depono_move_${organizationId.replaceAll('-', '')}`;

/** Every table that an organization takes along. */
export async function ownTables(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'organization_id'
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all ($1)
     order by 1`,
    [LEFT_OUT],
  );
  return rows.map(({ name }) => name);
}

/** Row filters with constants: every key begins with the organization, so changes can be filtered too. */
export async function publish(source: Sql, family: Family): Promise<void> {
  const name = replicationName(family);
  const { rowCount } = await source.query('select from pg_publication where pubname = $1', [name]);
  if (rowCount === 1) return;
  const filter = family.ids.map((id) => `organization_id = '${id}'`).join(' or ');
  const parts = await Promise.all(
    (await ownTables(source)).map(
      async (table) => `table only ${table}${await columnList(source, table)} where (${filter})`,
    ),
  );
  await source.query(`create publication ${name} for ${parts.join(', ')}`);
}

async function columnList(sql: Sql, table: string): Promise<string> {
  const without = WITHOUT_COLUMNS[table];
  if (without === undefined) return '';
  const { rows } = await sql.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all ($2)`,
    [table, without],
  );
  return ` (${rows.map(({ name }) => name).join(', ')})`;
}

/** Of its own, beforehand: a subscription cannot make the slot itself where both databases are on one server. */
export async function openSlot(source: Sql, family: Family): Promise<void> {
  const name = replicationName(family);
  const { rowCount } = await source.query('select from pg_replication_slots where slot_name = $1', [name]);
  if (rowCount === 0) await source.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
}

export async function subscribe(target: Sql, family: Family, sourceAddress: string): Promise<void> {
  const name = replicationName(family);
  const { rows } = await target.query<{ address: string }>('select quote_literal($1) as address', [sourceAddress]);
  await target.query(
    `create subscription ${name} connection ${rows[0]?.address} publication ${name}
     with (create_slot = false, slot_name = '${name}', enabled = true)`,
  );
}

/** Goes on with what is there. */
export async function resubscribe(target: Sql, family: Family): Promise<void> {
  await target.query(`alter subscription ${replicationName(family)} enable`);
}

/** Nothing of the source is written any more when this returns. */
export async function stopCopy(target: Sql, family: Family): Promise<void> {
  const name = replicationName(family);
  await target.query(`alter subscription ${name} disable`);
  // A worker that has nothing to do looks once a second.
  for (;;) {
    const { rowCount } = await target.query(
      'select pg_terminate_backend(pid) from pg_stat_subscription where subname = $1 and pid is not null',
      [name],
    );
    if (rowCount === 0) return;
    await target.query('select pg_sleep(0.005)');
  }
}

export async function isSubscribed(target: Sql, family: Family): Promise<boolean> {
  const { rowCount } = await target.query('select from pg_stat_subscription where subname = $1', [
    replicationName(family),
  ]);
  return (rowCount ?? 0) > 0;
}

export async function isPublished(source: Sql, family: Family): Promise<boolean> {
  const { rowCount } = await source.query('select from pg_replication_slots where slot_name = $1', [
    replicationName(family),
  ]);
  return rowCount === 1;
}

export type CopyProgress = { copied: number; tables: number; errors: number };

export async function readProgress(target: Sql, family: Family): Promise<CopyProgress> {
  const { rows } = await target.query<CopyProgress>(
    `select (select count(*)::integer from pg_subscription_rel r where r.srsubid = s.subid and r.srsubstate = 'r') as copied,
            (select count(*)::integer from pg_subscription_rel r where r.srsubid = s.subid) as tables,
            (s.apply_error_count + s.sync_error_count)::integer as errors
     from pg_stat_subscription_stats s where s.subname = $1`,
    [replicationName(family)],
  );
  return rows[0] ?? { copied: 0, tables: 0, errors: 0 };
}

/** Whatever of it is there. */
export async function endReplication({ source, target }: Sides, family: Family): Promise<void> {
  const name = replicationName(family);
  if (await isSubscribed(target, family)) {
    await target.query(`alter subscription ${name} disable`);
    await target.query(`drop subscription ${name}`).catch(async () => {
      // The target no longer reaches the source.
      await target.query(`alter subscription ${name} set (slot_name = none)`);
      await target.query(`drop subscription ${name}`);
    });
  }
  await source.query(`drop publication if exists ${name}`);
  for (let attempt = 0; attempt < 100; attempt++) {
    const { rows } = await source.query<{ active: boolean }>(
      'select active from pg_replication_slots where slot_name = $1',
      [name],
    );
    if (rows[0] === undefined) return;
    if (!rows[0].active) await source.query('select pg_drop_replication_slot($1)', [name]);
    else await source.query('select pg_sleep(0.1)');
  }
  throw new Error(`the replication slot ${name} of the source is still in use; run the command again`);
}
