import type { Language } from '../../domain/values/language.ts';
import type { Integration } from '../../domain/integration.ts';
import type { Actor, MoveContext } from '../../domain/lifecycle/move.ts';
import { lookupKeys, objectBody, type OpenCallFacts } from '../../domain/open-call.ts';
import type { Member } from '../../domain/organization.ts';
import { readContractId } from '../../domain/payload/contract-id.ts';
import type { Assignment } from '../../domain/payload/property-manager.ts';
import { decideRow, type RowDecision, type RunningProblem, type RunningRow } from '../../domain/running/read-row.ts';
import { takeOver, type TakenOverDeposit } from '../../domain/running/take-over.ts';
import { speakRunning, speakSkipped, type SpokenProblem } from '../../domain/running/words.ts';
import type { Sql } from '../../storage/database/database.ts';
import { lockAccounts, takenAccounts } from '../../storage/deposits/accounts.ts';
import { chain } from '../../storage/deposits/history.ts';
import { storeMoves } from '../../storage/deposits/moves.ts';
import { insertDeposits } from '../../storage/open-call/insert-deposits.ts';
import { lookUpFacts } from '../../storage/open-call/lookup.ts';
import { ownAccounts } from '../../storage/providers/banks.ts';
import { findInterrupted, finishImport, holdImport, insertImport } from '../../storage/running/imports.ts';
import { saveTakenOver } from '../../storage/running/take-over.ts';
import { NO_CONNECTION, listNamedConnections } from '../../storage/set-up/connections.ts';
import { inviteMember } from '../../storage/set-up/members.ts';
import type { Services } from '../services.ts';
import { organizationOf } from '../set-up/organizations.ts';
import { SetUpRefused } from '../set-up/refused.ts';

export const MOST_ROWS = 1_000;

export type RowFields = Readonly<Record<string, unknown>>;

export const ROW_OUTCOMES = ['opened', 'would_open', 'skipped', 'errored'] as const;
type RunningOutcome = (typeof ROW_OUTCOMES)[number];

export type RunningRowReport = {
  row: number;
  externalContractId: string | null;
  outcome: RunningOutcome;
  depositId: string | null;
  problems: SpokenProblem[];
};

export type RunningReport = {
  importId: string | null;
  counts: Record<RunningOutcome, number>;
  rows: RunningRowReport[];
};

/** Who imports. */
type Importer = Extract<Actor, 'operator' | 'manager'>;

type Given = { organizationId: string; rows: readonly RowFields[]; language: Language };

const noCounts = (): RunningReport['counts'] => ({ opened: 0, would_open: 0, skipped: 0, errored: 0 });

/** What an import would do. Stores nothing. */
export async function checkRunning(
  services: Services,
  { organizationId, rows, language }: Given,
): Promise<RunningReport> {
  await organizationOf(services.database, organizationId);
  const decided = await decideAll(services, services.database, { organizationId, rows });
  const reports = decided.map(({ decision, fields }, index) =>
    decision.is === 'accepted'
      ? { ...blank(fields, index), outcome: 'would_open' as const }
      : reportOf(fields, index, decision, language),
  );
  return { importId: null, counts: countRows(reports), rows: reports };
}

/** Takes running deposits over in one transaction: all that can be opened, or none. Sends no mail. */
export async function importRunning(services: Services, given: Given, by: Importer): Promise<RunningReport> {
  return services.database.transaction(async (sql) => {
    await organizationOf(sql, given.organizationId);
    const key = { organizationId: given.organizationId, id: services.random.id() };
    await insertImport(sql, { ...key, fingerprint: null });
    const rows = await takeOverAll(services, sql, { ...given, importId: key.id }, by);
    await finishImport(sql, key);
    return { importId: key.id, counts: countRows(rows), rows };
  });
}

type PartlyImport = { importId: string; isContinued: boolean };

/** Starts the import of a file that comes in parts. If the process dies, the same file continues the same import. */
export async function startParts(
  services: Services,
  { organizationId, fingerprint }: { organizationId: string; fingerprint: Buffer },
): Promise<PartlyImport> {
  return services.database.transaction(async (sql) => {
    await organizationOf(sql, organizationId);
    const interrupted = await findInterrupted(sql, { organizationId, fingerprint });
    if (interrupted !== null) return { importId: interrupted, isContinued: true };
    const importId = services.random.id();
    await insertImport(sql, { organizationId, id: importId, fingerprint });
    return { importId, isContinued: false };
  });
}

