import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parse } from 'yaml';
import { BACKUP_IS_OLD_AFTER_HOURS } from '../src/domain/backup-keep.ts';
import { debianProgram } from './support/debian-program.ts';
import { IN_DEPTH } from './support/depth.ts';
import { guide } from './support/guide.ts';
import { startService } from './support/service.ts';

const RULES = join(import.meta.dirname, '..', 'packaging', 'alerts.yml');
type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } };
const rules = (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (one) => one.rules,
);

/** Samples once a minute: `0x10 1x50` is eleven times 0, then fifty times 1. See promtool's notation. */
type Series = Record<string, string>;
type Row = [alert: string, what: string, series: Series, minutes: number, labels: Record<string, string> | null];

const MAIL = 'depono_effects_total{kind="mail",outcome=';
const FIRES = {};
const ROWS: Row[] = [
  [
    'DeponoDown',
    'a process is gone',
    { 'up{job="depono",instance="a"}': '1x5 0x10' },
    9,
    { job: 'depono', instance: 'a' },
  ],
  ['DeponoDown', 'all answer', { 'up{job="depono",instance="a"}': '1x20' }, 9, null],
  ['DeponoDatabaseAway', 'no answer', { 'depono_database_up{instance="a"}': '1x3 0x10' }, 9, { instance: 'a' }],
  ['DeponoDatabaseAway', 'answers', { 'depono_database_up{instance="a"}': '1x20' }, 9, null],
  [
    'DeponoCallsFail',
    'a series that was 0',
    { 'depono_calls_total{outcome="errored",row="",path="/webhook/custom"}': '0x5 1+1x20' },
    15,
    FIRES,
  ],
  [
    'DeponoCallsFail',
    'calls are refused for their data',
    { 'depono_calls_total{outcome="errored",row="11",path="/webhook/custom"}': '0+5x20' },
    15,
    null,
  ],
  [
    'DeponoSlow',
    'half of the calls take two seconds',
    {
      'depono_http_request_duration_seconds_bucket{route="/webhook/custom",le="1"}': '0+5x30',
      'depono_http_request_duration_seconds_bucket{route="/webhook/custom",le="2.5"}': '0+10x30',
      'depono_http_request_duration_seconds_bucket{route="/webhook/custom",le="+Inf"}': '0+10x30',
    },
    20,
    FIRES,
  ],
  [
    'DeponoSlow',
    'only a page is slow',
    {
      'depono_http_request_duration_seconds_bucket{route="/manager",le="1"}': '0+5x30',
      'depono_http_request_duration_seconds_bucket{route="/manager",le="+Inf"}': '0+10x30',
    },
    20,
    null,
  ],
  ['DeponoWorkLiesAround', 'due for long', { 'depono_effects_oldest_seconds{kind="mail"}': '0+60x30' }, 15, FIRES],
  ['DeponoWorkLiesAround', 'done soon', { 'depono_effects_oldest_seconds{kind="mail"}': '5x30' }, 15, null],
  ['DeponoDeliveriesLieAround', 'due for long', { depono_deliveries_oldest_seconds: '0+60x30' }, 15, FIRES],
  ['DeponoDeliveriesLieAround', 'done soon', { depono_deliveries_oldest_seconds: '5x30' }, 15, null],
  // As found: a mail server that is away from the first start on.
  [
    'DeponoMailsFail',
    'not one mail was ever sent',
    { [`${MAIL}"again"}`]: '0x5 1x1 2x4 3x60', [`${MAIL}"done"}`]: '0x90' },
    14,
    FIRES,
  ],
  [
    'DeponoMailsFail',
    'sent as usual, one failed',
    { [`${MAIL}"again"}`]: '0x5 1x90', [`${MAIL}"done"}`]: '0+3x90' },
    30,
    null,
  ],
  ['DeponoMailsRetried', 'between two tries', { 'depono_effects_retrying{kind="mail"}': '0x5 4x200' }, 130, FIRES],
  [
    'DeponoMailsRetried',
    'one failed and was sent',
    { 'depono_effects_retrying{kind="mail"}': '0x5 4x20 0x200' },
    150,
    null,
  ],
  ['DeponoGivenUp', 'a mail', { 'depono_effects_failed{kind="mail"}': '0x5 1x30' }, 25, { kind: 'mail' }],
  ['DeponoGivenUp', 'none', { 'depono_effects_failed{kind="mail"}': '0x40' }, 25, null],
  ['DeponoCallbacksGivenUp', 'one more', { depono_deliveries_given_up_total: '0x30 1x60' }, 60, FIRES],
  ['DeponoCallbacksGivenUp', 'only old ones', { depono_deliveries_given_up_total: '3x90' }, 60, null],
  ['DeponoBankFileRefused', 'one more', { 'depono_bank_files_refused_total{instance="a"}': '7x10 8x60' }, 30, FIRES],
  ['DeponoBankFileRefused', 'the first one', { depono_bank_files_refused_total: '0x10 1x60' }, 30, FIRES],
  ['DeponoBankFileRefused', 'only old ones', { depono_bank_files_refused_total: '7x60' }, 30, null],
  ['DeponoBankFileUnread', 'no worker', { depono_bank_files_oldest_seconds: '0+60x60' }, 25, FIRES],
  ['DeponoBankFileUnread', 'just arrived', { depono_bank_files_oldest_seconds: '0x20 3x60' }, 25, null],
  [
    'DeponoBankFails',
    'exports fail',
    { 'depono_bank_failures_total{step="export"}': '0x10 1x9 2x9 3x60' },
    40,
    { step: 'export' },
  ],
  ['DeponoBankFails', 'nothing fails', { 'depono_bank_failures_total{step="export"}': '0x90' }, 40, null],
  ['DeponoBankHold', 'after a restore', { depono_bank_hold: '1x30' }, 20, FIRES],
  ['DeponoBankHold', 'none', { depono_bank_hold: '0x30' }, 20, null],
  ['DeponoBooksFaulty', 'a fault', { depono_books_faults: '0x5 1x5' }, 8, FIRES],
  ['DeponoBooksFaulty', 'none', { depono_books_faults: '0x20' }, 8, null],
  ['DeponoDocumentStoreAway', 'does not answer', { depono_document_store_up: '1x5 0x30' }, 20, FIRES],
  ['DeponoDocumentStoreAway', 'works', { depono_document_store_up: '1x30' }, 20, null],
  ['DeponoDocumentStoreAway', 'there is none', {}, 20, null],
  [
    'DeponoCellBehind',
    'a cell is away',
    { 'depono_cell_behind_seconds{cell="east"}': '0+60x40', 'depono_cell_behind_seconds{cell="west"}': '0x40' },
    20,
    { cell: 'east' },
  ],
  ['DeponoCellBehind', 'they take all', { 'depono_cell_behind_seconds{cell="east"}': '2x40' }, 20, null],
  ['DeponoCellBehind', 'there is one cell', {}, 20, null],
  ['DeponoBankDiffers', 'for hours', { depono_bank_accounts_differing: '0x10 2x400' }, 260, FIRES],
  ['DeponoBankDiffers', 'until the other file came', { depono_bank_accounts_differing: '0x10 2x60 0x400' }, 260, null],
  ['DeponoBackupOld', 'for a night and a day', { depono_backup_age_seconds: '93540+60x60' }, 30, FIRES],
  ['DeponoBackupOld', 'last night', { depono_backup_age_seconds: '0+60x300' }, 250, null],
  [
    'DeponoBackupMissing',
    'never, in production',
    { 'depono_info{environment="production"}': '1x300', depono_database_up: '1x300' },
    130,
    FIRES,
  ],
  [
    'DeponoBackupMissing',
    'never, in a sandbox',
    { 'depono_info{environment="test"}': '1x300', depono_database_up: '1x300' },
    130,
    null,
  ],
  [
    'DeponoBackupMissing',
    'the database is away, so that the metric is missing',
    { 'depono_info{environment="production"}': '1x300', depono_database_up: '0x300' },
    130,
    null,
  ],
  [
    'DeponoBackupMissing',
    'there was one',
    {
      'depono_info{environment="production"}': '1x300',
      depono_database_up: '1x300',
      depono_backup_age_seconds: '0+60x300',
    },
    130,
    null,
  ],
  [
    'DeponoWalArchiveFails',
    'for a quarter of an hour',
    { depono_wal_archive_failing_seconds: '0x5 3+60x30' },
    25,
    FIRES,
  ],
  ['DeponoWalArchiveFails', 'once', { depono_wal_archive_failing_seconds: '0x5 3x1 0x30' }, 25, null],
  ['DeponoWalArchiveFails', 'archiving is off, or works', { depono_wal_archive_failing_seconds: '0x40' }, 25, null],
  ['DeponoBooksUnproven', 'for days', { depono_books_proof_age_seconds: '172740+60x300' }, 250, FIRES],
  ['DeponoBooksUnproven', 'never, in production', { 'depono_info{environment="production"}': '1x300' }, 250, FIRES],
  ['DeponoBooksUnproven', 'never, in a sandbox', { 'depono_info{environment="test"}': '1x300' }, 250, null],
  [
    'DeponoBooksUnproven',
    'last night',
    { depono_books_proof_age_seconds: '0+60x300', 'depono_info{environment="production"}': '1x300' },
    250,
    null,
  ],
  [
    'DeponoDiskFull',
    'half a gigabyte',
    {
      'depono_disk_free_bytes{folder="bank",instance="a"}': '536870912x20',
      'depono_disk_size_bytes{folder="bank",instance="a"}': '1099511627776x20',
    },
    10,
    { folder: 'bank', instance: 'a' },
  ],
  [
    'DeponoDiskFull',
    'four percent',
    {
      'depono_disk_free_bytes{folder="data"}': '40000000000x20',
      'depono_disk_size_bytes{folder="data"}': '1000000000000x20',
    },
    10,
    { folder: 'data' },
  ],
  [
    'DeponoDiskFull',
    'plenty',
    {
      'depono_disk_free_bytes{folder="data"}': '400000000000x20',
      'depono_disk_size_bytes{folder="data"}': '1000000000000x20',
    },
    10,
    null,
  ],
  [
    'DeponoMetricsMissing',
    'of the database',
    { 'depono_metrics_missing{reading="database"}': '1x20' },
    15,
    { reading: 'database' },
  ],
  ['DeponoMetricsMissing', 'none', { 'depono_metrics_missing{reading="database"}': '0x20' }, 15, null],
  ['DeponoConnectionsShort', 'many wait', { 'depono_database_waiting{instance="a"}': '20x20' }, 10, { instance: 'a' }],
  ['DeponoConnectionsShort', 'few wait', { 'depono_database_waiting{instance="a"}': '2x20' }, 10, null],
  [
    'DeponoEventLoopLags',
    'at its limit',
    { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.9x20' },
    15,
    { instance: 'a' },
  ],
  ['DeponoEventLoopLags', 'below', { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.1x20' }, 15, null],
  [
    'DeponoRequestLogLosesCalls',
    'one',
    { 'depono_request_log_dropped_total{instance="a"}': '0x5 1x20' },
    10,
    { instance: 'a' },
  ],
  ['DeponoRequestLogLosesCalls', 'none', { 'depono_request_log_dropped_total{instance="a"}': '0x20' }, 10, null],
];

test('every alert has a row in which it fires, and one in which it does not', () => {
  const named = (isFiring: boolean): string[] =>
    [...new Set(ROWS.filter(([, , , , labels]) => (labels !== null) === isFiring).map(([alert]) => alert))].sort();
  const all = rules.map(({ alert }) => alert).sort();
  assert.deepEqual([named(true), named(false)], [all, all]);
});

test('a backup is old for the alert, its words and the guide when it is for the service', () => {
  const hours = BACKUP_IS_OLD_AFTER_HOURS;
  const rule = rules.find(({ alert }) => alert === 'DeponoBackupOld');
  assert.equal(rule?.expr, `max(depono_backup_age_seconds) > ${hours} * 3600`);
  assert.match(rule.annotations.summary, new RegExp(`older than ${hours} hours`));
  assert.match(guide, new RegExp(`\\| no kept backup for ${hours} hours,`));
});

test('the rules fire as the table says (promtool)', IN_DEPTH, (t: TestContext) => {
  const promtool = debianProgram('promtool', 'prometheus');
  if (promtool === null) return t.skip('promtool cannot be had here: install Debian’s package prometheus');
  const folder = mkdtempSync(join(tmpdir(), 'depono-alerts-'));
  try {
    const tests = ROWS.map(([alertname, what, series, minutes, labels]) => {
      const rule = rules.find(({ alert }) => alert === alertname);
      const summary = (rule?.annotations.summary ?? '').replace(
        /\{\{ \$labels\.(\w+) \}\}/g,
        (_, name: string) => labels?.[name] ?? '',
      );
      const fired = { exp_labels: { severity: rule?.labels.severity, ...labels }, exp_annotations: { summary } };
      return {
        name: `${alertname}: ${what}`,
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: [{ alertname, eval_time: `${minutes}m`, exp_alerts: labels === null ? [] : [fired] }],
      };
    });
    const file = join(folder, 'test.yml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The metric names in an expression, with those labels that select by a fixed value. */
function selected(expr: string): { name: string; labels: [string, string][] }[] {
  return [...expr.matchAll(/\b((?:depono|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selector = '']) => ({
      name,
      labels: [...selector.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, label = '', value = '']): [string, string] => [
        label,
        value,
      ]),
    }),
  );
}

/** What has no value until something has happened once, or is set. */
const LATER = new Set([
  'depono_books_proof_age_seconds',
  'depono_books_faults',
  'depono_bank_accounts_differing',
  'depono_backup_age_seconds',
  'depono_document_store_up',
  'depono_cell_behind_seconds',
]);

test('every series that an alert looks at is there at the first scrape', async () => {
  const service = await startService();
  try {
    const lines = (await service.call('GET', '/metrics')).text.split('\n');
    for (const { alert, expr } of rules) {
      for (const { name, labels } of selected(expr)) {
        if (LATER.has(name) || labels.some(([label]) => label === 'environment')) continue;
        const isThere = lines.some(
          (line) =>
            new RegExp(`^${name}[{ ]`).test(line) &&
            labels.every(([label, value]) => line.includes(`${label}="${value}"`)),
        );
        assert.ok(isThere || name.startsWith('depono_http_request'), `${alert}: no series ${name}`);
      }
    }
  } finally {
    await service.stop();
  }
});
