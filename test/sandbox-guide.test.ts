import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { SCENARIOS } from '../src/sandbox/scenarios.ts';
import { IN_DEPTH, test } from './support/depth.ts';
import { runGuide } from './support/run-guide.ts';
import { startService, TOKEN, type Service } from './support/service.ts';

const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'sandbox.md'), 'utf8');

let service: Service;
let folder: string;
before(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'depono-guide-'));
  mkdirSync(join(folder, 'data'));
  cpSync(join(service.config.dataDir, 'demo.json'), join(folder, 'data', 'demo.json'));
  writeFileSync(join(folder, 'data', 'operator-token'), `${TOKEN}\n`);
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('every command of the sandbox guide prints what the guide says', IN_DEPTH, async () => {
  await runGuide(guide, { folder, baseUrl: service.baseUrl, least: 16 });
});

test('the guide lists every scenario', () => {
  const listed = [...guide.matchAll(/^\| `(SIM-[A-Z-]+)` \|/gm)].map(([, prefix]) => prefix);
  assert.deepEqual(
    listed,
    SCENARIOS.map(({ prefix }) => prefix),
  );
});

test('the guide lists every call of the sandbox', async () => {
  const { body } = await service.call('GET', '/openapi.json');
  const calls = Object.keys(body.paths).filter((path) => path.startsWith('/sandbox/api/'));
  for (const path of calls) {
    const name = path.replace('/sandbox/api/deposits/{id}/', '');
    assert.ok(guide.includes(`\`${name}\``) || guide.includes(path), path);
  }
});
