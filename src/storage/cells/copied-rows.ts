import { moving, type Sides } from './sides.ts';
import type { Family } from './state.ts';

type Copied = {
  table: string;
  key: string;
  where: string;
  values: readonly unknown[];
  without?: readonly string[];
  replaces?: boolean;
  /** Columns that keep what the target has where it has something. */
  keeps?: readonly string[];
};

/** Rows as they are, by the names of their columns. `without`: columns that keep their default, or what the target has. */
async function copyRows(
  { source, target }: Sides,
  { table, key, where, values, without = [], replaces = true, keeps = [] }: Copied,
): Promise<void> {
  const { rows: columns } = await source.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all ($2)`,
    [table, without],
  );
  const names = columns.map(({ name }) => name);
  const { rows } = await source.query<{ all: string | null }>(
    `select json_agg(t)::text as all from ${table} t where ${where}`,
    [...values],
  );
  const all = rows[0]?.all ?? null;
  if (all === null) return;
  const set = names
    .filter((name) => !key.split(', ').includes(name))
    .map((name) =>
      keeps.includes(name) ? `${name} = coalesce(${table}.${name}, excluded.${name})` : `${name} = excluded.${name}`,
    );
  await target.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.join(', ')} from json_populate_recordset(null::${table}, $1::json)
     on conflict (${key}) do ${replaces ? `update set ${set.join(', ')}` : 'nothing'}`,
    [all],
  );
}

/** What the move says itself. */
const OF_THE_MOVE = ['home', 'moved_at', 'leaving_since'];

/**
 * The organizations, who may call for them, and the banks and insurers of their deposits. What the target has of partners and
 * providers stays; a revoked key is revoked there too. To be done again when nothing changes any more.
 */
export async function copySetUp(sides: Sides, { ids }: Family): Promise<void> {
  const { source, target } = sides;
  const partners = 'select c.partner_id from connections c where c.organization_id = any($1)';
  const values = [ids];
  await copyProviders(sides, ids);
  await copyRows(sides, { table: 'partners', key: 'id', where: `t.id in (${partners})`, values, replaces: false });
  // Revoked in either cell is revoked.
  const keeps = ['revoked_at'];
  for (const table of ['partner_keys', 'partner_status_keys']) {
    await copyRows(sides, { table, key: 'id', where: `t.partner_id in (${partners})`, values, keeps });
  }
  // Members come with the other rows, so nobody is named before they are there.
  const without = [...OF_THE_MOVE, 'default_manager_id', 'bank_provider_id', 'insurer_provider_id'];
  for (const kind of ['is null', 'is not null']) {
    await copyRows(sides, {
      table: 'organizations',
      key: 'id',
      where: `t.id = any($1) and t.parent_id ${kind}`,
      values,
      without,
    });
  }
  const { rows } = await source.query<{ id: string }>(
    'select id from connections where organization_id = any($1)',
    values,
  );
  await target.query('delete from connections where organization_id = any($1) and id <> all ($2)', [
    ids,
    rows.map(({ id }) => id),
  ]);
  await copyRows(sides, { table: 'connections', key: 'id', where: 't.organization_id = any($1)', values });
}

const OF_DEPOSITS = `select v.provider_id from provider_versions v where v.id in (
    select d.provider_version_id from deposits d where d.organization_id = any($1))
  union select a.provider_id from applications a where a.organization_id = any($1)
  union select o.bank_provider_id from organizations o where o.id = any($1)
  union select o.insurer_provider_id from organizations o where o.id = any($1)`;

/** A provider is the same where its code is the same. */
async function copyProviders(sides: Sides, ids: readonly string[]): Promise<void> {
  const { source, target } = sides;
  const needed = `t.id in (${OF_DEPOSITS})`;
  const { rows } = await source.query<{ id: string; code: string }>(
    `select t.id, t.code from providers t where ${needed}`,
    [ids],
  );
  const known = await target.query<{ code: string }>('select code from providers where code = any($1)', [
    rows.map(({ code }) => code),
  ]);
  const codes = new Set(known.rows.map(({ code }) => code));
  const missing = rows.filter(({ code }) => !codes.has(code)).map(({ id }) => id);
  await copyRows(sides, {
    table: 'providers',
    key: 'id',
    where: 't.id = any($1)',
    values: [missing],
    without: ['is_default', 'is_earlier'],
    replaces: false,
  });
  await copyRows(sides, {
    table: 'provider_keys',
    key: 'id',
    where: 't.provider_id = any($1)',
    values: [missing],
    replaces: false,
  });
  const versions = await source.query<{ all: string | null }>(
    `select json_agg(json_build_object('code', p.code, 'row', row_to_json(v)))::text as all
     from provider_versions v join providers p on p.id = v.provider_id where p.id in (${OF_DEPOSITS})`,
    [ids],
  );
  await target.query(
    `insert into provider_versions
     select (jsonb_populate_record(null::provider_versions, e.value -> 'row' || jsonb_build_object('provider_id', p.id))).*
     from jsonb_array_elements($1::jsonb) e join providers p on p.code = e.value ->> 'code'
     on conflict (id) do nothing`,
    [versions.rows[0]?.all ?? '[]'],
  );
}

