import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { OUTCOME_CODES } from '../src/partner/codes.ts';
import { startService, type Service } from './support/service.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = ['/openapi.json', '/openapi-partner.json'] as const;

let service: Service;
const texts = new Map<string, string>();
before(async () => {
  service = await startService();
  for (const path of DOCUMENTS) texts.set(path, (await service.call('GET', path)).text);
});
after(() => service.stop());

const read = (path: string): any => JSON.parse(texts.get(path) ?? '');
const calls = (items: Record<string, object>): [string, any][] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, any] => [`${method.toUpperCase()} ${path}`, operation]),
  );

for (const path of DOCUMENTS) {
  describe(`partner-kit.md 5: ${path}`, () => {
    test('redocly lint finds nothing, with its recommended rules', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
      try {
        writeFileSync(join(folder, 'openapi.json'), texts.get(path) ?? '');
        assert.deepEqual(await lint(folder), []);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    test('every call has an id, a tag that is described, a body and an answer with an example', () => {
      const { paths, tags, servers, info } = read(path);
      const described = new Set(tags.map(({ name, description }: any) => (description === undefined ? '' : name)));
      const ids = calls(paths).map(([, { operationId }]) => operationId);
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(
        [servers[0].url, info.contact.url],
        [service.address, `${service.address}/docs/partner/support`],
      );
      for (const [name, { operationId, tags: own, parameters = [], requestBody, responses }] of calls(paths)) {
        assert.match(operationId, /^[A-Za-z][A-Za-z0-9-]+$/, name);
        assert.ok(own.length > 0 && own.every((tag: string) => described.has(tag)), name);
        for (const one of parameters) assert.notEqual(one.example, undefined, `${name} ${one.name}`);
        const answers = Object.values<any>(responses).map(({ content }) => content);
        for (const content of [requestBody?.content, ...answers]) {
          for (const [type, media] of Object.entries<any>(content ?? {})) {
            const isShown = 'example' in media || Object.keys(media.examples ?? {}).length > 0;
            assert.ok(isShown || !type.endsWith('json'), `${name} ${type}`);
          }
        }
      }
    });

    test('errors of the APIs are problem details, those under /webhook are not', () => {
      for (const [name, { responses }] of calls(read(path).paths)) {
        for (const [status, { content = {} }] of Object.entries<any>(responses)) {
          if (!/^[45]/.test(status) || Object.keys(content).length === 0) continue;
          const isOurs = name.includes('/webhook/') || name.endsWith('z');
          assert.deepEqual(Object.keys(content), [isOurs ? 'application/json' : 'application/problem+json'], name);
        }
      }
    });

    test('answers may grow: no closed objects, and lists of values that are open', () => {
      const { components, paths } = read(path);
      const text = JSON.stringify([
        calls(paths).map(([, { responses }]) => responses),
        Object.entries(components.schemas).filter(([name]) => !/Payload$|Input$/.test(name)),
      ]);
      assert.doesNotMatch(text, /"additionalProperties":false/);
      assert.match(text, /"x-extensible-enum"/);
      const open = calls(paths).find(([name]) => name === 'POST /webhook/custom')?.[1].responses['500'].headers;
      assert.deepEqual(open['x-depono-code'].schema['x-extensible-enum'], Object.keys(OUTCOME_CODES));
    });
  });
}

test('partner-kit.md 5: callbacks are webhooks of the document', () => {
  const partner = ['document.created', 'deposit.state_changed', 'test'];
  assert.deepEqual(Object.keys(read('/openapi-partner.json').webhooks), partner);
  const all = [...partner, 'application.created', 'application.cancelled'];
  assert.deepEqual(Object.keys(read('/openapi.json').webhooks), all);
});

test('partner-kit.md 5: the document of partners has their calls, and no others', () => {
  const [whole, partner] = DOCUMENTS.map(read);
  const theirs = Object.keys(whole.paths).filter((path) => /^\/(?:webhook|partner\/api)\//.test(path));
  assert.deepEqual(Object.keys(partner.paths), theirs);
  assert.deepEqual(Object.keys(partner.components.securitySchemes), ['apiKey', 'statusKey']);
  for (const [name] of calls(partner.paths)) assert.ok(!name.includes('/operator/'), name);
});

test('partner-kit.md 5: the document names the address that it is asked at', async () => {
  assert.equal(read('/openapi.json').servers[0].url, service.address);
  const port = new URL(service.address).port;
  const other = await fetch(`http://localhost:${port}/openapi.json`).then((one) => one.json() as any);
  assert.equal(other.servers[0].url, `http://localhost:${port}`);
  const fixed = await startService({ env: { BASE_URL: 'https://deposits.test.example/' } });
  try {
    const { body } = await fixed.call('GET', '/openapi.json');
    assert.equal(body.servers[0].url, 'https://deposits.test.example');
  } finally {
    await fixed.stop();
  }
});

/** What the linter has to say, as one line for each problem. */
async function lint(folder: string): Promise<string[]> {
  const program = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const args = [
    program,
    'lint',
    '--extends',
    'recommended',
    '--format',
    'json',
    '--max-problems',
    '1000',
    'openapi.json',
  ];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      if (error.stdout === undefined || error.stdout === '') throw error;
      return { stdout: error.stdout };
    },
  );
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    problems: { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }[];
  };
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer} ${message}`,
  );
}
