import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import vm from 'node:vm';
import { created } from './support/partner.ts';
import { stage, type Stage } from './support/play.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';
import { startService, type Answer, type Service } from './support/service.ts';

type Item = {
  name: string;
  event?: { script: { exec: string[] } }[];
  request: {
    method: string;
    header: { key: string; value: string }[];
    url: { raw: string; query: { key: string; value: string; disabled?: boolean }[] };
    body?: { raw: string };
  };
};

let service: Service;
let receiver: Receiver;
let partner: Stage;
const variables = new Map<string, string>();
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  receiver = await openReceiver();
  partner = await stage(service);
  const { apiKey } = await created(service.operator('POST', `/partners/${partner.partnerId}/status-keys`));
  const { body } = await service.call('GET', '/docs/partner/collection.json');
  for (const { key, value } of body.variable) variables.set(key, value);
  variables.set('apiKey', partner.apiKey).set('externalOrgId', partner.externalOrgId);
  variables.set('statusKey', apiKey).set('orgId', partner.organizationId);
});
after(async () => {
  await receiver.close();
  await service.stop();
});

/** What takes something away. */
const LAST = ['Remove the callback', 'Revoke such a key'];

/** As a program that has imported the collection sends it; its script keeps what later requests need. */
async function send({ request, event = [] }: Item): Promise<Answer> {
  const filled = (text: string): string => text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name) => variables.get(name) ?? '');
  const url = new URL(filled(request.url.raw));
  const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, filled(value)]));
  const text = request.body === undefined ? undefined : filled(request.body.raw);
  const raw = text?.replaceAll(/https:\/\/[^"]+…"/g, `${receiver.url}"`);
  const at = `${url.pathname}${url.search}`;
  const answer = await service.call(request.method, at, { headers, ...(raw === undefined ? {} : { raw }) });
  const pm = {
    response: { json: () => answer.body },
    collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
  };
  if (answer.status < 300) for (const { script } of event) vm.runInNewContext(`{ ${script.exec.join('\n')} }`, { pm });
  return answer;
}

test('partner-kit.md 5: the requests of the collection run against the service', async () => {
  const { headers, body } = await service.call('GET', '/docs/partner/collection.json');
  assert.match(headers.get('content-disposition') ?? '', /attachment; filename="depono\.postman_collection\.json"/);
  assert.match(body.info.schema, /collection\/v2\.1\.0/);
  const folders = new Map<string, Item[]>(body.item.map(({ name, item }: any) => [name, item]));
  const own = folders.get('Self-service') ?? [];
  const isFirst = ({ name }: Item): boolean => name.startsWith('Set where callbacks go');
  // The callback first, so that there are deliveries once deposits have moved.
  const items = [...own.filter(isFirst), ...(folders.get('Partner') ?? []), ...(folders.get('Sandbox') ?? [])];
  items.push(...own.filter((one) => !isFirst(one)));
  assert.deepEqual(variables.get('baseUrl'), service.address);
  const isLast = ({ name }: Item): boolean => LAST.some((one) => name.startsWith(one));
  const inOrder = [...items.filter((one) => !isLast(one)), ...items.filter(isLast)];
  const wrong: string[] = [];
  const outcomes = new Map<string, number>();
  for (const item of inOrder) {
    const answer = await send(item);
    outcomes.set(`${item.request.method} ${item.request.url.raw.replace('{{baseUrl}}', '')}`, answer.status);
    // A call may not be possible as things stand; it must never be malformed, unknown or forbidden.
    const isOfNobody = item.request.url.raw.endsWith('/sandbox/payments') && answer.status === 404;
    const isFine = answer.status < 300 || answer.status === 409 || isOfNobody;
    if (!isFine) wrong.push(`${item.name}: ${answer.status} ${answer.text}`);
  }
  assert.deepEqual(wrong, []);
  const done = [...outcomes].filter(([, status]) => status < 300).map(([name]) => name);
  for (const name of [
    'POST /webhook/custom',
    'POST /webhook/custom/check',
    'GET /webhook/contract-status?ext-contract-id=REFERENCE-1',
    'GET /webhook/events',
    'GET /webhook/deposits',
    'GET /partner/api/connections',
    'POST /partner/api/sandbox/deposits/{{depositId}}/manager-signs',
    'POST /partner/api/sandbox/deposits/{{depositId}}/tenant-signs',
  ]) {
    assert.ok(done.includes(name), `${name}: ${outcomes.get(name)}`);
  }
});
