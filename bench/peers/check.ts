import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded, type Connection } from '../../src/storage/embedded/server.ts';
import { PAYLOAD } from '../payload.ts';
import { installPeer, nested, PEERS, startPeer, type Peer } from './peers.ts';

// Checks that each peer does the measured work: all rows in one transaction, one deposit per organization and contract,
// the status from the database. Reports peers that cannot be installed.
//   node scripts/run.mjs bench/peers/check.ts                     all
//   node scripts/run.mjs bench/peers/check.ts nest-typeorm        one

const CONTRACT = 'CHECK-1';
const OTHER_ORGANIZATION = '019a0000-0000-7000-8000-000000000001';

/** The tables of each peer. */
const TABLES: Record<string, { deposits: string; tenants: string; history: string; jobs: string }> = {
  'express-prisma': { deposits: 'Deposit', tenants: 'Tenant', history: 'HistoryEntry', jobs: 'Job' },
  'nest-typeorm': { deposits: 'deposit', tenants: 'tenant', history: 'history_entry', jobs: 'job' },
  strapi: { deposits: 'deposits', tenants: 'components_deposit_tenants', history: 'history_entries', jobs: 'jobs' },
};

type Row = { peer: string; opened: string; again: string; elsewhere: string; status: string; rows: string };

const folder = mkdtempSync(join(tmpdir(), 'depono-peers-'));
chmodSync(folder, 0o755);
const wanted = process.argv.slice(2);
const server = await startEmbedded(join(folder, 'data'));
try {
  const table: Row[] = [];
  for (const peer of PEERS.filter(({ folder }) => wanted.length === 0 || wanted.includes(folder))) {
    const installation = await installPeer(peer);
    if (installation.installed) table.push(await checkPeer(peer, server.connection));
    else console.log(`${peer.name} is left out because it cannot be installed:\n${installation.why}\n`);
  }
  show(table);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function checkPeer(peer: Peer, connection: Connection): Promise<Row> {
  const name = peer.folder.replaceAll('-', '_');
  await query(connection, `create database ${name}`);
  const own = { ...connection, database: name };
  const running = await startPeer(peer, { databaseUrl: urlOf(own) });
  try {
    const body = JSON.stringify(peer.body({ ...nested(PAYLOAD), externalContractId: CONTRACT }));
    const call = async (path: string, init: { body?: string; organization?: string }): Promise<Answer> => {
      const headers = {
        ...peer.headers,
        ...(init.organization === undefined ? {} : { 'x-org-id': init.organization }),
      };
      const response = await fetch(`${running.url}${path}`, {
        method: init.body === undefined ? 'GET' : 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(init.body === undefined ? {} : { body: init.body }),
      });
      return { code: response.status, answer: (await response.json()) as Record<string, unknown> };
    };
    const opened = await call(peer.openPath, { body });
    assert.equal(opened.code, 200, `${peer.name} opens: ${JSON.stringify(opened.answer)}`);
    assert.equal(opened.answer['success'], true);
    const again = await call(peer.openPath, { body });
    assert.equal(again.code, 409, `${peer.name} refuses a contract that is taken`);
    const elsewhere = await call(peer.openPath, { body, organization: OTHER_ORGANIZATION });
    assert.equal(elsewhere.code, 200, `${peer.name} opens the contract of another organization`);
    const status = await call(peer.statusPath(CONTRACT), {});
    assert.deepEqual(status.answer, {
      success: true,
      state: 'opening',
      step: 'awaiting_manager_signature',
      tenants: 2,
    });
    const unknown = await call(peer.statusPath('CHECK-2'), {});
    assert.equal(unknown.code, 404, `${peer.name} knows nothing of other contracts`);
    const rows = await countRows(own, peer);
    assert.deepEqual(rows, { deposits: 2, tenants: 4, history: 2, jobs: 2 });
    return {
      peer: peer.name,
      opened: String(opened.code),
      again: String(again.code),
      elsewhere: String(elsewhere.code),
      status: `${status.answer['state']}, ${status.answer['tenants']} tenants`,
      rows: Object.entries(rows)
        .map(([table, count]) => `${table} ${count}`)
        .join(', '),
    };
  } finally {
    await running.stop();
  }
}

type Answer = { code: number; answer: Record<string, unknown> };

/** A refused call must leave nothing: there are exactly the rows of two calls. */
async function countRows(connection: Connection, peer: Peer): Promise<Record<string, number>> {
  const tables = Object.entries(TABLES[peer.folder] ?? {});
  const counts = tables.map(([name, table]) => `(select count(*)::int from "${table}") as ${name}`);
  const [row] = await query(connection, `select ${counts.join(', ')}`);
  return { ...row };
}

async function query(connection: Connection, text: string): Promise<object[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

function urlOf({ user, password, host, database }: Connection): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}/${database}`;
}

function show(table: readonly Row[]): void {
  const heads = ['peer', 'opened', 'again', 'elsewhere', 'status', 'rows'] as const;
  const widths = heads.map((head) => Math.max(head.length, ...table.map((row) => row[head].length)));
  const line = (cells: readonly string[]): string => cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('   ');
  console.log([line(heads), ...table.map((row) => line(heads.map((head) => row[head])))].join('\n'));
}
