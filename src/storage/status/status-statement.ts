import type { StatusFacts } from '../../domain/contract-status.ts';
import { READABLE_DAYS } from '../../domain/mandates/mandate.ts';
import type { State } from '../../domain/deposit.ts';
import type { Product } from '../../domain/product.ts';
import { rappen } from '../../domain/values/money.ts';
import { isKey, keyId } from '../../vault/keys.ts';
import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';
import { SERVER_IDENTITY } from '../database/server-identity.ts';
import { MOST_CHANGED, type StatusChanges } from './status-cache.ts';

/** The organization whose status is read, and the key that was sent. */
export type StatusReader = { organizationId: string; apiKey: string };

/** Null: no such organization. `keyId` is null where the key is not one of the organization's. */
export type KnownReader = { isEnabled: boolean; isAtHome: boolean; keyId: string | null } | null;

type StatusQuery = {
  readers: readonly StatusReader[];
  /** The contracts to read, with the number of the reader, from 1. */
  contracts: readonly { reader: number; externalContractId: string | null }[];
  /** The first transaction whose changes are read. */
  since: number | null;
};

/** `isElsewhere`: the deposit went to another organization, so its changes are not noted for this one. */
type ReadStatus = { facts: StatusFacts; isElsewhere: boolean };

/** In the order of the query. */
type StatusAnswer = { changes: StatusChanges; readers: KnownReader[]; contracts: (ReadStatus | null)[] };

/** In the order of the statement's columns. Row 0 has the changes, a row with a state is a deposit, any other a reader. */
type Row = [
  n: number,
  isEnabled: boolean | null,
  keyHash: Buffer | null,
  state: State | null,
  product: Product | null,
  iban: string | null,
  rentalDeposit: number,
  paidOutAt: Date | null,
  paidOutTenant: number | null,
  provider: string | null,
  isElsewhere: boolean | null,
  before: number,
  changed: string[],
  server: number,
];

/** The columns of a deposit that its status is made of. */
function shown(table: string): string {
  const names = ['id', 'created_at', 'state', 'product', 'iban', 'rental_deposit_rappen', 'paid_out_at'];
  return [...names, 'paid_out_tenant_rappen', 'provider_code'].map((name) => `${table}.${name}`).join(', ');
}

/**
 * Contract section 3: of several deposits the newest counts. A living one is always the newest, unless the newest has gone
 * to another organization: its status is read for a time, and then nothing. `offset 0` makes
 * PostgreSQL look up one organization and key per reader; without it, it reads all of them for each statement. The
 * changes come first, of the same snapshot as everything else.
 */
const SELECT = `
  select 0, null::boolean, null::bytea, null, null, null, null::bigint, null::timestamptz, null::bigint,
         null::text, null::boolean, pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
         array(select c.organization_id || ' ' || c.external_contract_id from status_changes c
               where c.transaction >= $5::xid8 limit ${MOST_CHANGED + 1}), ${SERVER_IDENTITY}
  union all
  select r.n::integer, o.contract_status_enabled, k.hash, null, null, null, null, null, null, o.home, null, null, null, null
  from unnest($1::uuid[], $2::text[]) with ordinality as r (organization_id, key_id, n)
  left join lateral (select * from organizations g where g.id = r.organization_id offset 0) o on true
  left join lateral (select * from status_keys s where s.organization_id = o.id and s.id = r.key_id
                     and s.revoked_at is null offset 0) k on true
  union all
  select q.n::integer, null, null, d.state, d.product, d.iban,
         d.rental_deposit_rappen, d.paid_out_at, d.paid_out_tenant_rappen, d.provider_code, d.is_elsewhere, null, null, null
  from unnest($3::integer[], $4::text[]) with ordinality as q (reader, external_contract_id, n)
  cross join lateral (
    (select ${shown('l')}, false as is_elsewhere, true as is_readable from deposits l
     where l.organization_id = ($1::uuid[])[q.reader]
       and l.external_contract_id = q.external_contract_id and l.state <> 'withdrawn')
    union all
    (select n.* from (
       (select ${shown('w')}, false as is_elsewhere, true as is_readable from deposits w
        where w.organization_id = ($1::uuid[])[q.reader]
          and w.external_contract_id = q.external_contract_id and w.state = 'withdrawn'
        order by w.created_at desc, w.id desc limit 1)
       union all
       (select ${shown('e')}, true, v.moved_at > service_now() - interval '${READABLE_DAYS} days'
        from moved_contracts v join deposits e on e.id = v.deposit_id
        where v.organization_id = ($1::uuid[])[q.reader] and v.external_contract_id = q.external_contract_id
        order by e.created_at desc, e.id desc limit 1)
     ) n order by n.created_at desc, n.id desc limit 1)
    limit 1
  ) d where d.is_readable`;

/** One statement, so everything is of one snapshot. */
export async function queryStatus(sql: Sql, { readers, contracts, since }: StatusQuery): Promise<StatusAnswer> {
  const { rows } = await sql.query<Row>({
    rowMode: 'array',
    name: 'contract-status',
    text: SELECT,
    values: [
      // Malformed ids match no row.
      readers.map(({ organizationId }) => (isId(organizationId) ? organizationId : null)),
      readers.map(({ apiKey }) => keyId(apiKey)),
      `{${contracts.map(({ reader }) => reader).join(',')}}`,
      contracts.map(({ externalContractId }) => externalContractId),
      since,
    ],
  });
  const answer: StatusAnswer = { changes: NONE, readers: [], contracts: contracts.map(() => null) };
  for (const row of rows) {
    const [n, , , state] = row;
    if (n === 0) answer.changes = changesFrom(row);
    else if (state === null) answer.readers[n - 1] = readerFrom(row, readers[n - 1]?.apiKey ?? '');
    else {
      const facts = factsFrom(row, state, contracts[n - 1]?.externalContractId ?? '');
      answer.contracts[n - 1] = { facts, isElsewhere: row[10] === true };
    }
  }
  return answer;
}

const NONE: StatusChanges = { server: 0, before: 0, changed: [] };
const UUID_LENGTH = 36;

function changesFrom([, , , , , , , , , , , before, changed, server]: Row): StatusChanges {
  const contracts = changed.map((name) => ({
    organizationId: name.slice(0, UUID_LENGTH),
    externalContractId: name.slice(UUID_LENGTH + 1),
  }));
  return { server, before, changed: contracts };
}

function readerFrom([, isEnabled, hash, , , , , , , home]: Row, apiKey: string): KnownReader {
  if (isEnabled === null) return null;
  return { isEnabled, isAtHome: home === null, keyId: isKey(apiKey, hash) ? keyId(apiKey) : null };
}

function factsFrom(row: Row, state: State, externalContractId: string): StatusFacts {
  const [, , , , product, iban, rentalDeposit, paidOutAt, paidOutTenant, provider] = row;
  return {
    externalContractId,
    state,
    product,
    iban,
    rentalDeposit: rappen(rentalDeposit),
    paidOutTime: paidOutAt?.toISOString() ?? null,
    paidOutAmountTenant: paidOutTenant === null ? null : rappen(paidOutTenant),
    provider,
  };
}
