import type { Bounce } from '../../domain/changes/bounce.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Integration } from '../../domain/integration.ts';
import type { DepositFile, Note } from '../../domain/notes/notes.ts';
import type { Letter } from '../../domain/letters/letters.ts';
import type { Organization } from '../../domain/organization.ts';
import type { Provider } from '../../domain/provider.ts';
import { columnArrays } from '../database/column-arrays.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { MEMBER_COLUMNS, type MemberRow } from '../set-up/members.ts';
import { PROVIDER_JSON } from '../providers/provider-json.ts';
import { DEPOSIT_COLUMNS, depositFrom, type DepositRow } from './deposit-row.ts';
import type { ListedDocument } from './documents.ts';
import type { Head } from './history.ts';
import {
  BOUNCES_JSON,
  letterFrom,
  LETTERS_JSON,
  type LetterJson,
  fileFrom,
  FILES_JSON,
  noteFrom,
  NOTES_JSON,
  type BounceJson,
  type FileJson,
  type NoteJson,
} from './notes-json.ts';

/** An entry of the history as it is read: what is personal is part of the detail, unless it was masked. */
export type RecordedEntry = { at: string; actor: string; event: string; detail: Record<string, unknown> };

/** A deposit with all that is known of it. */
export type StoredDeposit = Deposit & {
  history: readonly RecordedEntry[];
  documents: readonly ListedDocument[];
  /** Of the property management, oldest first. */
  notes: readonly Note[];
  files: readonly DepositFile[];
  /** Addresses that mails came back from. */
  bounces: readonly Bounce[];
  letters: readonly Letter[];
  organization: Pick<Organization, 'name' | 'address'>;
  /** When it was read, by the service's clock. */
  readAt: Date;
  /** A payment was reversed after its money was paid out, and no person has resolved it. */
  isOverdrawn: boolean;
};

/** Deposits from before there were providers have the one that was made for them. */
const EARLIER_VERSION = `(
  select e.version_id from providers e
  where e.is_earlier and e.kind = case d.product when 'insurance' then 'insurer' when 'bank_deposit' then 'bank' end)`;

const ROWS = `
  ${columnNames(DEPOSIT_COLUMNS, 'd')},
  (select json_agg(t order by t.position) from tenants t
   where t.organization_id = d.organization_id and t.deposit_id = d.id) as tenants,
  (select json_agg(p order by p.at, p.id) from payments p
   where p.organization_id = d.organization_id and p.deposit_id = d.id) as payments,
  (select json_agg(f order by f.until) from former_accounts f
   where f.organization_id = d.organization_id and f.deposit_id = d.id) as former_accounts,
  (select json_agg(c order by c.asked_at, c.id) from email_changes c
   where c.organization_id = d.organization_id and c.deposit_id = d.id) as email_changes,
  (select json_agg(a order by a.id) from applications a
   where a.organization_id = d.organization_id and a.deposit_id = d.id) as applications,
  (select json_agg(c order by c.started_at, c.id) from changes c
   where c.organization_id = d.organization_id and c.deposit_id = d.id) as changes,
  (select json_agg(o order by o.ordered_at, o.payee desc, o.id) from orders o
   where o.organization_id = d.organization_id and o.deposit_id = d.id) as orders`;

const PROVIDER_VERSION = `coalesce(d.provider_version_id, ${EARLIER_VERSION})`;

const COLUMNS = `${ROWS}, to_json(m) as manager,
  (select ${PROVIDER_JSON} from provider_versions v join providers p on p.id = v.provider_id
   where v.id = ${PROVIDER_VERSION}) as provider`;

const HISTORY = `
  (select json_agg(json_build_object('at', h.at, 'actor', h.actor, 'event', h.event, 'detail', h.detail,
                                     'personal', p.content) order by h.sequence)
   from history h left join history_personal p using (organization_id, deposit_id, sequence)
   where h.organization_id = d.organization_id and h.deposit_id = d.id) as history`;

const DOCUMENTS = `
  (select json_agg(json_build_object('id', x.id, 'kind', x.kind, 'year', x.year, 'amendment', x.amendment,
                                     'sha256', encode(x.sha256, 'hex'), 'createdAt', x.created_at) order by x.created_at, x.id)
   from documents x where x.organization_id = d.organization_id and x.deposit_id = d.id) as documents`;

