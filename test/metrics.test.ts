import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { parse } from 'yaml';
import { holdMail } from './support/held-mail.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;
let sql: Client;

before(async () => {
  service = await startService();
  partner = await setUpPartner(service, { contractStatusEnabled: true });
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await service.stop();
});

type Sample = { name: string; labels: Record<string, string>; value: number };

const SAMPLE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (-?[0-9.e+-]+|NaN|\+Inf)$/i;

/** Reads the page as Prometheus does; a line that it could not read fails the test. */
async function scrape(from = service): Promise<{ samples: Sample[]; types: Map<string, string> }> {
  const { status, text } = await from.call('GET', '/metrics');
  assert.equal(status, 200, text);
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line);
    if (type !== null) types.set(type[1] as string, type[2] as string);
    if (line.startsWith('#')) continue;
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? assert.fail(`not a sample: ${line}`);
    const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/gi)].map(([, key, text]) => [key, text]);
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return { samples, types };
}

async function value(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { samples } = await scrape();
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  );
  return found.reduce((sum, sample) => sum + sample.value, 0);
}

test('calls are counted by path, outcome and row of refusal', async () => {
  const sent = payload();
  await partner.open(sent);
  await partner.open(sent);
  await partner.open(payload({ zip: 'x' }));
  await partner.check(payload());
  await partner.open(payload(), { 'x-api-key': 'wrong' });
  const key = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
  const headers = { 'x-api-key': key.apiKey, 'x-org-id': partner.organizationId };
  const status = `/webhook/contract-status?ext-contract-id=${String(sent['externalContractId'])}`;
  assert.equal((await service.call('GET', status, { headers })).status, 200);
  assert.equal((await service.call('GET', `${status}X`, { headers })).status, 404);

  const path = '/webhook/custom';
  const calls = (labels: Record<string, string>): Promise<number> => value('depono_calls_total', labels);
  assert.equal(await calls({ path, outcome: 'success', row: '' }), 1);
  assert.equal(await calls({ path, outcome: 'skipped', row: '7' }), 1);
  assert.equal(await calls({ path, outcome: 'errored', row: '11' }), 1);
  assert.equal(await calls({ path, outcome: 'errored', row: '1' }), 1);
  assert.equal(await calls({ path: `${path}/check`, outcome: 'success' }), 1);
  assert.equal(await calls({ path: '/webhook/contract-status', outcome: 'success' }), 1);
  assert.equal(await calls({ path: '/webhook/contract-status', outcome: 'skipped' }), 1);
});

test('answers are timed by route pattern, and an address with a token in it is never a label', async () => {
  await service.call('GET', '/t/geheimer-link-eines-mieters');
  await service.call('GET', '/gibt/es/nicht');
  const { samples } = await scrape();
  const routes = new Set(samples.flatMap(({ labels }) => labels['route'] ?? []));
  assert.ok(routes.has('/t/:token') && routes.has('none') && routes.has('/webhook/custom'));
  assert.ok(!JSON.stringify(samples).includes('geheim'));
  const count = 'depono_http_request_duration_seconds_count';
  assert.equal(await value(count, { route: '/webhook/custom', method: 'POST', status: '200' }), 1);
  assert.equal(await value(count, { route: '/webhook/custom', method: 'POST', status: '500' }), 3);
  const seconds = await value('depono_http_request_duration_seconds_sum', { route: '/webhook/custom' });
  assert.ok(seconds > 0 && seconds < 10, `${seconds} seconds`);
});

test('work is counted by kind and outcome, including failed work', async () => {
  await service.sandbox('GET', '/mailbox');
  assert.ok((await value('depono_effects_total', { kind: 'mail', outcome: 'done' })) >= 1);
  assert.ok((await value('depono_effect_duration_seconds_count', { kind: 'mail' })) >= 1);
  assert.equal(await value('depono_effects_failed', { kind: 'mail' }), 0);
  await sql.query(
    `insert into effects (organization_id, id, kind, state, due_at, created_at, finished_at, last_error)
     values ($1, gen_random_uuid(), 'mail', 'failed', now(), now(), now(), 'no')`,
    [partner.organizationId],
  );
  assert.equal(await value('depono_effects_failed', { kind: 'mail' }), 1);
});

