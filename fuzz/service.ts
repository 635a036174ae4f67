import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../src/config.ts';
import { withEmbedded } from '../src/storage/embedded/server.ts';
import type { Access } from '../src/web/access.ts';
import { TOKEN, type Service } from '../test/support/service.ts';

/** The service as a separate process with its own database, monitored from outside. */
export type Watched = Service & {
  pid: number;
  port: number;
  /** Null as long as it runs. */
  ended: () => string | null;
  /** Unexpected lines of its log. */
  complaints: () => readonly string[];
  /** Lines of its log that say that the database did not come to its turn in time. */
  starved: () => number;
  /** Its own route table, with who may use each. */
  routes: [route: string, access: Access][];
  /** The folder into which mails are put that came back. */
  bounces: string;
  /** What is wrong by `npm run verify`; null: nothing. */
  verify: () => string | null;
  /** Resident memory and heap, in MB. */
  memory: () => Promise<Memory>;
};

export type Memory = { rss: number; heap: number };

const MOST_COMPLAINTS = 100;

export async function startWatched(more: Record<string, string> = {}): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-fuzz-'));
  // The database's system user must be able to enter.
  chmodSync(folder, 0o755);
  const settings = {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    OPERATOR_TOKEN: TOKEN,
    SECRET_KEY: 'a-secret-key-for-the-fuzzer-of-at-least-32',
    // Callers have different addresses by the proxy header, so that failing ones do not slow down the others.
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'warn',
    DEMO: 'keys',
    BOUNCES_DIR: join(folder, 'bounces'),
    ...more,
  };
  mkdirSync(settings.BOUNCES_DIR);
  const routesFile = join(folder, 'routes.json');
  const { child, said, over } = launch({ ...settings, ROUTES_FILE: routesFile });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await over;
    rmSync(folder, { recursive: true, force: true });
  };
  // Also during the start: otherwise the database would keep running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(130)));
  }
  const readyAt = (): string | undefined => /^Depono is ready at (\S+)/m.exec(said.printed)?.[1];
  while (readyAt() === undefined && said.ended === null) await wait(50);
  const baseUrl = readyAt();
  if (baseUrl === undefined) throw new Error(`The service did not start: ${said.complaints.join('\n')}`);
  const port = Number(new URL(baseUrl).port);
  const address = `http://127.0.0.1:${port}`;

  const { pid } = child;
  if (pid === undefined) throw new Error('The process has no id.');
  return {
    baseUrl,
    address,
    databaseUrl: await databaseUrlOf(settings.DATA_DIR),
    routes: JSON.parse(readFileSync(routesFile, 'utf8')) as Watched['routes'],
    config: readConfig(settings),
    pid,
    port,
    ...callsTo(address),
    ended: () => said.ended,
    complaints: () => said.complaints,
    starved: () => said.starved,
    bounces: settings.BOUNCES_DIR,
    verify: () => verifyIn(settings.DATA_DIR),
    memory: async () => ({ rss: rssOf(pid), heap: await heapOf(address) }),
    stop,
  };
}

type Said = { printed: string; ended: string | null; complaints: string[]; starved: number };

/** The process of the service, and what it says. */
function launch(settings: Record<string, string>): { child: ChildProcess; said: Said; over: Promise<void> } {
  const telling = ['--import', join(import.meta.dirname, 'doors', 'tell-routes.ts')];
  const program = join(import.meta.dirname, '..', 'src', 'main.ts');
  const child = spawn(process.execPath, [...telling, program], { env: { ...process.env, ...settings } });
  const said: Said = { printed: '', ended: null, complaints: [], starved: 0 };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.printed += text));
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    said.starved += lines.filter(isStarved).length;
    const told = lines.filter((line) => isComplaint(line) && !isStarved(line));
    said.complaints.push(...told.slice(0, MOST_COMPLAINTS - said.complaints.length));
  });
  const over = new Promise<void>((done) =>
    child.on('close', (code, signal) => {
      said.ended = `it ended with ${code ?? signal ?? 'nothing'}`;
      done();
    }),
  );
  return { child, said, over };
}

function callsTo(address: string): Pick<Service, 'call' | 'operator' | 'sandbox'> {
  const call: Service['call'] = async (method, path, { headers = {}, body, raw } = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined && raw === undefined ? {} : { body: (raw as string) ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
  };
  const authorized = (prefix: string) => (method: string, path: string, body?: unknown) =>
    call(method, `${prefix}${path}`, { headers: { authorization: `Bearer ${TOKEN}` }, body });
  return { call, operator: authorized('/operator/api'), sandbox: authorized('/sandbox/api') };
}

/** Errors, and lines that are not log lines: Node warnings and unhandled rejections. */
function isComplaint(line: string): boolean {
  if (line.trim() === '') return false;
  try {
    return (JSON.parse(line) as { level: number }).level >= 50;
  } catch {
    return true;
  }
}

/** A statement that was cancelled, or a connection that was cut, since it waited too long: the machine had no time. */
function isStarved(line: string): boolean {
  return /"code":"(?:57014|25P03|57P05)"|Client has encountered a connection error|timeout exceeded when trying to connect|Connection terminated/.test(
    line,
  );
}

async function databaseUrlOf(dataDir: string): Promise<string> {
  const { host, port, user, password, database } = await withEmbedded(dataDir, async (connection) => connection);
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost/${database}?${query}`;
}

function verifyIn(dataDir: string): string | null {
  const program = join(import.meta.dirname, '..', 'src', 'verify.ts');
  const env = { ...process.env, DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
  return status === 0 ? null : `verify exits with ${status}: ${stderr}${stdout}`.slice(0, 2_000);
}

const KB_IN_MB = 1_024;

/** 0 if the system does not report it. */
function rssOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / KB_IN_MB;
  } catch {
    return 0;
  }
}

async function heapOf(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes\S* (\S+)/m.exec(metrics)?.[1] ?? 0) / KB_IN_MB / KB_IN_MB;
}