/** One part of a file, in one transaction. */
export function importPart(
  services: Services,
  given: Given & { importId: string },
  by: Importer,
): Promise<RunningRowReport[]> {
  return services.database.transaction((sql) => takeOverAll(services, sql, given, by));
}

export function finishParts({ database }: Services, key: { organizationId: string; id: string }): Promise<void> {
  return finishImport(database, key);
}

type Decided = { fields: RowFields; facts: OpenCallFacts; decision: RowDecision };
type Way = { connectionId: string; integration: Integration };

async function wayOf(sql: Sql, organizationId: string): Promise<Way> {
  const [first] = await listNamedConnections(sql, organizationId);
  return { connectionId: first?.connectionId ?? NO_CONNECTION, integration: first?.integration ?? 'custom' };
}

/** Decides all rows. In one file a contract id or an account counts once, for the first row that has it. */
async function decideAll(
  { money }: Services,
  sql: Sql,
  { organizationId, rows }: Pick<Given, 'organizationId' | 'rows'>,
): Promise<Decided[]> {
  const { connectionId } = await wayOf(sql, organizationId);
  const bodies = rows.map(objectBody);
  const found = await lookUpFacts(
    sql,
    bodies.map((body) => ({ organizationId, connectionId, ...lookupKeys(body) })),
  );
  const decided = rows.map((fields, index) => {
    const facts = found[index] ?? null;
    if (facts === null) throw new Error('the organization was found before');
    if (facts.staff.defaultManager === null) throw withoutManager();
    return { fields, facts, decision: decideRow(fields, facts) };
  });
  const ibans = decided.flatMap(({ decision }) => ibanOf(decision) ?? []);
  const taken = await takenAccounts(sql, ibans);
  const own = money.isTest ? new Set<string>() : await ownAccounts(sql, ibans, money.operatorIban);
  return onlyOnce(decided, { taken, own });
}

function withoutManager(): SetUpRefused {
  return new SetUpRefused(
    'conflict',
    'organization',
    'The organization has no default property manager: add one, then try again.',
  );
}

function onlyOnce(decided: readonly Decided[], { taken, own }: { taken: Set<string>; own: Set<string> }): Decided[] {
  const contracts = new Set<string>();
  return decided.map((one) => {
    const { decision } = one;
    if (decision.is !== 'accepted') return one;
    const { externalContractId } = decision.terms;
    if (contracts.has(externalContractId)) return { ...one, decision: EXISTS };
    const iban = ibanOf(decision);
    if (iban !== null && own.has(iban)) return { ...one, decision: wrongAccount('account_of_operator') };
    if (iban !== null && taken.has(iban)) return { ...one, decision: wrongAccount('account_taken') };
    contracts.add(externalContractId);
    if (iban !== null) taken.add(iban);
    return one;
  });
}

const EXISTS = { is: 'skipped', why: 'contract_exists' } as const;

function wrongAccount(running: RunningProblem['running']): RowDecision {
  return { is: 'errored', problems: [{ field: 'iban', running }] };
}

function ibanOf(decision: RowDecision): string | null {
  return decision.is === 'accepted' && decision.security.product === 'bank_deposit' ? decision.security.iban : null;
}

