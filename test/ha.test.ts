import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { IN_DEPTH } from './support/depth.ts';

const folder = join(import.meta.dirname, '..', 'packaging', 'ha');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const placeholders = (text: string): string[] => [
  ...new Set([...text.matchAll(/@[A-Z0-9_]+@/g)].map(([name]) => name)),
];

test('many-machines: what try-cluster starts are the files that are shipped, with every place filled in', () => {
  const script = read('try-cluster');
  for (const file of ['patroni.yml', 'haproxy.cfg']) {
    for (const name of placeholders(read(file))) {
      const isFilled = script.includes(`|${name}|`) || (name.startsWith('@ADDR') && script.includes('@ADDR[123]@'));
      assert.ok(isFilled, `${file}: ${name}`);
    }
  }
  const config = parse(read('patroni.yml').replace(/@[A-Z0-9_]+@/g, 'x'));
  assert.equal(config.bootstrap.dcs.synchronous_mode, true);
  assert.equal(config.bootstrap.dcs.postgresql.parameters.wal_level, 'logical');
  assert.ok(config.bootstrap.dcs.ttl >= config.bootstrap.dcs.loop_wait + 2 * config.bootstrap.dcs.retry_timeout);
  const readme = read('README.md');
  for (const file of [
    'etcd.default',
    'patroni.yml',
    'watchdog.conf',
    'haproxy.cfg',
    'keepalived.conf',
    'try-cluster',
  ]) {
    assert.ok(readme.includes(`\`${file}\``), file);
  }
});

const installed = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** A Patroni that only says its version, and where the other programs are. */
function withPatroni(version: string, work: (env: Record<string, string>, place: string) => void): void {
  const place = mkdtempSync(join(tmpdir(), 'depono-ha-'));
  try {
    for (const program of ['etcd', 'etcdctl', 'haproxy', 'curl']) {
      writeFileSync(join(place, program), '#!/bin/sh\nexit 1\n');
      chmodSync(join(place, program), 0o755);
    }
    writeFileSync(join(place, 'patroni'), `#!/bin/sh\necho patroni ${version}\n`);
    chmodSync(join(place, 'patroni'), 0o755);
    work({ PATH: `${place}:${process.env['PATH']}`, PG_BIN: '/nowhere' }, place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

for (const version of ['3.0.2', '2.1.4', '3.0.1']) {
  test(`many-machines: try-cluster refuses Patroni ${version}, which loses data`, () => {
    withPatroni(version, (env, place) => {
      const ended = spawnSync(join(folder, 'try-cluster'), ['start', join(place, 'cluster')], {
        env,
        encoding: 'utf8',
      });
      assert.equal(ended.status, 1);
      assert.match(
        ended.stderr,
        new RegExp(`Patroni ${version} loses data when a frozen primary goes on\\. Use 3\\.0\\.3`),
      );
    });
  });
}

test('many-machines: HAProxy accepts its file', IN_DEPTH, (t) => {
  if (!installed('haproxy')) return t.skip('needs HAProxy');
  const place = mkdtempSync(join(tmpdir(), 'depono-ha-'));
  try {
    const filled = read('haproxy.cfg')
      .replace(/@PG\d@/g, '127.0.0.1:5432')
      .replace(/@(?:BIND|ADDR\d)@/g, '127.0.0.1')
      .replace('@PRIMARY_PORT@', '15990')
      .replace('@REPLICA_PORT@', '15991')
      .replace(/@REST\d@/g, '8008');
    writeFileSync(join(place, 'haproxy.cfg'), filled);
    const ended = spawnSync('haproxy', ['-c', '-f', join(place, 'haproxy.cfg')], { encoding: 'utf8' });
    assert.equal(ended.status, 0, ended.stderr);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
