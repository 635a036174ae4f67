import type { Deposit } from '../../domain/deposit.ts';
import type { Effect } from '../../domain/effect.ts';
import type { Move } from '../../domain/lifecycle/move.ts';
import type { Vault } from '../../vault/vault.ts';
import { columnArrays, arrayRows } from '../database/column-arrays.ts';
import { columnNames, recordColumns, type Columns } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { sendInOrder } from '../database/send-in-order.ts';
import { moveInList } from '../deposit-list/row.ts';
import { addAllEffects } from '../effects/effects.ts';
import { saveFormerAccounts } from './accounts.ts';
import { saveApplications } from './applications.ts';
import { addHistory, chain, type Head } from './history.ts';
import { addPostings, saveOrders, savePayments } from '../money/booked-money.ts';
import { saveChanges } from './changes.ts';
import { addEmailLinks, saveEmailChanges } from './email-changes.ts';
import { addLinks, endLinks, moveLinks } from './tenant-links.ts';
import { UPDATED_COLUMNS, updatedRow } from './deposit-row.ts';
import { TENANT_COLUMNS, tenantRow } from './tenants.ts';

/** A deposit that has moved, with the head of its history before. */
type MovedDeposit = { before: Deposit; head: Head; move: Move; more: readonly Effect[] };

/** Everything that moves have changed, in the transaction that holds the deposits locked. Each deposit occurs once. */
export async function storeMoves(sql: Sql, vault: Vault, moved: readonly MovedDeposit[], now: Date): Promise<void> {
  const all = moved.map(({ head, move, ...rest }) => {
    const chained = chain(move.deposit.id, head, move.history);
    const owner = { organizationId: move.deposit.organizationId, depositId: move.deposit.id };
    return { ...rest, head, move, deposit: move.deposit, chained, owner };
  });
  await sendInOrder(sql, [
    (line) =>
      updateDeposits(
        line,
        all.map(({ before, head, deposit, chained }) => ({ before, head, deposit, newHead: chained.head })),
      ),
    (line) => savePeople(line, all),
    ...moneySteps(all),
    each(
      all,
      (one) => changedOf(one.before.applications, one.deposit.applications),
      (line, sets) => saveApplications(line, sets),
    ),
    each(
      all,
      (one) => changedOf(one.before.changes, one.deposit.changes),
      (line, sets) => saveChanges(line, sets),
    ),
    each(
      all,
      ({ chained }) => chained.rows,
      (line, sets) =>
        addHistory(
          line,
          sets.map(({ owner, items }) => ({ ...owner, rows: items })),
        ),
    ),
    each(
      all,
      ({ move }) => move.positions,
      (line, sets) => moveLinks(line, sets),
    ),
    each(all, (one) => changedOf(one.before.emailChanges, one.deposit.emailChanges), saveEmailChanges),
    ...linkSteps(all),
    each(
      all,
      ({ move, more }) => [...move.effects, ...more],
      (line, sets) =>
        addAllEffects(
          line,
          vault,
          now,
          sets.map(({ owner, items }) => ({ ...owner, effects: items })),
        ),
    ),
    (line) => moveInList(line, all),
  ]);
}

async function removeDetailsAgain(sql: Sql, { organizationId, id }: Deposit): Promise<void> {
  await sql.query('update deposits set details_removed_at = null where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
}

type Owner = { organizationId: string; depositId: string };
type Changed = { owner: Owner; before: Deposit; deposit: Deposit; move: Move };

async function savePeople(sql: Sql, all: readonly Changed[]): Promise<void> {
  for (const { before, deposit } of all) {
    const areNew = deposit.terms.tenants !== before.terms.tenants;
    if (areNew) await saveTenants(sql, deposit);
    // Their rows are new, and have no signatures yet.
    const isSigned = areNew && deposit.signatures.some((one) => one !== null);
    if (isSigned || changedOf(before.signatures, deposit.signatures).length > 0) await saveSignatures(sql, deposit);
    // Who has joined has details that are still to be removed.
    if (areNew && deposit.state === 'open') await removeDetailsAgain(sql, deposit);
  }
}

type Step = (sql: Sql) => Promise<void>;

/** Links that end go first: a new one of the same tenant stays. */
function linkSteps(all: readonly Changed[]): Step[] {
  return [
    each(
      all,
      ({ move }) => move.endedLinks,
      async (line, sets) => {
        for (const { owner, items } of sets) await endLinks(line, { ...owner, positions: items });
      },
    ),
    each(
      all,
      ({ move }) => move.links.filter(({ emailChange }) => emailChange === undefined),
      (line, sets) =>
        addLinks(
          line,
          sets.map(({ owner, items }) => ({ ...owner, links: items })),
        ),
    ),
    each(
      all,
      ({ move }) => move.links.filter(({ emailChange }) => emailChange !== undefined),
      async (line, sets) => {
        for (const { owner, items } of sets) await addEmailLinks(line, { ...owner, links: items });
      },
    ),
  ];
}

/** Accounts, payments, orders and postings. */
function moneySteps(all: readonly Changed[]): Step[] {
  return [
    each(all, (one) => changedOf(one.before.formerAccounts, one.deposit.formerAccounts), saveFormerAccounts),
    each(all, (one) => changedOf(one.before.payments, one.deposit.payments), savePayments),
    each(all, (one) => changedOf(one.before.orders, one.deposit.orders), saveOrders),
    each(
      all,
      ({ move }) => move.postings,
      (line, sets) =>
        addPostings(
          line,
          sets.map(({ owner, items }) => ({ ...owner, account: owner.depositId, postings: items })),
        ),
    ),
  ];
}

/** Saves what the deposits have of one kind, in one statement; none if they have nothing. */
function each<T extends { owner: Owner }, I>(
  all: readonly T[],
  items: (one: T) => readonly I[],
  save: (sql: Sql, sets: readonly { owner: Owner; items: readonly I[] }[]) => Promise<void>,
): Step {
  return async (sql) => {
    const sets = all.map((one) => ({ owner: one.owner, items: items(one) })).filter((set) => set.items.length > 0);
    if (sets.length > 0) await save(sql, sets);
  };
}

/** What is new or has been replaced: a move leaves the rest as it got it. */
function changedOf<T>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter((item, index) => item !== before[index]);
}

