import { emailKey } from '../../domain/values/contact.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { sortKey } from '../../domain/values/folding.ts';
import { orderedOn } from '../../domain/closing/year.ts';
import {
  awaitsManager,
  hasProblem,
  isEndToConfirm,
  isUnpaid,
  problemKinds,
  taskOf,
} from '../../domain/lifecycle/attention.ts';
import { tenantName } from '../../domain/tenant.ts';
import { propertyLine } from '../../domain/deposit.ts';
import { searchWords } from '../../domain/values/search-words.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { columnArrays, arrayRows } from '../database/column-arrays.ts';
import { columnNames, recordColumns } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { amountLexeme, emailLexeme, phaseLexemes, searchLexemes } from './lexemes.ts';
import type { ListMark } from './list-query.ts';

/** The part of a deposit that the list shows or searches. */
export type Listable = Pick<
  Deposit,
  | 'organizationId'
  | 'id'
  | 'createdAt'
  | 'state'
  | 'step'
  | 'stepSince'
  | 'reminders'
  | 'refusal'
  | 'registerCheck'
  | 'closing'
  | 'legalClaim'
  | 'iban'
> & {
  changes: readonly Pick<Deposit['changes'][number], 'state' | 'managerSignature'>[];
  terms: Pick<
    Deposit['terms'],
    'externalContractId' | 'property' | 'rentalStart' | 'rentalDeposit' | 'tenants' | 'owner'
  >;
  manager: Pick<Deposit['manager'], 'organizationId' | 'id'>;
};

export const LIST_COLUMNS = {
  organization_id: 'uuid',
  deposit_id: 'uuid',
  created_at: 'timestamptz',
  external_contract_id: 'text',
  contract_key: 'text',
  state: 'text',
  step: 'text',
  awaits_manager: 'boolean',
  has_problem: 'boolean',
  manager_organization_id: 'uuid',
  manager_id: 'uuid',
  property: 'text',
  tenants: 'text',
  tenant_key: 'text',
  rental_start: 'date',
  rental_deposit_rappen: 'bigint',
  waits_since: 'timestamptz',
  frees_on: 'date',
} as const;
type Input = Record<keyof typeof LIST_COLUMNS, unknown> & { words: string[] };

const NAMES = columnNames(LIST_COLUMNS);
const ROWS = `json_to_recordset($1) as r (${recordColumns(LIST_COLUMNS)}, words json)`;
const WORDS = 'array_to_tsvector(array(select json_array_elements_text(r.words)))';
const INSERT = `insert into deposit_list (${NAMES}, words, made)
  select ${NAMES}, ${WORDS}, 1 from ${ROWS} on conflict do nothing`;
/** Another number each time: older code leaves it as it is, and a trigger then marks the row as made by older code. */
const MADE = 'made = l.made % 1000 + 1';
const REPLACE = `
  update deposit_list l set ${Object.keys(LIST_COLUMNS)
    .map((name) => `${name} = r.${name}`)
    .join(', ')}, words = ${WORDS}, ${MADE}
  from ${ROWS} where l.deposit_id = r.deposit_id`;

/**
 * Call this in the transaction that changes the deposits. Rows that exist are replaced by a statement of their own: two
 * unique indexes have the deposit, and `on conflict do update` fails when a row of the other one is inserted meanwhile.
 */
export async function saveInList(sql: Sql, deposits: readonly Listable[]): Promise<void> {
  const added = await insertMissing(sql, deposits);
  const listed = deposits.filter(({ id }) => !added.has(id));
  if (listed.length > 0) await sql.query({ name: 'replace-in-list', text: REPLACE, values: [rowsOf(listed)] });
}

/** An existing row was written by a later change, so it stays, in whatever organization. */
export async function addToList(sql: Sql, deposits: readonly Listable[]): Promise<void> {
  if (deposits.length > 0) await insertMissing(sql, deposits);
}

/** Returns the ids of those that were not listed. */
async function insertMissing(sql: Sql, deposits: readonly Listable[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ deposit_id: string }>({
    name: 'insert-in-list',
    text: `${INSERT} returning deposit_id`,
    values: [rowsOf(deposits)],
  });
  return new Set(rows.map((row) => row.deposit_id));
}

/** The lexemes as lines: no lexeme of a phase has more than one. */
const PHASE_COLUMNS = {
  organization_id: 'uuid',
  deposit_id: 'uuid',
  state: 'text',
  step: 'text',
  awaits_manager: 'boolean',
  has_problem: 'boolean',
  waits_since: 'timestamptz',
  frees_on: 'date',
  outdated: 'text',
  current: 'text',
};

const UPDATE = `
  update deposit_list l set state = r.state, step = r.step, awaits_manager = r.awaits_manager, has_problem = r.has_problem,
    waits_since = r.waits_since, frees_on = r.frees_on, ${MADE},
    words = ts_delete(l.words, string_to_array(r.outdated, e'\\n')) || array_to_tsvector(string_to_array(r.current, e'\\n'))
  from ${arrayRows(PHASE_COLUMNS, 'r')}
  where l.organization_id = r.organization_id and l.deposit_id = r.deposit_id`;

