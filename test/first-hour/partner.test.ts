import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { codeIn, readDocument, rowsOf, type Section } from '../support/document.ts';
import { freePort } from '../support/free-port.ts';
import type { ManagerBrowser } from '../support/manager.ts';
import { signInPartner } from '../support/partner-contact.ts';
import { companyPayload, legalTenant, payload } from '../support/payload.ts';
import { until } from '../support/receiver.ts';
import { PRODUCTION, startService, type Answer, type Service } from '../support/service.ts';
import { storyOf } from '../support/story.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

// The first hour of a partner's engineer: from an address and an invitation to a conformance report.

const guide = readDocument('docs/partner/first-deposit.md');
const answers = readDocument('docs/partner/answers.md');
const events = readDocument('docs/partner/events.md');
const testing = readDocument('docs/partner/testing.md');
const goLive = readDocument('docs/partner/go-live.md');
const example = readDocument('examples/partner/README.md');

const ROOT = join(import.meta.dirname, '..', '..');
/** A program's own Node, by the name that the documents use. */
const NODE = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };

let service: Service;
let folder: string;
let terminal: Terminal;
let receiverPort: number;
let adapterPort: number;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  [receiverPort, adapterPort] = [await freePort(), await freePort()];
  folder = mkdtempSync(join(tmpdir(), 'first-hour-partner-'));
  cpSync(join(ROOT, 'examples'), folder, { recursive: true });
  terminal = openTerminal({ folder, env: { ...NODE, BASE_URL: service.address }, placed });
});
after(async () => {
  await terminal.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Another port than that of the documents, so that tests can run beside each other. */
const placed = (text: string): string =>
  text.replaceAll('http://localhost:8080', service.address).replaceAll('http://localhost:3000', at(adapterPort));
const at = (port: number): string => `http://127.0.0.1:${port}`;

/** Starts a program in a terminal of its own, with the commands of a document. */
async function startProgram(
  t: TestContext,
  commands: string,
  env: Record<string, string>,
  where: string,
): Promise<Log> {
  const own = openTerminal({ folder: join(folder, where), env: { ...NODE, ...env }, placed });
  const file = join(folder, `${where}.log`);
  // It is there before the program, which the shell starts a little later.
  writeFileSync(file, '');
  const lines = commands.trim().split('\n');
  const program = lines.pop() ?? '';
  await own.paste([...lines, `${program} > ${file} 2>&1 &`].join('\n'));
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await own.try('kill $!; wait');
    await own.close();
  };
  t.after(stop);
  return { printed: () => readFileSync(file, 'utf8'), stop };
}
/** Waits until a program has printed something. */
async function prints(program: Log, words: string): Promise<void> {
  await until(() => program.printed().includes(words), words).catch(() =>
    assert.fail(`${words}: ${program.printed()}`),
  );
}

/** What only the end of a run shows. */
const AT_THE_END: readonly string[] = ['open.no_loop', 'open.strings', 'status.pace'];

type Log = { printed: () => string; stop: () => Promise<void> };

const keyIn = ({ text }: { text: string }): string =>
  /<code>((?:dpk|dwk)_[^<]+)<\/code>/.exec(text)?.[1] ?? assert.fail(text);

test('a partner’s engineer, with the guide alone', async (t) => {
  const step = storyOf(t);
  let admin: ManagerBrowser;
  let depositId = '';
  let secret = '';
  let receiver: Log;

  await step(guide, 'What you need', 'signs in at /partner, issues two keys, finds the ids', async (section) => {
    const { partners } = (await service.operator('GET', '/partners')).body;
    admin = await signInPartner(service, { partnerId: partners[0].id }, 'admin');
    const openKey = keyIn(await admin.submit('/partner/keys', { kind: 'open' }));
    const statusKey = keyIn(await admin.submit('/partner/keys', { kind: 'status', name: 'first hour' }));
    const { text } = await admin.page('/partner/organizations');
    const demo = JSON.parse(readFileSync(join(service.config.dataDir, 'demo.json'), 'utf8'));
    assert.ok(text.includes(demo.externalOrgId));
    const own = /href="(\/partner\/organizations\/[^"]+)"/g;
    const pages = await Promise.all([...text.matchAll(own)].map(([, path = '']) => admin.page(path)));
    assert.ok([text, ...pages.map((page) => page.text)].some((one) => one.includes(demo.organizationId)));
    for (const name of ['apiKey', 'externalOrgId', 'statusKey', 'organizationId']) {
      assert.ok(section.text.includes(`\`${name}\``) && demo[name] !== undefined, name);
    }
    await terminal.set({ STATUS_KEY: statusKey, ORG_ID: demo.organizationId });
    const [set] = guide.section('First deposit').blocks;
    assert.equal(set?.language, 'console');
    await terminal.paste((set?.text ?? '').replace('dpk_…', openKey).replace('4711', demo.externalOrgId));
  });

  await step(guide, 'First deposit', 'pastes the call', (section) => terminal.follow(section));
  await step(guide, 'Send it again', 'pastes it', (section) => terminal.follow(section));
  await step(guide, 'Read its status', 'pastes it', (section) => terminal.follow(section));

  await step(answers, 'Try it without opening anything', 'pastes it, and gets the same problems', (section) =>
    terminal.follow(section),
  );
  await step(answers, 'What to do with each answer', 'gets each answer that the data can cause', everyAnswer);

  await step(events, 'Receivers in five languages', 'starts the receiver with its own first line', async () => {
    await terminal.set({ CALLBACK_URL: `${at(receiverPort)}/depono` });
    const [set] = events.section('Set your address').blocks;
    secret = JSON.parse(await terminal.paste(set?.text ?? '')).callback.secret;
    const [first = ''] = readFileSync(join(folder, 'receivers', 'receiver.ts'), 'utf8').split('\n');
    const command = (/(CALLBACK_SECRET=.*)$/.exec(first)?.[1] ?? assert.fail(first))
      .replace('whsec_…', secret)
      .replace('3000', String(receiverPort));
    receiver = await startProgram(t, command, {}, 'receivers');
    await until(() => fetch(at(receiverPort), { method: 'POST' }).catch(() => null), 'the receiver');
  });

  await step(events, 'Set your address', 'sets it again, and lets the service call', async (section) => {
    assert.match(section.text, /Setting the address again keeps the secret and does not show it/);
    const again = JSON.parse(await terminal.paste(section.blocks[0]?.text ?? ''));
    assert.equal(again.callback.secret, undefined);
    await terminal.follow(section, { from: 1 });
    await prints(receiver, ' test ');
  });
  await step(events, 'Read what you have missed', 'nothing yet', (section) => terminal.follow(section));
  await step(events, 'Compare your records', 'finds the deposit', async (section) => {
    const { deposits } = JSON.parse(await terminal.paste(section.blocks[0]?.text ?? ''));
    depositId = deposits.find((one: any) => one.externalContractId === 'GUIDE-1').depositId;
  });

  await step(testing, 'See a deposit through', 'plays everyone, as the table says', async (section) => {
    await terminal.set({ DEPOSIT_ID: depositId });
    await terminal.follow(section, { to: 1 });
    await throughItsLife(section);
    await until(() => receiver.printed().split('deposit.state_changed').length > 3, receiver.printed());
    assert.match(receiver.printed(), / document\.created /);
    const missed = await terminal.paste(events.section('Read what you have missed').blocks[0]?.text ?? '');
    const kinds = JSON.parse(missed).events.map(({ type }: any) => type);
    assert.ok(kinds.includes('document.created') && kinds.includes('deposit.state_changed'), missed);
  });
  await step(testing, 'Read the mails', 'those to the tenant', async (section) => {
    const { mails } = JSON.parse(await terminal.paste(section.blocks[0]?.text ?? ''));
    assert.ok(mails.some(({ kind }: any) => kind === 'deposit_closed'));
    await receiver.stop();
  });

  await step(example, 'Run it', 'the example adapter opens three, and one is refused', async ({ blocks, text }) => {
    for (const { language } of blocks) assert.equal(language, 'sh');
    await terminal.paste(blocks[1]?.text ?? '');
    const adapter = await startProgram(t, await adapterCommands(blocks[2]?.text ?? ''), quick(), 'partner');
    const refused = codeIn(text).find((code) => code.startsWith('EXAMPLE-')) ?? '';
    await prints(adapter, `${refused}: data_invalid, correct_and_resend`);
    correct(refused);
    await prints(adapter, `${refused}: opened, done`);
    await adapter.stop();
  });

  let runUrl = '';
  await step(example, 'Check it', 'a whole conformance run passes', async ({ blocks }) => {
    cpSync(join(ROOT, 'examples', 'partner', 'tenancies.json'), join(folder, 'partner', 'tenancies.json'));
    const [set = '', run = ''] = [example.section('Run it').blocks[2]?.text, blocks[0]?.text];
    const commands = `${(await adapterCommands(set)).split('\n')[0]}\n${run}`;
    const adapter = await startProgram(t, commands, quick(), 'partner');
    await prints(adapter, 'receiving callbacks');
    const started = await terminal.paste(`cd partner\n${blocks[1]?.text}cd ..`);
    const { id: runId, url } = JSON.parse(started);
    runUrl = url;
    await prints(adapter, 'CHECK-4: data_invalid');
    correct('CHECK-4');
    await prints(adapter, 'CHECK-4: opened');
    await withdraw('CHECK-2');
    const report = `curl -s "$BASE_URL/partner/api/conformance/${runId}`;
    let missing: string[] = [];
    const isSeen = async (): Promise<boolean> => {
      missing = requirementsIn(await terminal.paste(`${report}" -H "x-api-key: $API_KEY"`))
        .filter(({ id, result }) => result !== 'passed' && !AT_THE_END.includes(id))
        .map(({ id, result }) => `${id} ${result}`);
      return missing.length === 0;
    };
    await until(isSeen, 'the requirements').catch(() => assert.fail(`${missing.join(', ')}\n${adapter.printed()}`));
    const ended = await terminal.paste(`${report}/finish" -X POST -H "x-api-key: $API_KEY"`);
    assert.deepEqual(
      requirementsIn(ended).filter(({ result }) => result !== 'passed'),
      [],
    );
    await adapter.stop();
  });

  await step(
    goLive,
    '1. Pass a conformance run',
    'it is the call that started this one, and its page shows the report',
    async (section) => {
      const asOne = (text: string): string =>
        text.replaceAll(/http:\/\/localhost:8080|\$BASE_URL|demo|'"\$EXT\w+"'|["\s]|cp .*/g, '');
      assert.equal(asOne(section.blocks[0]?.text ?? ''), asOne(example.section('Check it').blocks[1]?.text ?? ''));
      assert.match((await admin.page(new URL(runUrl).pathname)).text, /Conformance/);
    },
  );
  await step(goLive, '2. Go through your checklist', 'all that this hour has shown is done', async () => {
    const all = ['Organization connected', 'Key in use', 'First deposit opened', 'Every answer handled', 'Status read'];
    const missing = async (): Promise<string[]> => {
      const { text } = await admin.page('/partner');
      const done = [...text.matchAll(/<h3>([^<]+)<\/h3><span class="state open">/g)].map(([, title]) => title);
      return [...all, 'Deliveries arrive'].filter((title) => !done.includes(title));
    };
    // Calls are written to the request log several times a second.
    await until(async () => (await missing()).length === 0, 'all that this hour has shown').catch(() => undefined);
    assert.deepEqual(await missing(), []);
  });
  await step(goLive, '3. Know what is different in production', 'each difference that a partner sees', inProduction);
});

/** The line with the variables has what the person was given; the other one starts the adapter. */
async function adapterCommands(shown: string): Promise<string> {
  const rotated =
    'curl -s -X POST "$BASE_URL/partner/api/connections/$EXTERNAL_ORG_ID/callback/rotate" -H "x-api-key: $API_KEY"';
  const { secret } = JSON.parse(await terminal.paste(rotated)).callback;
  const [apiKey, statusKey, orgId] = (await terminal.paste('echo $API_KEY $STATUS_KEY $ORG_ID')).trim().split(' ');
  return shown
    .replace('dpk_…', apiKey ?? '')
    .replace('dwk_…', statusKey ?? '')
    .replace('ORG_ID=…', `ORG_ID=${orgId}`)
    .replace('whsec_…', secret);
}

/** The documented variables that make it look more often. */
const quick = (): Record<string, string> => ({ PORT: String(adapterPort), EVERY_SECONDS: '0.2' });

function correct(id: string): void {
  const file = join(folder, 'partner', 'tenancies.json');
  const all = JSON.parse(readFileSync(file, 'utf8'));
  all.find((one: any) => one.id === id).tenants[0].email = 'corrected@mail.example';
  writeFileSync(file, JSON.stringify(all));
}

async function withdraw(contract: string): Promise<void> {
  const list = testing.section('See a deposit through').blocks[0]?.text ?? '';
  const { deposits } = JSON.parse(await terminal.paste(list));
  const { depositId } = deposits.find((one: any) => one.externalContractId === contract);
  await play(depositId, 'withdraw');
}

const play = (id: string, call: string, body = ''): Promise<string> =>
  terminal.paste(
    `curl -sf -X POST "$BASE_URL/partner/api/sandbox/deposits/${id}/${call}" -H "x-api-key: $API_KEY" ${
      body === '' ? '' : `-H 'Content-Type: application/json' -d '${body}'`
    }`,
  );

const requirementsIn = (text: string): { id: string; result: string }[] => JSON.parse(text).requirements;

/** The calls of the table's first row, with the bodies that the text gives. */
async function throughItsLife(section: Section): Promise<void> {
  const [row] = rowsOf(section);
  assert.match(row?.[0] ?? '', /bank deposit/);
  const [byTenant = '', byManager = ''] = codeIn(section.text).filter((code) => code.includes('"by"'));
  const bodies: Record<string, string> = { 'start-closing': byTenant, consent: byManager };
  const id = (await terminal.paste('echo $DEPOSIT_ID')).trim();
  let record: any;
  const calls = codeIn(row?.[1] ?? '');
  assert.equal(calls[0], 'manager-signs');
  for (const call of calls) record = JSON.parse(await play(id, call, bodies[call]));
  assert.equal(record.state, 'closed');
}

/** Row by row what the table says, as far as a partner can cause it. */
async function everyAnswer(section: Section): Promise<void> {
  const [apiKey = '', externalOrgId = ''] = (await terminal.paste('echo $API_KEY $EXTERNAL_ORG_ID')).trim().split(' ');
  const open = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    service.call('POST', '/webhook/custom', {
      headers: { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId, ...headers },
      body,
    });
  const one = (changes: Record<string, unknown> = {}): object => payload({ externalContractId: 'HOUR-1', ...changes });
  const three = { ...legalTenant('tenant2'), ...legalTenant('tenant3'), externalContractId: 'HOUR-1' };
  const causes: Record<string, () => Promise<Answer>> = {
    opened: () => open(payload()),
    not_authorised: () => open(one(), { 'x-api-key': 'wrong' }),
    organization_missing: () => open(one(), { 'x-external-org-id': ' ' }),
    organization_unknown: () => open(one(), { 'x-external-org-id': 'unknown' }),
    body_unreadable: () => open([]),
    contract_id_missing: () => open({}),
    contract_exists: () => open({ externalContractId: 'GUIDE-1' }),
    tenant_type_unknown: () => open(one({ tenantType: 'person' })),
    too_many_signatories: () => open(companyPayload(three)),
    property_manager: () => open(one({ propertyManagerEmail: 'x' })),
    data_missing: () => open(one({ city: '' })),
    data_invalid: () => open(one({ zip: '80' })),
  };
  const seen = new Set<string>();
  for (const [, , code = '', next = '', result = ''] of rowsOf(section)) {
    const cause = causes[codeIn(code)[0] ?? ''];
    if (cause === undefined) continue;
    const { headers, body } = await cause();
    seen.add(headers.get('x-depono-code') ?? '');
    const shown = [headers.get('x-depono-code'), headers.get('x-depono-next'), body.result];
    assert.deepEqual(
      shown,
      [code, next, result.split(';')[0] ?? ''].map((cell) => codeIn(cell)[0]),
    );
  }
  assert.deepEqual([...seen].toSorted(), Object.keys(causes).toSorted());
  assert.equal((await open(one())).body.result, 'success', 'corrected and sent again, as the table asks');
}

async function inProduction(section: Section): Promise<void> {
  const { PROVIDER_BANK: _bank, PROVIDER_INSURANCE: _insurance, ...settings } = PRODUCTION;
  const production = await startService({ env: settings });
  try {
    const made = async (path: string, body: unknown): Promise<any> =>
      (await production.operator('POST', path, body)).body;
    const partner = await made('/partners', { name: 'Vendor', integration: 'custom' });
    const address = { street: 'Weg', streetNumber: '1', zip: '8001', city: 'Zürich' };
    const rest = { language: 'de', emailDomain: 'v.example', address };
    const { id } = await made('/organizations', { name: 'Verwaltung AG', ...rest });
    const manager = { email: 'chefin@v.example', firstName: 'Clara', lastName: 'Chefin', language: 'de' };
    await made(`/organizations/${id}/members`, { ...manager, defaultPropertyManager: true });
    await made(`/organizations/${id}/connections`, { partnerId: partner.id, externalOrgId: '4711' });
    const headers = { 'x-api-key': partner.apiKey, 'x-external-org-id': '4711' };
    const opened = await production.call('POST', '/webhook/custom', { headers, body: payload() });
    const row = rowsOf(section).find(([what]) => what === 'bank and insurer');
    assert.equal(opened.headers.get('x-depono-code'), codeIn(row?.[2] ?? '')[0]);
    const old = await production.call('POST', '/webhook/custom', {
      headers: { ...headers, 'x-api-key': (await terminal.paste('echo $API_KEY')).trim() },
      body: payload(),
    });
    assert.equal(old.headers.get('x-depono-code'), 'not_authorised', 'nothing is carried over');
    const absent = rowsOf(section).find(([what]) => what?.includes('conformance runs'));
    assert.match(absent?.[2] ?? '', /404/);
    for (const path of ['/partner/api/conformance', `/partner/api/sandbox/deposits/${id}/manager-signs`]) {
      assert.equal((await production.call('POST', path, { headers, body: {} })).status, 404, path);
    }
  } finally {
    await production.stop();
  }
}
