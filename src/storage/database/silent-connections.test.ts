import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Pool } from 'pg';
import { startEmbedded, type EmbeddedDatabase } from '../embedded/server.ts';
import { closeSilentConnections } from './silent-connections.ts';

const folder = mkdtempSync(join(tmpdir(), 'depono-silence-'));
chmodSync(folder, 0o755);
let database: EmbeddedDatabase;
let proxy: Server;
let pool: Pool;
let watch: { stop: () => void };
/** The server's sockets, which a test can pause. */
const ends: Socket[] = [];

before(async () => {
  database = await startEmbedded(join(folder, 'data'));
  const { user, password, host, port } = database.connection;
  proxy = createServer((client) => {
    const server = createConnection(join(host, `.s.PGSQL.${port}`));
    ends.push(server);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  const { port: shown } = proxy.address() as AddressInfo;
  pool = new Pool({ host: '127.0.0.1', port: shown, user, password, database: 'postgres', max: 1 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  watch = closeSilentConnections(pool, { afterMs: 500, everyMs: 50 });
});
after(async () => {
  watch.stop();
  await pool.end();
  proxy.close();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a connection to a silent server is closed, and the next statement gets another one', async () => {
  await pool.query('select 1');
  ends.at(-1)?.pause();
  await assert.rejects(pool.query('select 2'), /did not answer for 0.5 seconds/);
  const { rows } = await pool.query('select 3 as three');
  assert.deepEqual(rows, [{ three: 3 }]);
});

test('statements queued behind the silent one fail too', async () => {
  const client = await pool.connect();
  await client.query('begin');
  ends.at(-1)?.pause();
  const asked = [client.query('select 1'), client.query('rollback')];
  const answers = await Promise.allSettled(asked);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  client.release(true);
});

test('an idle transaction stays open, and so does a connection with many short statements', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await new Promise((rested) => setTimeout(rested, 800));
  const untilMs = performance.now() + 800;
  while (performance.now() < untilMs) await client.query('select 1');
  await client.query('commit');
  client.release();
});
