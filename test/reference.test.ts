import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PROBLEM_CODES } from '../src/domain/payload/problem.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { openReceiver } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
});
after(() => service.stop());

/** In the order of their examples, which build on each other. */
const PARTNER_PAGES = [
  'first-deposit',
  'answers',
  'events',
  'testing',
  'go-live',
  'payload',
  'status',
  'migration',
  'support',
];
const pageOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', 'docs', 'partner', `${name}.md`), 'utf8');

test('the document is OpenAPI 3.1, and its schemas are JSON Schema', async () => {
  const { body } = await service.call('GET', '/openapi.json');
  assert.equal(body.openapi, '3.1.0');
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [name, schema] of Object.entries(body.components.schemas)) {
    assert.ok(ajv.compile({ ...(schema as object), components: body.components }), name);
  }
});

test('the document depends on the environment, the role and the paths, and on no other setting', async () => {
  const env = { TRUST_PROXY: 'true', FOUR_EYES: 'true', PROVIDER_BANK: 'our_bank', LOG_LEVEL: 'silent' };
  const other = await startService({ databaseUrl: service.databaseUrl, env });
  try {
    const [one, two] = await Promise.all([service, other].map((each) => each.call('GET', '/openapi.json')));
    const served = [one, two].map((each, index) =>
      each?.text.replaceAll([service, other][index]?.address ?? '', 'here'),
    );
    assert.equal(served[0], served[1]);
  } finally {
    await other.stop();
  }
});

/** Under `/sandbox/api`, and for partners. */
const MOVES = [
  'manager-signs',
  'tenant-signs',
  'account-opened',
  'changes',
  'change-signs',
  'change-answered',
  'change-cancel',
  'change-contact',
  'change-person',
  'confirm-contact',
  'correct',
  'send-now',
  'payment',
  'cover-confirmed',
  'edit',
  'resend',
  'withdraw',
  'start-closing',
  'counter',
  'consent',
  'confirm-end',
  'dispute-end',
  'contest-end',
  'payout-account',
  'payout-account-code',
  'file-claim',
  'notes',
  'files',
  'payout-completed',
  'payback-completed',
  'interest',
  'charge',
  'payout-returned',
  'payment-reversed',
  'statement',
];