/** With the manager, `m`. */
export const FROM = `
  from deposits d
  left join members m on m.organization_id = d.manager_organization_id and m.id = d.manager_id`;

const IS_OVERDRAWN = `
  exists (select from bank_entries e where e.deposit_id = d.id and e.why = 'reversed_after_payout'
          and e.attention is not null and e.settled_at is null) as is_overdrawn`;

const ORGANIZATION = `
  (select json_build_object('name', g.name, 'address', g.address)
   from organizations g where g.id = d.organization_id) as organization, service_now() as read_at`;

const SELECT = `select ${COLUMNS}, ${HISTORY}, ${DOCUMENTS}, ${NOTES_JSON}, ${FILES_JSON}, ${BOUNCES_JSON}, ${LETTERS_JSON}, ${ORGANIZATION}, ${IS_OVERDRAWN} ${FROM}`;

type RecordRow = DepositRow & {
  history: (RecordedEntry & { personal: object | null })[];
  documents: ListedDocument[] | null;
  notes: NoteJson[] | null;
  files: FileJson[] | null;
  bounces: BounceJson[] | null;
  letters: LetterJson[] | null;
  organization: StoredDeposit['organization'];
  read_at: Date;
  is_overdrawn: boolean;
};

export async function findDeposit(sql: Sql, id: string): Promise<StoredDeposit | null> {
  const { rows } = await sql.query<RecordRow>({
    name: 'find-deposit',
    text: `${SELECT} where d.id = $1`,
    values: [id],
  });
  return rows[0] === undefined ? null : recordFrom(rows[0]);
}

/** The newest of an organization, newest first: ids grow with time. */
export async function listDeposits(sql: Sql, organizationId: string, most: number): Promise<StoredDeposit[]> {
  const { rows } = await sql.query<RecordRow>(`${SELECT} where d.organization_id = $1 order by d.id desc limit $2`, [
    organizationId,
    most,
  ]);
  return rows.map(recordFrom);
}

/** All of one contract, newest first. Each half has its index. */
export async function listDepositsOfContract(
  sql: Sql,
  { organizationId, externalContractId }: { organizationId: string; externalContractId: string },
): Promise<StoredDeposit[]> {
  const half = (state: string): string =>
    `select id from deposits where organization_id = $1 and external_contract_id = $2 and state ${state} 'withdrawn'`;
  const { rows } = await sql.query<RecordRow>(
    `${SELECT} where d.organization_id = $1 and d.id in (${half('<>')} union all ${half('=')})
     order by d.created_at desc, d.id desc`,
    [organizationId, externalContractId],
  );
  return rows.map(recordFrom);
}

/** Where a deposit lies: ids from outside do not say their organization. */
export async function locateDeposit(sql: Sql, id: string): Promise<Location | null> {
  const { rows } = await sql.query<{ organization_id: string }>('select organization_id from deposits where id = $1', [
    id,
  ]);
  return rows[0] === undefined ? null : { organizationId: rows[0].organization_id, depositId: id };
}

/** The path that a deposit came by; after a mandate, that of the new organization's partner. */
export async function findIntegration(sql: Sql, { organizationId, depositId }: Location): Promise<Integration | null> {
  const { rows } = await sql.query<{ integration: Integration }>(
    `select coalesce(p.integration, d.integration) as integration
     from deposits d left join connections c on c.id = d.connection_id left join partners p on p.id = c.partner_id
     where d.organization_id = $1 and d.id = $2`,
    [organizationId, depositId],
  );
  return rows[0]?.integration ?? null;
}

export type Location = { organizationId: string; depositId: string };

/** A deposit that is locked for a move, and the head of its history. */
export type LockedDeposit = { deposit: Deposit; head: Head };

/** Locks the deposit for a move; null when it is not there. */
export async function lockDeposit(sql: Sql, { depositId }: { depositId: string }): Promise<LockedDeposit | null> {
  return (await lockDeposits(sql, [{ depositId }])).get(depositId) ?? null;
}

/**
 * Locks deposits for moves, in the order of their ids. They are found by their ids alone: a mandate may have moved one to
 * another organization meanwhile. They are read only once the locks are held: a statement that waits for a lock would
 * still see the tenants, payments and orders of before.
 */
