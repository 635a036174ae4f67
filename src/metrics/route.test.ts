import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { FailedKeys } from '../web/failed-keys.ts';
import { createMetrics } from './metrics.ts';
import { metricsRoute } from './route.ts';

const OTHERS: Pick<Parameters<typeof createMetrics>[0], 'paths' | 'state' | 'files'> = {
  paths: ['/webhook/custom'],
  state: async () => ({
    isOnBankHold: true,
    refusedBankFiles: 3,
    backupAgeSeconds: 3_600,
    walArchiveFailingSeconds: 90,
    books: { faults: 0, ageSeconds: 60 },
    accountsDiffering: 2,
    documents: { inside: 8, toRemove: 5 },
    cellsBehindSeconds: new Map([['east', 12]]),
  }),
  files: () => ({
    disks: { data: { free: 10, total: 20 }, bank: { free: 30, total: 40 } },
    unread: { files: 1, oldestSeconds: 9 },
  }),
};

const metrics = createMetrics({
  about: { version: '1', role: 'all', environment: 'test' },
  connections: () => ({ open: 3, idle: 1, waiting: 2 }),
  queues: async () => ({
    effects: new Map([['mail', { due: 5, oldestSeconds: 7.5 }]]),
    failed: new Map([['mail', 1]]),
    retrying: new Map([['mail', 4]]),
    deliveries: { due: 2, oldestSeconds: 3, failed: 6 },
  }),
  ...OTHERS,
});

const TOKEN = 'a-token-that-is-long-enough';

const ASKED: [
  name: string,
  asked: { token: string | null; from: string; headers?: Record<string, string> },
  status: number,
][] = [
  ['no token set: this machine', { token: null, from: '127.0.0.1' }, 200],
  ['no token set: this machine by IPv6', { token: null, from: '::1' }, 200],
  ['no token set: this machine by an IPv4 address in IPv6', { token: null, from: '::ffff:127.0.0.1' }, 200],
  ['no token set: another machine', { token: null, from: '10.0.0.7' }, 401],
  ['no token set: an address that only begins alike', { token: null, from: '1.127.0.1' }, 401],
  [
    'no token set: another machine with some token',
    { token: null, from: '10.0.0.7', headers: authorization(TOKEN) },
    401,
  ],
  ...['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].map((name): (typeof ASKED)[number] => [
    `no token set: someone behind a proxy on this machine (${name})`,
    { token: null, from: '127.0.0.1', headers: { [name]: '203.0.113.9' } },
    401,
  ]),
  ['token set: given', { token: TOKEN, from: '10.0.0.7', headers: authorization(TOKEN) }, 200],
  ['token set: a wrong one', { token: TOKEN, from: '127.0.0.1', headers: authorization(`${TOKEN}x`) }, 401],
  ['token set: none, also on this machine', { token: TOKEN, from: '127.0.0.1' }, 401],
];

for (const [name, { token, from, headers = {} }, status] of ASKED) {
  test(`who may read the metrics, ${name}: ${status}`, async () => {
    const server = fastify();
    metricsRoute(server, metrics, { token, failedKeys: new FailedKeys() });
    const answer = await server.inject({ url: '/metrics', remoteAddress: from, headers });
    assert.equal(answer.statusCode, status);
    assert.equal(answer.body.includes('depono_'), status === 200);
    await server.close();
  });
}

test('gauges are read on request', async () => {
  const { text, contentType } = await metrics.page();
  assert.match(contentType, /^text\/plain; version=0\.0\.4/);
  for (const line of [
    'depono_metrics_missing{reading="database"} 0',
    'depono_metrics_missing{reading="process"} 0',
    'depono_info{version="1",role="all",environment="test"} 1',
    'depono_database_up 1',
    'depono_database_connections{state="idle"} 1',
    'depono_database_connections{state="busy"} 2',
    'depono_database_waiting 2',
    'depono_effects_due{kind="mail"} 5',
    'depono_effects_due{kind="document"} 0',
    'depono_effects_oldest_seconds{kind="mail"} 7.5',
    'depono_effects_failed{kind="mail"} 1',
    'depono_effects_failed{kind="remind"} 0',
    'depono_deliveries_due 2',
    'depono_deliveries_oldest_seconds 3',
    'depono_effects_retrying{kind="mail"} 4',
    'depono_deliveries_failed 6',
    'depono_bank_hold 1',
    'depono_bank_files_refused_total 3',
    'depono_bank_files_unread 1',
    'depono_bank_files_oldest_seconds 9',
    'depono_backup_age_seconds 3600',
    'depono_books_faults 0',
    'depono_bank_accounts_differing 2',
    'depono_documents_inside 8',
    'depono_cell_behind_seconds{cell="east"} 12',
    'depono_document_objects_to_remove 5',
    'depono_books_proof_age_seconds 60',
    'depono_disk_free_bytes{folder="bank"} 30',
    'depono_disk_size_bytes{folder="data"} 20',
    // Counters exist before anything has happened.
    'depono_calls_total{path="/webhook/custom",outcome="errored",row=""} 0',
    'depono_effects_total{kind="mail",outcome="again"} 0',
    'depono_effects_total{kind="mail",outcome="done"} 0',
    'depono_delivery_attempts_total{outcome="refused"} 0',
    'depono_bank_failures_total{step="export"} 0',
    'depono_database_errors_total{state="connection"} 0',
    'depono_request_log_dropped_total 0',
  ]) {
    assert.ok(text.split('\n').includes(line), line);
  }
});