const KEY_COLUMNS = { organization_id: 'uuid', id: 'uuid' };
type Updated = keyof typeof UPDATED_COLUMNS;
const UPDATED = Object.keys(UPDATED_COLUMNS) as Updated[];

function updateOf(columns: Columns): string {
  return `
    update deposits d set ${Object.keys(columns)
      .map((name) => `${name} = r.${name}`)
      .join(', ')}
    from ${arrayRows({ ...KEY_COLUMNS, ...columns }, 'r')}
    where d.organization_id = r.organization_id and d.id = r.id`;
}

/** Writes the columns that have changed in one of the deposits at least: most moves leave the large ones as they are. */
async function updateDeposits(
  sql: Sql,
  moved: readonly { before: Deposit; head: Head; deposit: Deposit; newHead: Head }[],
): Promise<void> {
  const all = moved.map(({ before, head, deposit, newHead }) => ({
    deposit,
    before: updatedRow(before, head),
    after: updatedRow(deposit, newHead),
  }));
  const columns = UPDATED.filter((name) => all.some(({ before, after }) => !isSame(before[name], after[name])));
  if (columns.length === 0) return;
  const rows = all.map(({ deposit: { organizationId, id }, after }) => ({
    ...after,
    organization_id: organizationId,
    id,
  }));
  const types = Object.fromEntries(columns.map((name) => [name, UPDATED_COLUMNS[name]]));
  await sql.query({
    name: nameOf(columns),
    text: updateOf(types),
    values: columnArrays({ ...KEY_COLUMNS, ...types }, rows),
  });
}

/** What a move has not changed is the same object. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());
}

/** Statements are prepared under short names; there are as many as combinations of columns that moves change. */
const names = new Map<string, string>();

function nameOf(columns: readonly Updated[]): string {
  const key = columns.join();
  const name = names.get(key) ?? `update-deposits-${names.size + 1}`;
  names.set(key, name);
  return name;
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** A correction may change any of them, and how many there are. */
async function saveTenants(sql: Sql, { organizationId, id, terms }: Deposit): Promise<void> {
  await sql.query('delete from tenants where organization_id = $1 and deposit_id = $2', [organizationId, id]);
  await sql.query(
    `insert into tenants (organization_id, deposit_id, ${columnNames(TENANT_COLUMNS)})
     select $1, $2, ${columnNames(TENANT_COLUMNS)} from json_to_recordset($3) as t (${recordColumns(TENANT_COLUMNS)})`,
    [organizationId, id, JSON.stringify(terms.tenants.map(tenantRow))],
  );
}

async function saveSignatures(sql: Sql, { organizationId, id, signatures }: Deposit): Promise<void> {
  await sql.query(
    `update tenants t set signed_at = s.at, signed_from = s."from", signed_proof = s.proof
     from unnest($3::timestamptz[], $4::text[], $5::json[]) with ordinality as s (at, "from", proof, position)
     where t.organization_id = $1 and t.deposit_id = $2 and t.position = s.position`,
    [
      organizationId,
      id,
      signatures.map((one) => one?.at ?? null),
      signatures.map((one) => one?.from ?? null),
      signatures.map((one) => jsonOrNull(one?.proof ?? null)),
    ],
  );
}