export async function lockDeposits(
  sql: Sql,
  wanted: readonly { depositId: string }[],
): Promise<Map<string, LockedDeposit>> {
  if (wanted.length === 0) return new Map();
  const found = await sql.query<{ organization_id: string; id: string }>({
    name: 'lock-deposits',
    text: 'select organization_id, id from deposits where id = any($1::uuid[]) order by id for update',
    values: columnArrays({ depositId: 'uuid' }, wanted),
  });
  const keys = columnArrays({ organization_id: 'uuid', id: 'uuid' }, found.rows);
  const chosen = 'select * from unnest($1::uuid[], $2::uuid[])';
  // Orders are also locked by themselves, when they go into a payment file.
  await sql.query({
    name: 'lock-orders',
    text: `select from orders where (organization_id, deposit_id) in (${chosen}) order by organization_id, id for update`,
    values: keys,
  });
  const { rows } = await sql.query<LockedRow>({
    name: 'read-locked',
    text: `select ${ROWS}, ${PROVIDER_VERSION} as version_id from deposits d where (d.organization_id, d.id) in (${chosen})`,
    values: keys,
  });
  const shared = await readShared(sql, rows);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        deposit: depositFrom({ ...row, ...shared(row) }),
        head: { count: row.history_count, hash: row.history_hash },
      },
    ]),
  );
}

/** Where a deposit is, held there until the commit: a mandate waits. Null: there is none. */
export async function holdDeposit(sql: Sql, depositId: string): Promise<Location | null> {
  const { rows } = await sql.query<{ organization_id: string }>(
    'select organization_id from deposits where id = $1 for key share',
    [depositId],
  );
  return rows[0] === undefined ? null : { organizationId: rows[0].organization_id, depositId };
}

type Shared = Pick<DepositRow, 'manager' | 'provider'>;
type LockedRow = Omit<DepositRow, keyof Shared> & { version_id: string | null };

/** Managers and providers of deposits: many have the same, so each is read once. */
async function readShared(sql: Sql, deposits: readonly LockedRow[]): Promise<(deposit: LockedRow) => Shared> {
  const unique = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
  const { rows: managers } = await sql.query<MemberRow>({
    name: 'managers-of-locked',
    text: `select ${columnNames(MEMBER_COLUMNS)} from members where organization_id = any($1) and id = any($2)`,
    values: [
      unique(deposits.map(({ manager_organization_id: id }) => id)),
      unique(deposits.map(({ manager_id: id }) => id)),
    ],
  });
  const { rows: providers } = await sql.query<{ provider: Provider }>({
    name: 'providers-of-locked',
    text: `select ${PROVIDER_JSON} as provider
           from provider_versions v join providers p on p.id = v.provider_id where v.id = any($1)`,
    values: [unique(deposits.map(({ version_id: id }) => id))],
  });
  const managerOf = new Map(managers.map((row) => [`${row.organization_id} ${row.id}`, row]));
  const providerOf = new Map(providers.map(({ provider }) => [provider.versionId, provider]));
  return (row) => ({
    manager: managerOf.get(`${row.manager_organization_id} ${row.manager_id}`) as MemberRow,
    provider: providerOf.get(row.version_id ?? '') ?? null,
  });
}

/** Deposits as they are, without a lock. */
export async function readDeposits(sql: Sql, locations: readonly Location[]): Promise<Map<string, Deposit>> {
  if (locations.length === 0) return new Map();
  const { rows } = await sql.query<DepositRow>(
    `select ${COLUMNS} ${FROM}
     where (d.organization_id, d.id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    [locations.map(({ organizationId }) => organizationId), locations.map(({ depositId }) => depositId)],
  );
  return new Map(rows.map((row) => [row.id, depositFrom(row)]));
}

function recordFrom(row: RecordRow): StoredDeposit {
  const history = row.history.map(({ at, actor, event, detail, personal }) => ({
    at,
    actor,
    event,
    detail: { ...detail, ...personal },
  }));
  const { documents, organization, read_at: readAt, is_overdrawn: isOverdrawn } = row;
  return {
    ...depositFrom(row),
    history,
    documents: documents ?? [],
    notes: (row.notes ?? []).map(noteFrom),
    files: (row.files ?? []).map(fileFrom),
    bounces: (row.bounces ?? []).map(({ at, ...bounce }) => ({ ...bounce, at: new Date(at) })),
    letters: (row.letters ?? []).map(letterFrom),
    organization,
    readAt,
    isOverdrawn,
  };
}
