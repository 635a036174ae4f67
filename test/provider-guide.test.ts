import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { APPLICATION_KINDS } from '../src/domain/application.ts';
import { ANSWER_INPUTS } from '../src/actions/providers/answer-inputs.ts';
import { runGuide } from './support/run-guide.ts';
import { startService, TOKEN, type Service } from './support/service.ts';

const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'provider-guide.md'), 'utf8');

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

test('every command of the provider guide prints what the guide says', async () => {
  await runGuide(guide, { folder, baseUrl: service.baseUrl, least: 9 });
});

test('the guide has every kind of application and every answer, and is served', async () => {
  for (const kind of APPLICATION_KINDS) assert.ok(guide.includes(`| \`${kind}\` |`), kind);
  for (const name of Object.keys(ANSWER_INPUTS)) assert.ok(guide.includes(`| \`${name}\` |`), name);
  const { status, text } = await service.call('GET', '/docs/provider-guide');
  assert.equal(status, 200);
  assert.match(text, /Provider guide/);
});
