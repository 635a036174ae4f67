import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { issueKey } from '../../../vault/keys.ts';
import { firstCall, FIRST_TENANCY } from './first-call.ts';

const connection = { externalOrgId: `it's "4711"`, organizationId: '01a1dd05-cf80-7d39-8c2e-0c5f7a6d9b10' };
const about = { baseUrl: 'https://d.example', integration: 'custom', connection, isDry: false } as const;

test('partner-kit 5: the first call of the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/partner/first-deposit.md'), 'utf8');
  const first = /curl[^`]*?-d '(\{[^']*\})'/.exec(guide)?.[1] ?? '';
  const { externalContractId: _, ...tenancy } = JSON.parse(first);
  assert.deepEqual(JSON.parse(`{${FIRST_TENANCY.join('')}}`), tenancy);
});

test('partner-kit 5: it has the key, and every value is one word of the shell', () => {
  const { key } = issueKey('dpk');
  const call = firstCall(key, about);
  assert.ok(call.startsWith(`curl -s 'https://d.example/webhook/custom' \\\n`), call);
  assert.ok(call.includes(`-H 'x-api-key: ${key}'`), call);
  assert.ok(call.includes(`-H 'x-external-org-id: it'\\''s "4711"'`), call);
  assert.ok(firstCall(key, { ...about, isDry: true }).includes('/webhook/custom/check'));
  assert.ok(firstCall(key, { ...about, connection: null }).includes('"x-external-org-id: $EXTERNAL_ORG_ID"'));
});

test('partner-kit 5: a key that reads gets a call that reads', () => {
  const call = firstCall(issueKey('dwk').key, about);
  assert.match(call, /events\?after=0/);
  assert.match(call, /'x-org-id: 01a1dd05-cf80-7d39-8c2e-0c5f7a6d9b10'/);
});
