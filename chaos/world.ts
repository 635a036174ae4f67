import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newBook, type Book, type Organization } from './book.ts';
import { openServer, type Server } from './database.ts';
import { asker, type Ask } from './http.ts';
import { openLetterbox, type Letterbox } from './letterbox.ts';
import { openMix, type Mix } from './mix/mix.ts';
import { startProcess, type Process } from './processes.ts';
import { openProxy, type Proxy } from './proxy.ts';
import { newPulse, type Pulse } from './pulse.ts';
import { openReceiver, type Receiver } from './receivers.ts';
import { OPERATOR, SECRET_KEY, setUpPartners, TOKEN } from './set-up.ts';
import { beginOnLastDay } from './year-end.ts';

/** The service with several processes on one PostgreSQL, and everyone who uses it. */
export type World = {
  server: Server;
  /** Between the processes and their database. */
  databaseProxy: Proxy;
  /** Between callers and web processes: forwards each connection to a running one. */
  gate: Proxy;
  processes: Process[];
  letterbox: Letterbox;
  receivers: Receiver[];
  organizations: Organization[];
  /** Who else takes part. */
  mix: Mix;
  bankFolder: string;
  /** Through the gate. */
  ask: Ask;
  book: Book;
  pulse: Pulse;
  /** Broken promises. */
  violations: string[];
  violate: (what: string) => void;
  /** What was done, with the time since the start. */
  log: (what: string) => void;
  logged: string[];
  startWorker: (name: string) => Promise<Process>;
  end: () => Promise<void>;
};

const MOST_LOGGED = 4_000;
const START_LIMIT_MS = 1_800_000;

export type WorldSettings = {
  /** How many processes of each role. */
  webs?: number;
  workers?: number;
  /** Called as soon as the world can be ended, possibly before it is complete. */
  onEndable?: (end: () => Promise<void>) => void;
};

export async function openWorld({
  webs = 2,
  workers = 2,
  onEndable = () => undefined,
}: WorldSettings = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-chaos-'));
  chmodSync(folder, 0o755);
  const undo: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => (ending ??= unwind(undo));
  onEndable(end);
  try {
    return await build(folder, undo, { end, webs, workers });
  } catch (error) {
    await end();
    throw error;
  }
}

const QUIET = { ENVIRONMENT: 'test', LOG_LEVEL: 'error', DEMO: 'keys' };

async function build(
  folder: string,
  undo: (() => Promise<void> | void)[],
  { end, webs, workers }: { end: World['end']; webs: number; workers: number },
): Promise<World> {
  const server = await openServer(folder);
  undo.push(() => server.stop());
  await server.start();
  const databaseProxy = await openProxy(() => [{ path: server.socket }]);
  undo.push(() => databaseProxy.close());
  const service = await openService({
    folder,
    undo,
    databaseUrl: server.url(databaseProxy.port),
    webs,
    workers,
    receivers: 6,
    env: { FOUR_EYES: 'true' },
  });
  const { ask, receivers } = service;
  await beginOnLastDay(ask);
  const organizations = await setUpPartners(ask, receivers);
  const mix = await openMix(ask, organizations, receivers);
  return { server, databaseProxy, ...service, organizations, mix, end };
}

type Opened = {
  folder: string;
  /** What ends it, in reverse order. */
  undo: (() => Promise<void> | void)[];
  databaseUrl: string;
  webs: number;
  workers: number;
  receivers: number;
  env?: Record<string, string>;
};

/** The processes of the service and everyone around it, on a database that is there. */
export async function openService({
  folder,
  undo,
  databaseUrl,
  webs,
  workers,
  receivers: count,
  env: more = {},
}: Opened): Promise<Omit<World, 'server' | 'databaseProxy' | 'organizations' | 'mix' | 'end'>> {
  const record = newRecord();
  const pulse = newPulse();
  const processes: Process[] = [];
  undo.push(async () => void (await Promise.all(processes.map((process) => process.end()))));
  let turn = 0;
  const gate = await openProxy(() => {
    const ready = processes.filter(({ role, isReady }) => role === 'web' && isReady());
    const first = turn++ % Math.max(ready.length, 1);
    return [...ready.slice(first), ...ready.slice(0, first)].map(({ port }) => ({ port, host: '127.0.0.1' }));
  });
  undo.push(() => gate.close());
  const letterbox = await openLetterbox(pulse.worked);
  undo.push(() => letterbox.close());
  const receivers = await Promise.all(Array.from({ length: count }, () => openReceiver(pulse.worked)));
  undo.push(async () => void (await Promise.all(receivers.map((receiver) => receiver.down()))));
  const bankFolder = join(folder, 'bank');
  mkdirSync(bankFolder);
  const env = {
    DATABASE_URL: databaseUrl,
    BASE_URL: `http://127.0.0.1:${gate.port}`,
    BANK_EXCHANGE_DIR: bankFolder,
    SMTP_URL: letterbox.url,
    OPERATOR_TOKEN: TOKEN,
    OPERATOR_EMAILS: OPERATOR,
    SECRET_KEY,
    CALLBACK_ALLOW_PRIVATE: 'true',
    ...QUIET,
    ...more,
  };
  const start = async (name: string, role: Process['role']): Promise<Process> => {
    const dataDir = join(folder, name);
    const one = await startProcess({ name, role, env: { ...env, DATA_DIR: dataDir }, onFault: record.violate });
    processes.push(one);
    return one;
  };
  for (let n = 1; n <= webs; n++) await start(`web-${n}`, 'web');
  for (let n = 1; n <= workers; n++) await start(`worker-${n}`, 'worker');
  const areReady = await Promise.all(processes.map((one) => one.ready(START_LIMIT_MS)));
  if (areReady.includes(false))
    throw new Error(`The service did not start:\n${processes.map((one) => one.printed()).join('\n')}`);
  const ask = asker(gate.port);
  undo.push(() => ask.end());
  return {
    gate,
    processes,
    letterbox,
    receivers,
    bankFolder,
    ask,
    book: newBook(),
    pulse,
    ...record,
    startWorker: (name) => start(name, 'worker'),
  };
}

/** What happened, with the time since the start, and what must not have happened. */
function newRecord(): Pick<World, 'violations' | 'violate' | 'log' | 'logged'> {
  const started = performance.now();
  const logged: string[] = [];
  const violations: string[] = [];
  const log = (what: string): void => {
    logged.push(`${((performance.now() - started) / 1_000).toFixed(3)} ${what}`);
    if (logged.length > MOST_LOGGED) logged.splice(0, logged.length - MOST_LOGGED);
  };
  const violate = (what: string): void => {
    log(`VIOLATION ${what}`);
    violations.push(what);
  };
  return { violations, violate, log, logged };
}

/** Ends everything in reverse order. A failure does not stop the rest. */
export async function unwind(undo: (() => Promise<void> | void)[]): Promise<void> {
  for (const one of undo.splice(0).toReversed()) await Promise.resolve(one()).catch(() => undefined);
}
