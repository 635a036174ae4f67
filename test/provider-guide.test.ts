import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { APPLICATION_KINDS } from '../src/domain/application.ts';
import { ANSWER_INPUTS } from '../src/actions/providers/answer-inputs.ts';
import { startService, type Service } from './support/service.ts';

const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'provider-guide.md'), 'utf8');

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

// Its commands are run by test/first-hour/bank-engineer.test.ts.
test('the guide has every kind of application and every answer, and is served', async () => {
  for (const kind of APPLICATION_KINDS) assert.ok(guide.includes(`| \`${kind}\` |`), kind);
  for (const name of Object.keys(ANSWER_INPUTS)) assert.ok(guide.includes(`| \`${name}\` |`), name);
  const { status, text } = await service.call('GET', '/docs/provider-guide');
  assert.equal(status, 200);
  assert.match(text, /Provider guide/);
});