test('due work is shown with its age until it is done', async () => {
  await service.sandbox('GET', '/mailbox');
  await holdMail(sql, partner.organizationId);
  const ageOf = (): Promise<number> => value('depono_effects_oldest_seconds', { kind: 'mail' });
  while ((await ageOf()) < 0.25) await wait(50);
  assert.equal(await value('depono_effects_due', { kind: 'mail' }), 1);
  const age = await ageOf();
  assert.ok(age >= 0.25 && age < 30, `${age} seconds`);
  await sql.query('rollback');
  await service.sandbox('GET', '/mailbox');
  assert.equal(await value('depono_effects_due', { kind: 'mail' }), 0);
  assert.equal(await value('depono_effects_oldest_seconds', { kind: 'mail' }), 0);
});

test('the database: connections, failures by SQLSTATE, batches', async () => {
  assert.equal(await value('depono_database_up'), 1);
  assert.ok((await value('depono_database_connections')) >= 1);
  const [entrance, insert] = ['entrance', 'insert'].map((statement) =>
    value('depono_gather_batch_size_count', { statement }),
  );
  assert.ok((await entrance) !== 0 && (await insert) !== 0);
  const before = await value('depono_database_errors_total');
  const taken = await service.operator('POST', `/organizations/${partner.organizationId}/connections`, {
    partnerId: partner.partnerId,
    externalOrgId: partner.externalOrgId,
  });
  assert.equal(taken.status, 409);
  assert.ok((await value('depono_database_errors_total', { state: '23505' })) >= 1);
  assert.ok((await value('depono_database_errors_total')) > before);
});

test('the process itself: memory, processor, event loop', async () => {
  const { types } = await scrape();
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    assert.ok(types.has(name), name);
  }
});

const packaging = (file: string): string => readFileSync(join(import.meta.dirname, '..', 'packaging', file), 'utf8');

type Dashboard = {
  panels: { title: string; targets?: { expr: string }[] }[];
  templating: { list: { query: string }[] };
};
type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] };

/** Every query of the examples, with its location. */
function questions(): [where: string, question: string][] {
  const { panels, templating } = JSON.parse(packaging('grafana-dashboard.json')) as Dashboard;
  const { groups } = parse(packaging('alerts.yml')) as Alerts;
  return [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
    ...templating.list.map(({ query }): [string, string] => ['variables', query]),
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }): [string, string] => [alert, expr])),
  ];
}

test('dashboard and alerts use only existing metrics and labels', async () => {
  const { samples, types } = await scrape();
  const asked = questions();
  assert.ok(asked.length > 30);
  const labelsOf = new Map<string, Set<string>>();
  for (const { name, labels } of samples) {
    const known = labelsOf.get(name) ?? new Set(['instance', 'job', 'le']);
    labelsOf.set(name, new Set([...known, ...Object.keys(labels)]));
  }
  const seen = new Set<string>();
  for (const [where, question] of asked) {
    for (const [, name = '', selector = ''] of question.matchAll(
      /\b((?:depono|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g,
    )) {
      const plain = name.replace(/_(?:bucket|sum|count)$/, '');
      assert.ok(types.get(name) !== undefined || types.get(plain) === 'histogram', `${where}: there is no ${name}`);
      seen.add(name);
      const known = labelsOf.get(name);
      for (const [, label = ''] of selector.matchAll(/([a-z_]+)(?:=~|!=|!~|=)"/g)) {
        assert.ok(known === undefined || known.has(label), `${where}: ${name} has no label ${label}`);
      }
      for (const [, by = ''] of question.matchAll(/\bby \(([^)]*)\)/g)) {
        for (const label of by.split(',').map((one) => one.trim())) {
          assert.ok(known === undefined || known.has(label), `${where}: ${name} has no label ${label}`);
        }
      }
    }
  }
  const ours = [...types.keys()].filter((name) => name.startsWith('depono_'));
  const unseen = ours.filter((name) => ![...seen].some((one) => one.startsWith(name)));
  assert.deepEqual(unseen, [], 'and the dashboard shows all of ours');
});

test('the operations guide lists every own metric, and no other', async () => {
  const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8');
  const { types } = await scrape();
  const named = new Set([...guide.matchAll(/\bdepono_(?!owner|service|reader)[a-z0-9_]+/g)].map(([name]) => name));
  assert.deepEqual([...named].sort(), [...types.keys()].filter((name) => name.startsWith('depono_')).sort());
});