test('the document lists the calls of partners, providers and operator', async () => {
  const { body } = await service.call('GET', '/openapi.json');
  const calls = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const partner = ['custom', 'garaio-rem', 'rimo-r5', 'immotop2', 'abaimmo'].flatMap((path) => [
    `POST /webhook/${path}`,
    `POST /webhook/${path}/check`,
  ]);
  const organization = '/operator/api/organizations/{id}';
  const expected = [
    ...partner,
    'GET /webhook/contract-status',
    'GET /webhook/events',
    'GET /webhook/deposits',
    'GET /healthz',
    'GET /readyz',
    'GET /operator/api/settings',
    'PATCH /operator/api/settings',
    'GET /operator/api/partners',
    'POST /operator/api/partners',
    'POST /operator/api/partners/{id}/keys',
    'DELETE /operator/api/partners/{id}/keys/{keyId}',
    'POST /operator/api/partners/{id}/status-keys',
    'DELETE /operator/api/partners/{id}/status-keys/{keyId}',
    'GET /operator/api/partners/{id}/contacts',
    'POST /operator/api/partners/{id}/contacts',
    'DELETE /operator/api/partners/{id}/contacts/{contactId}',
    'POST /operator/api/partners/{id}/conformance-report',
    'GET /operator/api/partners/{id}/conformance-reports',
    'GET /operator/api/providers',
    'POST /operator/api/providers',
    'GET /operator/api/providers/{id}',
    'PATCH /operator/api/providers/{id}',
    'GET /operator/api/providers/{id}/keys',
    'POST /operator/api/providers/{id}/keys',
    'DELETE /operator/api/providers/{id}/keys/{keyId}',
    'GET /operator/api/providers/{id}/contacts',
    'POST /operator/api/providers/{id}/contacts',
    'DELETE /operator/api/providers/{id}/contacts/{contactId}',
    'GET /provider/api/applications',
    'GET /provider/api/applications/{id}',
    ...['acknowledge', 'account', 'cover', 'ended', 'paid', 'done', 'refused'].map(
      (answer) => `POST /provider/api/applications/{id}/${answer}`,
    ),
    'POST /provider/api/answers',
    'GET /provider/api/documents/{id}',
    'GET /operator/api/organizations',
    'POST /operator/api/organizations',
    `GET ${organization}`,
    `PATCH ${organization}`,
    `GET ${organization}/holdings`,
    `GET ${organization}/connections`,
    `POST ${organization}/connections`,
    `GET ${organization}/connections/{connectionId}`,
    `PATCH ${organization}/connections/{connectionId}`,
    `GET ${organization}/members`,
    `POST ${organization}/members`,
    `PATCH ${organization}/members/{memberId}`,
    `DELETE ${organization}/members/{memberId}`,
    `POST ${organization}/running-imports`,
    `POST ${organization}/running-imports/{importId}/undo`,
    `POST ${organization}/status-keys`,
    `DELETE ${organization}/status-keys/{keyId}`,
    `PUT ${organization}/ignored-contracts/{externalContractId}`,
    `DELETE ${organization}/ignored-contracts/{externalContractId}`,
    `GET ${organization}/deposits`,
    'GET /operator/api/deposits/{id}',
    'GET /operator/api/deposits/{id}/files/{fileId}',
    'GET /operator/api/deposits/{id}/legal-claim/proof',
    'PATCH /operator/api/deposits/{id}/tenants/{position}',
    ...[
      'account',
      'cover',
      'cover-ended',
      'refused',
      'ask-again',
      'release-ground',
      'legal-claim',
      'legal-claim/reject',
      'tenancy-end',
      'withdraw',
      'hold',
      'lift-hold',
      'remind',
    ].map((move) => `POST /operator/api/deposits/{id}/${move}`),
    'GET /operator/api/operators',
    'POST /operator/api/operators',
    'PATCH /operator/api/operators/{id}',
    'DELETE /operator/api/operators/{id}',
    'GET /operator/api/operators/{id}/tokens',
    'POST /operator/api/operators/{id}/tokens',
    'DELETE /operator/api/operators/{id}/tokens/{tokenId}',
    'GET /operator/api/approvals',
    'GET /operator/api/approvals/{id}',
    ...['approve', 'reject', 'withdraw'].map((verb) => `POST /operator/api/approvals/{id}/${verb}`),
    'GET /operator/api/audit',
    'POST /operator/api/bank/release',
    'GET /operator/api/mandates',
    'GET /operator/api/mandates/{id}',
    'GET /operator/api/money',
    'POST /operator/api/money/{id}/completed',
    'POST /operator/api/money/{id}/account',
    'POST /operator/api/money/{id}/assign',
    'POST /operator/api/money/{id}/release',
    'GET /operator/api/journal',
    'GET /operator/api/verification',
    'GET /operator/api/bank/files',
    'GET /operator/api/bank/entries',
    'GET /operator/api/bank/runs',
    'GET /operator/api/bank/reconciliation',
    'POST /operator/api/bank/export',
    'POST /operator/api/bank/entries/{key}/done',
    'POST /operator/api/bank/entries/{key}/resolve',
    'POST /operator/api/bank/runs/{id}/resend',
    'POST /operator/api/bank/files/{id}/retry',
    'POST /operator/api/bank/runs/{id}/write-again',
    'GET /operator/api/deliveries',
    'POST /operator/api/deliveries/{id}/replay',
    'GET /operator/api/documents/{id}',
    'DELETE /operator/api/documents/{id}/links',
    'POST /operator/api/providers/{id}/callback-secret',
    'DELETE /operator/api/providers/{id}/callback-secret',
    `POST ${organization}/connections/{connectionId}/callback-secret`,
    `DELETE ${organization}/connections/{connectionId}/callback-secret`,
    'POST /operator/api/mails/bounced',
    'POST /operator/api/deposits/{id}/papers/{fileId}/accept',
    'PATCH /sandbox/api/deposits/{id}/files/{fileId}',
    'GET /sandbox/api/mailbox',
    'POST /sandbox/api/clock',
    'POST /sandbox/api/mandates',
    'POST /sandbox/api/mandates/{id}/agree',
    'POST /sandbox/api/mandates/{id}/reject',
    'POST /sandbox/api/payments',
    ...MOVES.map((move) => `POST /sandbox/api/deposits/{id}/${move}`),
    'GET /partner/api/connections',
    'PUT /partner/api/connections/{externalOrgId}/callback',
    'DELETE /partner/api/connections/{externalOrgId}/callback',
    'POST /partner/api/connections/{externalOrgId}/callback/rotate',
    'POST /partner/api/connections/{externalOrgId}/test-event',
    'GET /partner/api/deliveries',
    'POST /partner/api/deliveries/{id}/replay',
    'GET /partner/api/calls',
    'POST /partner/api/conformance',
    'GET /partner/api/conformance/{id}',
    'GET /partner/api/conformance/latest',
    'POST /partner/api/conformance/{id}/finish',
    'POST /partner/api/status-keys',
    'DELETE /partner/api/status-keys/{keyId}',
    ...MOVES.map((move) => `POST /partner/api/sandbox/deposits/{id}/${move}`),
    'PATCH /partner/api/sandbox/deposits/{id}/files/{fileId}',
    'POST /partner/api/sandbox/payments',
    'GET /partner/api/sandbox/mailbox',
  ];
  assert.deepEqual(calls.sort(), expected.sort());
});