/** Locks the accounts first: nobody else gives them to a deposit before the commit. */
async function takeOverAll(
  services: Services,
  sql: Sql,
  { organizationId, rows, importId, language }: Given & { importId: string },
  by: Importer,
): Promise<RunningRowReport[]> {
  const { connectionId, integration } = await wayOf(sql, organizationId);
  if (!(await holdImport(sql, { organizationId, id: importId }))) throw new SetUpRefused('conflict', 'import', UNDONE);
  await lockAccounts(sql, ibansIn(rows));
  const decided = await decideAll(services, sql, { organizationId, rows });
  const made: (TakenOverDeposit | null)[] = [];
  for (const { facts, decision } of decided) {
    if (decision.is !== 'accepted') {
      made.push(null);
      continue;
    }
    const manager = await managerOf(services, sql, facts, decision.assignment);
    made.push(prepare(services, decision, { importId, integration, manager, actor: by }, facts));
  }
  const accepted = made.filter((one) => one !== null);
  const insertions = await insertDeposits(
    sql,
    services.vault,
    accepted.map(({ inserted }) => ({ move: inserted, connectionId, setUpVersion: null })),
  );
  if (insertions.includes('outdated')) throw new SetUpRefused('conflict', 'member', MEMBER_LEFT);
  const opened = new Set(accepted.filter((_, index) => insertions[index] === 'opened'));
  const [first] = decided;
  if (first !== undefined) await bringIntoForce(services, sql, importId, [...opened], first.facts.now);
  return decided.map(({ fields, decision }, index) => {
    const one = made[index] ?? null;
    if (one === null || decision.is !== 'accepted') return reportOf(fields, index, decision, language);
    if (!opened.has(one)) return reportOf(fields, index, EXISTS, language);
    return { ...blank(fields, index), outcome: 'opened', depositId: one.inserted.deposit.id };
  });
}

const UNDONE = 'This import was undone meanwhile. Import the file again to take over its deposits.';
const MEMBER_LEFT = 'A property manager was removed meanwhile, and nothing was imported. Try again.';

/** As they are written, without spaces: more than needed does no harm. */
function ibansIn(rows: readonly RowFields[]): string[] {
  const written = rows.flatMap(({ iban }) => (typeof iban === 'string' ? [iban.replaceAll(/\s/g, '')] : []));
  return [...new Set(written)].filter((iban) => /^[A-Z]{2}[0-9A-Z]{2,32}$/.test(iban));
}

/** 2.4.2: a person who is no member is added, without a mail. */
async function managerOf(
  { random }: Services,
  sql: Sql,
  { organization }: OpenCallFacts,
  assignment: Assignment,
): Promise<Member> {
  if (assignment.why !== 'invited') return assignment.manager;
  const { id: organizationId, language } = organization;
  const own = { organizationId, id: random.id(), language, notifications: 'each' } as const;
  const { member } = await inviteMember(sql, { ...own, ...assignment.invitation });
  return member;
}

function prepare(
  { random, demoIban, money }: Services,
  row: RunningRow,
  taking: Parameters<typeof takeOver>[1],
  { organization, now }: OpenCallFacts,
): TakenOverDeposit {
  const context: MoveContext = { organization, now, random, demoIban, money };
  return takeOver(row, taking, context);
}

async function bringIntoForce(
  { vault, money }: Services,
  sql: Sql,
  importId: string,
  opened: readonly TakenOverDeposit[],
  now: Date,
): Promise<void> {
  if (opened.length === 0) return;
  const moved = opened.map(({ inserted, move }) => {
    const { head } = chain(inserted.deposit.id, { count: 0, hash: null }, inserted.history);
    return { before: inserted.deposit, head, move, more: [] };
  });
  await storeMoves(sql, vault, moved, now);
  const taken = moved.map(({ head, move }) => ({
    deposit: move.deposit,
    historyCount: head.count + move.history.length,
  }));
  await saveTakenOver(sql, importId, taken, { isTest: money.isTest });
}

function blank(fields: RowFields, index: number): Omit<RunningRowReport, 'outcome'> {
  return { row: index + 1, externalContractId: readContractId(fields).text, depositId: null, problems: [] };
}

function reportOf(
  fields: RowFields,
  index: number,
  decision: Exclude<RowDecision, { is: 'accepted' }> | RowDecision,
  language: Language,
): RunningRowReport {
  const row = blank(fields, index);
  switch (decision.is) {
    case 'accepted':
      throw new Error('an accepted row is opened');
    case 'skipped':
      return { ...row, outcome: 'skipped', problems: [speakSkipped(decision.why, language)] };
    case 'errored':
      return {
        ...row,
        outcome: 'errored',
        problems: decision.problems.map((problem) => speakRunning(problem, language)),
      };
  }
}

export function countRows(rows: readonly RunningRowReport[]): RunningReport['counts'] {
  const counts = noCounts();
  for (const { outcome } of rows) counts[outcome]++;
  return counts;
}
