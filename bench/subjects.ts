import { Client } from 'pg';
import { bestLimit, prepareLimit } from './limit.ts';
import { drive, ID, type Call, type How, type Load } from './load.ts';
import { contractIds } from './payload.ts';
import { middleOf, show, type Middle } from './show.ts';

/** A subject: calls to a service, or a limit with its own measurement. */
export type Subject = { name: string; measure: (seconds: number, callers: number) => Promise<Load> };

/** The median round, with the subject's best number of callers. */
export type Measured = Middle & { name: string; callers: number };

/** Each subject is tried with all of them; its best one counts. */
export const CALLERS = [64, 256];

export const LIMIT = 'limit: pgbench';

/** How many contracts are read in turn. */
const CONTRACTS = 1_000;
/** More than the status cache holds (src/storage/status/status-cache.ts), read in turn. */
export const MORE_CONTRACTS = 25_000;

export async function inTurns(
  title: string,
  subjects: readonly Subject[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measured[]> {
  const all: (Subject & { callers: number; rounds: Load[] })[] = [];
  for (const { name, measure } of subjects) {
    const tried: { callers: number; perSecond: number }[] = [];
    // Twice, because other guests of the host may disturb a single try.
    for (const callers of [...CALLERS, ...CALLERS]) {
      tried.push({ callers, perSecond: (await measure(Math.max(1, seconds / 4), callers)).perSecond });
    }
    const [best] = tried.toSorted((one, other) => other.perSecond - one.perSecond);
    all.push({ name, measure, callers: best?.callers ?? 0, rounds: [] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const one of all) one.rounds.push(await one.measure(seconds, one.callers));
  }
  console.log(`\n${title}`);
  return all.map(({ name, callers, rounds: loads }) => {
    const measured = { name, callers, ...middleOf(loads) };
    show(name, measured, callers);
    return measured;
  });
}

/** Opens a new contract with each call. */
export function opening(name: string, url: string, call: Call): Subject {
  return { name, measure: (seconds, connections) => answered(name, url, fresh(call), { seconds, connections }) };
}

/** Reads the prepared contracts in turn. */
export function reading(name: string, url: string, call: Call, contracts = CONTRACTS): Subject {
  const ids = contractIds(STOCK);
  const each = JSON.stringify(call).includes(ID) ? { ...call, idOf: (n: number) => ids(n % contracts) } : call;
  return { name, measure: (seconds, connections) => answered(name, url, each, { seconds, connections }) };
}

export function fresh(call: Call): Call {
  return { ...call, idOf: contractIds(Math.random().toString(36).slice(2, 8).padEnd(6, 'x')) };
}

/** Like `drive`, but throws if a call is refused. */
export async function answered(name: string, url: string, call: Call, how: How): Promise<Load> {
  const load = await drive(url, call, how);
  if (load.refused > 0) throw new Error(`${load.refused} calls to ${name} were not answered as expected`);
  return load;
}

const STOCK = 'stock';

/** How many are opened at once. */
const STOCKERS = 16;

/** Opens the contracts that are read later. */
export async function putInStock(url: string, call: Call, contracts = CONTRACTS): Promise<void> {
  const ids = contractIds(STOCK);
  const stock = async (from: number): Promise<void> => {
    for (let n = from; n < contracts; n += STOCKERS) await open(url, call, ids(n));
  };
  await Promise.all(Array.from({ length: STOCKERS }, (_, from) => stock(from)));
}

async function open(url: string, { path, headers = {}, body = '' }: Call, id: string): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body.replace(ID, id),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** The pgbench limit; null if pgbench is not installed. */
export async function limit(databaseUrl: string, folder: string, seconds: number): Promise<Subject | null> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from deposits limit 1');
  await client.end();
  const pgbench = await prepareLimit({ databaseUrl, depositId: rows[0]?.id ?? '', folder, seconds });
  if (pgbench === null) return null;
  const { way, clients } = await bestLimit(pgbench);
  console.log(`best pgbench result: ${way}, ${clients} clients`);
  const measure = async (): Promise<Load> => {
    const { perSecond } = await pgbench(way, clients);
    return { perSecond, median: Number.NaN, p99: Number.NaN, count: Math.round(perSecond * seconds), refused: 0 };
  };
  return { name: LIMIT, measure };
}