test('a database that does not answer leaves out its metrics', async () => {
  let isAway = false;
  const own = createMetrics({
    ...OTHERS,
    about: { version: '1', role: 'all', environment: 'test' },
    connections: () => ({ open: 0, idle: 0, waiting: 0 }),
    queues: async () => {
      if (isAway) throw new Error('away');
      return {
        effects: new Map(),
        failed: new Map(),
        retrying: new Map(),
        deliveries: { due: 0, oldestSeconds: 0, failed: 0 },
      };
    },
  });
  assert.match((await own.page()).text, /^depono_deliveries_due 0$/m);
  isAway = true;
  const { text } = await own.page();
  assert.match(text, /^depono_database_up 0$/m);
  assert.doesNotMatch(text, /^depono_(?:effects|deliveries)_(?:due|oldest_seconds|failed)[ {]/m);
  isAway = false;
  assert.match((await own.page()).text, /^depono_effects_due\{kind="mail"\} 0$/m);
});

const NOTHING_DUE = {
  effects: new Map(),
  failed: new Map(),
  retrying: new Map(),
  deliveries: { due: 0, oldestSeconds: 0, failed: 0 },
};
const about = { version: '1', role: 'all', environment: 'test' };
const connections = (): { open: number; idle: number; waiting: number } => ({ open: 1, idle: 0, waiting: 0 });
const away = (): never => {
  throw new Error('away');
};

const FAILING: [
  reading: string,
  sources: Partial<Parameters<typeof createMetrics>[0]>,
  leftOut: RegExp,
  left: RegExp,
][] = [
  [
    'database',
    { queues: async () => away() },
    /^depono_(?:effects_due|deliveries_due)[ {]/m,
    /^depono_database_up 0$/m,
  ],
  ['database', { queues: away }, /^depono_(?:effects_due|deliveries_due)[ {]/m, /^depono_database_up 0$/m],
  ['connections', { connections: away }, /^depono_database_(?:connections|waiting)[ {]/m, /^depono_database_up 1$/m],
];
for (const [reading, sources, leftOut, left] of FAILING) {
  test(`a reading that throws is left out and named, and the rest is there: ${reading}`, async () => {
    const own = createMetrics({ ...OTHERS, about, connections, queues: async () => NOTHING_DUE, ...sources });
    own.called({ path: '/webhook/custom', outcome: 'success', row: null });
    const { text } = await own.page();
    assert.match(text, new RegExp(`^depono_metrics_missing\\{reading="${reading}"\\} 1$`, 'm'));
    assert.match(text, /^depono_metrics_missing\{reading="process"\} 0$/m);
    assert.doesNotMatch(text, leftOut);
    assert.match(text, left);
    assert.match(text, /^depono_calls_total\{path="\/webhook\/custom",outcome="success",row=""\} 1$/m);
  });
}

test('a request log that cannot be read is named', async () => {
  const own = createMetrics({ ...OTHERS, about, connections, queues: async () => NOTHING_DUE });
  own.watchRequestLog(away);
  assert.match((await own.page()).text, /^depono_metrics_missing\{reading="request_log"\} 1$/m);
});

test('a database that hangs counts as down after a few seconds', { timeout: 9_000 }, async () => {
  const own = createMetrics({ ...OTHERS, about, connections, queues: () => new Promise(() => undefined) });
  const { text } = await own.page();
  assert.match(text, /^depono_database_up 0$/m);
  assert.match(text, /^depono_metrics_missing\{reading="database"\} 1$/m);
});

test('durations fall into their buckets, bounds included', async () => {
  for (const ms of [1, 1.1, 9, 10, 31_000]) metrics.answered({ method: 'GET', route: '/x', status: 200, ms });
  const { text } = await metrics.page();
  const of = (name: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`depono_http_request_duration_seconds_${name}{`) && line.includes('"/x"'));
  const counted = of('bucket').map((line) => [/le="([^"]+)"/.exec(line)?.[1], Number(line.split(' ').at(-1))]);
  assert.deepEqual(Object.fromEntries(counted), {
    '0.001': 1,
    '0.0025': 2,
    '0.005': 2,
    '0.01': 4,
    '0.025': 4,
    '0.05': 4,
    '0.1': 4,
    '0.25': 4,
    '0.5': 4,
    '1': 4,
    '2.5': 4,
    '5': 4,
    '10': 4,
    '30': 4,
    '+Inf': 5,
  });
  assert.match(of('count')[0] ?? '', / 5$/);
  assert.match(of('sum')[0] ?? '', / 31\.02\d*$/);
});

function authorization(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