/**
 * After moves, in the transaction that holds the deposits locked. Where what it is found by is the same, only the phase is
 * written. A deposit whose phase is the same, too, is listed as it should be, or will be.
 */
export async function moveInList(sql: Sql, moved: readonly { before: Listable; deposit: Listable }[]): Promise<void> {
  const isSame = ({ before, deposit }: (typeof moved)[number]): boolean =>
    before.terms === deposit.terms && before.manager === deposit.manager && before.iban === deposit.iban;
  const written = moved.filter((one) => !isSame(one)).map(({ deposit }) => deposit);
  if (written.length > 0) await saveInList(sql, written);
  const phases = moved.filter(isSame).flatMap(({ before, deposit }) => {
    const [outdated, current] = [phaseMarks(before).join('\n'), phaseMarks(deposit).join('\n')];
    const isSamePhase =
      outdated === current &&
      orderedOn(before) === orderedOn(deposit) &&
      before.stepSince.getTime() === deposit.stepSince.getTime();
    return isSamePhase ? [] : [{ deposit, outdated, current }];
  });
  if (phases.length === 0) return;
  const rows = phases.map(({ deposit, outdated, current }) => ({ ...phaseOf(deposit), outdated, current }));
  const { rowCount } = await sql.query({
    name: 'move-in-list',
    text: UPDATE,
    values: columnArrays(PHASE_COLUMNS, rows),
  });
  // Some are not listed yet, or another process is listing them as they were before.
  if (rowCount !== phases.length) {
    await saveInList(
      sql,
      phases.map(({ deposit }) => deposit),
    );
  }
}

function phaseOf(deposit: Listable) {
  return {
    organization_id: deposit.organizationId,
    deposit_id: deposit.id,
    state: deposit.state,
    step: deposit.step,
    awaits_manager: awaitsManager(deposit),
    has_problem: hasProblem(deposit),
    waits_since: deposit.stepSince,
    frees_on: orderedOn(deposit) ?? 'infinity',
  };
}

/** The lexemes that say where a deposit stands. */
function phaseMarks(deposit: Listable): string[] {
  return phaseLexemes(deposit.organizationId, {
    phase: deposit.step ?? deposit.state,
    awaitsManager: awaitsManager(deposit),
    hasProblem: hasProblem(deposit),
    manager: deposit.manager,
    marks: marksOf(deposit),
  });
}

function marksOf(deposit: Listable): ListMark[] {
  const task = taskOf(deposit);
  const marks: readonly [ListMark, boolean][] = [
    ['sign', task === 'sign' || task === 'sign_change'],
    ['answer', task === 'answer' || isEndToConfirm(deposit)],
    ['send_again', task === 'send_again'],
    ['unpaid', isUnpaid(deposit)],
    ['year', orderedOn(deposit) !== null],
  ];
  return [...marks.filter(([, has]) => has).map(([mark]) => mark), ...problemKinds(deposit)];
}

/** Sorted, to avoid deadlocks. */
function rowsOf(deposits: readonly Listable[]): string {
  return JSON.stringify(deposits.map(rowOf).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)));
}

function keyOf({ organization_id: organization, deposit_id: deposit }: Input): string {
  return `${String(organization)} ${String(deposit)}`;
}

function rowOf(deposit: Listable): Input {
  const { terms, manager } = deposit;
  return {
    ...phaseOf(deposit),
    created_at: deposit.createdAt,
    external_contract_id: terms.externalContractId,
    contract_key: sortKey(terms.externalContractId),
    manager_organization_id: manager.organizationId,
    manager_id: manager.id,
    property: propertyLine(terms),
    tenants: terms.tenants.map(tenantName).join(', '),
    tenant_key: sortKey(nameInLists(terms.tenants[0])),
    rental_start: terms.rentalStart,
    rental_deposit_rappen: terms.rentalDeposit,
    words: [
      ...searchLexemes(deposit.organizationId, searchWords([...textsOf(terms), deposit.iban ?? ''])),
      amountLexeme(deposit.organizationId, terms.rentalDeposit),
      ...phaseMarks(deposit),
      ...terms.tenants.flatMap(({ email }) => (email ? [emailLexeme(emailKey(email))] : [])),
    ],
  };
}

/** People are sorted by last name, companies by name. */
function nameInLists(tenant: Tenant): string {
  return tenant.type === 'legal' ? tenant.company.name : `${tenant.lastName} ${tenant.firstName}`;
}

function textsOf({ externalContractId, property, owner, tenants }: Listable['terms']): string[] {
  const { propertyId, street, streetNumber, zip, city } = property;
  return [
    externalContractId,
    propertyId,
    street,
    streetNumber,
    zip,
    city,
    owner.name,
    ...tenants.flatMap((tenant) => [
      tenant.firstName,
      tenant.lastName,
      tenant.email ?? '',
      tenant.phoneNumber ?? '',
      ...(tenant.type === 'legal' ? [tenant.company.name] : []),
    ]),
  ];
}