const ACCOUNTS = `select d.iban from deposits d where d.organization_id = any($1) and d.iban is not null
  union select d.qr_iban from deposits d where d.organization_id = any($1) and d.qr_iban is not null
  union select f.iban from former_accounts f where f.organization_id = any($1)`;

/** What the bank has said of their accounts, and which payment files their orders went out with; the files stay behind. */
export async function copyBankRecords(sides: Sides, { ids }: Family): Promise<void> {
  const where = `t.account_iban in (${ACCOUNTS})`;
  const values = [ids];
  await copyRows(sides, {
    table: 'bank_statements',
    key: 'account_iban, statement_id, to_on',
    where,
    values,
    replaces: false,
  });
  await copyRows(sides, { table: 'simulated_bank', key: 'account_iban, sequence', where, values, replaces: false });
  await copyRows(sides, {
    table: 'payment_runs',
    key: 'id',
    where: 't.written_at is not null and t.id in (select o.run_id from orders o where o.organization_id = any($1))',
    values,
    without: ['content'],
    replaces: false,
  });
}

/** Per database a number of its own, in which a later one must be higher. */
const COUNTED = [
  ['counter_changes', 'id'],
  ['level_changes', 'id'],
  ['deposit_feed_changes', 'n'],
] as const;
/** More than the target can count between two statements. */
const AHEAD = 1_000_000;

/** In the transaction from which on the target serves the organizations. */
export function serve(sides: Sides, family: Family, { mostNoted }: { mostNoted: number }): Promise<void> {
  const { source, target } = sides;
  const { ids } = family;
  return moving(target, async () => {
    await copySetUp(sides, family);
    await copyRows(sides, {
      table: 'approvals',
      key: 'id',
      where: `t.organization_id = any($1) and t.state = 'waiting'`,
      values: [ids],
    });
    await settleProviders(sides, ids);
    for (const [table, column] of COUNTED) {
      const { rows } = await source.query<{ last: number }>(
        `select coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)), 0) as last`,
        [table, column],
      );
      await target.query(
        `select setval(s.name, greatest($3, coalesce(pg_sequence_last_value(s.name), 0)) + ${AHEAD})
         from (select pg_get_serial_sequence($1, $2)::regclass as name) s
         where $3 >= coalesce(pg_sequence_last_value(s.name), 0)`,
        [table, column, rows[0]?.last ?? 0],
      );
    }
    // A number of another server's transaction.
    await target.query(
      'update running_imports set undo_transaction = null where organization_id = any($1) and undo_transaction is not null',
      [ids],
    );
    // More of them than a process looks at one by one empty its cache.
    await target.query(
      `insert into status_changes (organization_id, external_contract_id)
       select d.organization_id, d.external_contract_id from deposits d where d.organization_id = any($1) limit $2
       on conflict do nothing`,
      [ids, mostNoted + 1],
    );
    await target.query(
      'update organizations set home = null, moved_at = null, leaving_since = null where id = any($1)',
      [ids],
    );
    await target.query('delete from organization_moves where organization_id = $1', [family.organizationId]);
  });
}

/** What names a provider or a member, once all rows are there. */
async function settleProviders({ source, target }: Sides, ids: readonly string[]): Promise<void> {
  const { rows } = await source.query<{ id: string; code: string }>('select id, code from providers');
  const codes = [rows.map(({ id }) => id), rows.map(({ code }) => code)];
  const renamed = 'unnest($2::uuid[], $3::text[]) as s (id, code) join providers p on p.code = s.code and p.id <> s.id';
  for (const table of ['applications', 'provider_deliveries']) {
    await target.query(
      `update ${table} t set provider_id = p.id from ${renamed} where t.organization_id = any($1) and t.provider_id = s.id`,
      [ids, ...codes],
    );
  }
  const { rows: chosen } = await source.query(
    `select o.id, o.default_manager_id as manager, b.code as bank, i.code as insurer from organizations o
     left join providers b on b.id = o.bank_provider_id left join providers i on i.id = o.insurer_provider_id
     where o.id = any($1)`,
    [ids],
  );
  for (const { id, manager, bank, insurer } of chosen as {
    id: string;
    manager: string | null;
    bank: string | null;
    insurer: string | null;
  }[]) {
    await target.query(
      `update organizations set default_manager_id = $2, bank_provider_id = (select id from providers where code = $3),
              insurer_provider_id = (select id from providers where code = $4) where id = $1`,
      [id, manager, bank, insurer],
    );
  }
}