test('the pages load nothing external and run no script', async () => {
  for (const path of [
    '/',
    '/docs/partner/first-deposit',
    '/docs/search?q=key',
    '/docs/sandbox',
    '/docs/callbacks',
    '/docs/api',
  ]) {
    const { status, text, headers } = await service.call('GET', path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /<script|<link[^>]+href="http|<img[^>]+src="http|@import/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  }
  const { text } = await service.call('GET', '/docs/api');
  for (const word of ['/webhook/custom/check', 'externalContractId', 'shape-Problem', 'tenant4ZefixUid']) {
    assert.ok(text.includes(word), word);
  }
});

test('the guide lists exactly the problem codes', () => {
  const section = /^## Problem codes$([\s\S]*?)(?=^## )/m.exec(`${pageOf('answers')}## `)?.[1] ?? '';
  const named = [...section.matchAll(/^\| `([a-z_]+)`/gm)].map(([, code]) => code as string);
  assert.deepEqual(named.sort(), [...PROBLEM_CODES].sort());
});

test('the guide lists every field of the payload', async () => {
  const { body } = await service.call('GET', '/openapi.json');
  const schemas = Object.entries(body.components.schemas as Record<string, { properties: object }>);
  const payload = schemas.find(([name]) => name.startsWith('OpenDepositPayload'))?.[1];
  const fields = Object.keys(payload?.properties ?? {}).filter((field) => !/^tenant[234]/.test(field));
  assert.ok(fields.length > 30);
  const page = pageOf('payload');
  for (const field of fields) assert.ok(page.includes(`\`${field}\``), field);
});

test('the examples of the guide run, in their order', async () => {
  const partner = await setUpPartner(service, { contractStatusEnabled: true });
  const { organizationId, externalOrgId, apiKey } = partner;
  const status = await created(service.operator('POST', `/organizations/${organizationId}/status-keys`));
  const receiver = await openReceiver({ status: 204 });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    BASE_URL: `http://127.0.0.1:${new URL(service.baseUrl).port}`,
    API_KEY: apiKey,
    EXTERNAL_ORG_ID: externalOrgId,
    STATUS_KEY: status.apiKey,
    ORG_ID: organizationId,
    CALLBACK_URL: receiver.url,
  };
  const blocks = [
    ...PARTNER_PAGES.map(pageOf)
      .join('\n')
      .matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm),
  ];
  let ran = 0;
  try {
    for (const [place, [, kind, text = '']] of blocks.entries()) {
      if (kind !== 'sh') continue;
      const { stdout, stderr, status: code } = await bash(text, { ...env, DEPOSIT_ID: await idOf(partner) });
      assert.equal(code, 0, `${text}\n${stderr}`);
      ran++;
      const answer = JSON.parse(stdout.split('\n')[0] ?? '');
      assert.ok(answer.title === undefined && answer.error === undefined, `${text}\n${stdout}`);
      const [, next, shownText = ''] = blocks[place + 1] ?? [];
      if (next !== 'json') continue;
      const shown = JSON.parse(shownText);
      assert.deepEqual(Object.keys(answer).sort(), Object.keys(shown).sort(), `${text}\n${stdout}`);
      for (const member of ['success', 'result', 'status', 'state']) assert.equal(answer[member], shown[member], text);
    }
  } finally {
    await receiver.close();
  }
  assert.ok(ran >= 11, `${ran} examples`);
});

async function idOf(partner: Partner): Promise<string> {
  return (await partner.record('GUIDE-1'))?.id ?? '';
}

/** Not spawnSync: the service runs in this process. */
async function bash(
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<{ stdout: string; stderr: string; status: number | null }> {
  const child = spawn('bash', ['-c', script], { env });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((done) => child.on('close', (status) => done({ stdout, stderr, status })));
}
