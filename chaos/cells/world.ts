import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Organization } from '../book.ts';
import { openServer } from '../database.ts';
import { asker, type Ask } from '../http.ts';
import { openLetterbox, type Letterbox } from '../letterbox.ts';
import { startProcess, type Process } from '../processes.ts';
import { openProxy } from '../proxy.ts';
import { openReceiver, type Receiver } from '../receivers.ts';
import { OPERATOR, SECRET_KEY, setUpPartners, TOKEN } from '../set-up.ts';

/** A database with a web process and a worker. */
export type CellOf = { name: string; env: Record<string, string>; sql: Client; ask: Ask; processes: Process[] };

export type CellsWorld = {
  cells: readonly [CellOf, CellOf];
  /** As HAProxy's map says. */
  homes: Map<string, string>;
  haproxySocket: string;
  organizations: Organization[];
  letterbox: Letterbox;
  receivers: Receiver[];
  violations: string[];
  end: () => Promise<void>;
};

const START_LIMIT_MS = 1_800_000;

/** Two cells on one PostgreSQL, and a router that is switched as HAProxy is. */
export async function openCells(onEndable: (end: () => Promise<void>) => void): Promise<CellsWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-chaos-cells-'));
  chmodSync(folder, 0o755);
  const undo: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => (ending ??= unwind(undo));
  onEndable(end);
  try {
    return await build(folder, undo, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function build(
  folder: string,
  undo: (() => Promise<void> | void)[],
  end: () => Promise<void>,
): Promise<CellsWorld> {
  const violations: string[] = [];
  const server = await openServer(folder);
  undo.push(() => server.stop());
  appendFileSync(join(folder, 'database', 'postgres', 'postgresql.conf'), '\nwal_level = logical\n');
  await server.start();
  const proxy = await openProxy(() => [{ path: server.socket }]);
  undo.push(() => proxy.close());
  const letterbox = await openLetterbox(() => undefined);
  undo.push(() => letterbox.close());
  const receivers = await Promise.all(Array.from({ length: 3 }, () => openReceiver(() => undefined)));
  undo.push(async () => void (await Promise.all(receivers.map((receiver) => receiver.down()))));
  const cellOf = async (name: string): Promise<CellOf> => {
    const admin = await server.connect();
    await admin.query(`create database cell_${name}`);
    await admin.end();
    const databaseUrl = server.url(proxy.port).replace(/\/postgres$/, `/cell_${name}`);
    const env = {
      CELL: name,
      DATABASE_URL: databaseUrl,
      BASE_URL: `http://${name}.example`,
      DATA_DIR: join(folder, name),
      SMTP_URL: letterbox.url,
      OPERATOR_TOKEN: TOKEN,
      OPERATOR_EMAILS: OPERATOR,
      SECRET_KEY,
      CALLBACK_ALLOW_PRIVATE: 'true',
      ENVIRONMENT: 'test',
      LOG_LEVEL: 'error',
      DEMO: 'keys',
    };
    const processes: Process[] = [];
    for (const role of ['web', 'worker'] as const) {
      const onFault = (fault: string): void => void violations.push(fault);
      processes.push(await startProcess({ name: `${name} ${role}`, role, env, onFault }));
    }
    undo.push(async () => void (await Promise.all(processes.map((one) => one.end()))));
    const areReady = await Promise.all(processes.map((one) => one.ready(START_LIMIT_MS)));
    if (areReady.includes(false))
      throw new Error(`The cell did not start:\n${processes.map((one) => one.printed()).join('\n')}`);
    const sql = new Client({ connectionString: databaseUrl });
    await sql.connect();
    undo.push(() => sql.end());
    const ask = asker(processes[0]?.port ?? 0);
    undo.push(() => ask.end());
    return { name, env, sql, ask, processes };
  };
  const cells = [await cellOf('main'), await cellOf('second')] as const;
  const organizations = await setUpPartners(cells[0].ask, receivers);
  const homes = new Map(organizations.map(({ id }) => [id, 'main']));
  const router = await openRouter(homes);
  undo.push(() => void router.close());
  const haproxySocket = `127.0.0.1:${(router.address() as AddressInfo).port}`;
  return { cells, homes, haproxySocket, organizations, letterbox, receivers, violations, end };
}

/** As much of HAProxy's runtime API as a move needs. */
async function openRouter(homes: Map<string, string>): Promise<SocketServer> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      const [verb, , map, name = '', cell = ''] = data.toString().trim().split(' ');
      if (verb === 'show')
        return socket.end('# id (file) description\n1 (keys.map) pattern\n2 (organizations.map) pattern\n\n');
      const isOfMap = (map === '#1') === name.includes('/');
      if (isOfMap && map === '#2') homes.set(name, cell);
      socket.end(isOfMap ? '\n' : 'entry not found.\n\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

async function unwind(undo: (() => Promise<void> | void)[]): Promise<void> {
  for (const one of undo.splice(0).toReversed()) await Promise.resolve(one()).catch(() => undefined);
}
