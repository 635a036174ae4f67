import type { Database, Sql } from '../../src/storage/database/database.ts';

/** Pages of 8 KiB, and entries of indexes and rows of tables. */
export type Touched = { pages: number; rows: number };

/**
 * What the database touches for the second of two runs, so that one-time work, such as looking up the caller, is left out.
 * Unlike time, this does not depend on the machine. Everything is rolled back.
 */
export async function touchedBy(
  database: Database,
  prepare: (database: Database) => Promise<() => Promise<unknown>>,
): Promise<Touched> {
  let all: Touched = { pages: Number.NaN, rows: Number.NaN };
  await undone(database, async (sql) => {
    const act = await prepare({ ...database, query: sql.query.bind(sql), transaction: (work) => work(sql) });
    await act();
    const before = await touchedSoFar(sql);
    await act();
    const then = await touchedSoFar(sql);
    all = { pages: then.pages - before.pages, rows: then.rows - before.rows };
  });
  return all;
}

/** In this transaction, of our tables and their indexes. */
async function touchedSoFar(sql: Sql): Promise<Touched> {
  const { rows } = await sql.query<Touched>(
    `select sum(pg_stat_get_xact_blocks_fetched(c.oid))::bigint as pages,
            sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid))::bigint as rows
     from pg_class c where c.relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace)`,
  );
  return rows[0] ?? { pages: Number.NaN, rows: Number.NaN };
}

/** Runs in a transaction that is rolled back. */
export async function undone(database: Database, work: (sql: Sql) => Promise<void>): Promise<void> {
  const undo = new Error('undone');
  const done = database.transaction(async (sql) => {
    await work(sql);
    throw undo;
  });
  await done.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}

/** The plans of all statements, as the product gets them. */
export async function plansOf(
  database: Database,
  prepare: (database: Database) => Promise<() => Promise<unknown>>,
): Promise<string[]> {
  const plans: string[] = [];
  await undone(database, async (sql) => {
    const watched: Sql = { query: explaining(sql, plans) };
    const act = await prepare({ ...database, query: watched.query, transaction: (work) => work(watched) });
    await act();
    plans.length = 0;
    await act();
  });
  return plans;
}

type Question = string | { text: string; values?: readonly unknown[]; rowMode?: 'array' };

/** Explains each statement, rolls back, and then runs it. One after the other, as on any connection. */
function explaining(sql: Sql, plans: string[]): Sql['query'] {
  let turn: Promise<unknown> = Promise.resolve();
  const ask = async (question: Question, given?: readonly unknown[]): Promise<unknown> => {
    const { text, rowMode } = typeof question === 'string' ? { text: question } : question;
    const values = given ?? (typeof question === 'string' ? undefined : question.values) ?? [];
    await sql.query('savepoint before_it');
    await sql.query(`prepare watched as ${text}`);
    const execute = values.length === 0 ? 'execute watched' : `execute watched (${values.map(literal).join(', ')})`;
    const { rows } = await sql.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, format json) ${execute}`,
    );
    await sql.query('rollback to before_it');
    await sql.query('deallocate watched');
    const plan = (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan;
    plans.push(draw(plan));
    return sql.query({ text, values: [...values], ...(rowMode === undefined ? {} : { rowMode }) } as never);
  };
  return ((question: Question, values?: readonly unknown[]) => {
    const answer = turn.then(() => ask(question, values));
    turn = answer.catch(() => undefined);
    return answer;
  }) as Sql['query'];
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Temp Read Blocks': number;
  Plans?: Plan[];
};

function touched(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] + plan['Temp Read Blocks'];
}

/** One line per plan node: its kind, what it reads, its rows, and its pages including child nodes. */
function draw(plan: Plan, depth = 0): string {
  const rows = `${plan['Actual Rows']} rows × ${plan['Actual Loops']}`;
  const what = [plan['Node Type'], plan['Relation Name'], plan['Index Name']].filter(Boolean).join(' ');
  const below = (plan.Plans ?? []).map((one) => draw(one, depth + 1));
  return [`${'  '.repeat(depth)}${what}: ${rows}, ${touched(plan)} pages`, ...below].join('\n');
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return `'${textOf(value).replaceAll("'", "''")}'`;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value))
    return `{${value.map((one) => (one === null ? 'NULL' : JSON.stringify(textOf(one)))).join(',')}}`;
  return String(value);
}
