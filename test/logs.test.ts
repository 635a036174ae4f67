import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { bareError } from '../src/log.ts';
import { newBrowser, signIn } from './support/manager.ts';
import { payload } from './support/payload.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { startProcess, type OwnProcess } from './support/process.ts';
import { freshDatabase } from './support/server.ts';
import { openTenant } from './support/tenant.ts';
import { TOKEN } from './support/service.ts';

/** None of this may ever be logged. */
const PLANTED = {
  firstName: 'Xaverina',
  lastName: 'Zgraggenhuber',
  email: 'xaverina.z@geheim.example',
  phone: '+41791239876',
  birthDate: '1987-06-05',
  street: 'Heimlichgasse',
  owner: 'Ottokar Verborgen',
  iban: 'CH5604835012345678009',
  manager: 'leitung@verborgen.example',
  managerName: 'Quendolina',
  wrongKey: 'ein-falscher-schluessel-4711',
  wrongToken: 'Ein1Falscher2Link3Den4Es5Nicht6Gibt7',
};

let database: Awaited<ReturnType<typeof freshDatabase>>;
let postbox: SMTPServer;
let service: OwnProcess;
let demo: Stage;
/** Credentials created during the journey: keys, links, cookies. */
const secrets: string[] = [];

before(async () => {
  database = await freshDatabase();
  // A mail server that refuses the tenant and repeats the address, as many do.
  postbox = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (address !== PLANTED.email) return done();
      done(Object.assign(new Error(`<${address}>: no ${PLANTED.lastName} lives here`), { responseCode: 550 }));
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  postbox.listen(0, '127.0.0.1');
  await once(postbox.server, 'listening');
  const { port } = postbox.server.address() as AddressInfo;
  service = await startProcess(database.url, {
    LOG_LEVEL: 'debug',
    SMTP_URL: `smtp://postfach:sehr-geheim@127.0.0.1:${port}`,
    TRUST_PROXY: 'true',
  });
  demo = await stage(service);
  secrets.push(demo.apiKey, TOKEN, service.config.secretKey, 'sehr-geheim');
});
after(async () => {
  await service.stop();
  await new Promise<void>((done) => postbox.close(() => done()));
  await database.drop();
});

type Line = { level: number; time: string; msg: string; request?: string; [member: string]: unknown };

const lines = (): Line[] =>
  service
    .printed()
    .stderr.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** The log is written after the answers. */
async function lineOf(request: string, msg: string): Promise<Line> {
  for (;;) {
    const line = lines().find((one) => one.request === request && one.msg === msg);
    if (line !== undefined) return line;
    await new Promise((done) => setTimeout(done, 10));
  }
}

const person = {
  tenantFirstName: PLANTED.firstName,
  tenantLastName: PLANTED.lastName,
  tenantEmail: PLANTED.email,
  tenantPhoneNumber: PLANTED.phone,
  tenantBirthDate: PLANTED.birthDate,
  tenantAddressStreet: PLANTED.street,
  ownerName: PLANTED.owner,
};

test('a request has one id in its lines and in its answer', async () => {
  const own = 'cafe0000-1111-4222-8333-444455556666';
  const answer = await demo.open(payload(), { 'x-request-id': own });
  assert.equal(answer.headers.get('x-request-id'), own, 'taken over from whoever is in front of us');
  const { level, time, ms, ...rest } = await lineOf(own, 'answered');
  assert.deepEqual(rest, { request: own, method: 'POST', route: '/webhook/custom', status: 200, msg: 'answered' });
  assert.equal(level, 30);
  assert.ok(!Number.isNaN(Date.parse(time)) && (ms as number) > 0);

  const made = [];
  for (const path of ['/healthz', '/docs', '/gibt-es-nicht', '/operator/api/partners']) {
    made.push((await service.call('GET', path)).headers.get('x-request-id') ?? '');
  }
  for (const id of made) assert.match(id, /^[0-9a-f-]{16,64}$/);
  assert.equal(new Set(made).size, made.length);
});

test('an id that may be personal data is not used', async () => {
  for (const given of [
    PLANTED.iban,
    PLANTED.email,
    PLANTED.phone,
    PLANTED.lastName,
    '0791239876',
    'a'.repeat(65),
    '',
  ]) {
    const { headers } = await service.call('GET', '/healthz', { headers: { 'x-request-id': given } });
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{12}-[0-9a-f]{8}$/, given);
  }
});

test('one line per request at level info, with the route pattern and never the address', async () => {
  const { headers } = await service.call('GET', `/t/${PLANTED.wrongToken}?name=${PLANTED.lastName}`);
  const line = await lineOf(headers.get('x-request-id') ?? '', 'answered');
  assert.deepEqual([line['method'], line['route'], line['status']], ['GET', '/t/:token', 404]);
  const all = lines().filter(({ msg }) => msg === 'answered');
  assert.equal(new Set(all.map(({ request }) => request)).size, all.length);
});

test('a failure is found by the id its caller received', async () => {
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  await sql.query('alter table refused_calls rename to refused_calls_away');
  const failed = await demo.open(payload({ ...person, zip: 'x' }));
  await sql.query('alter table refused_calls_away rename to refused_calls');
  await sql.end();
  assert.match(failed.body.reason, /could not process the call/);
  const line = await lineOf(failed.headers.get('x-request-id') ?? '', 'open call failed');
  assert.equal(line.level, 50);
  assert.equal((line['err'] as { code: string }).code, '42P01');
});

test('no personal data and no secret is logged on a whole journey, at level debug', async () => {
  const { organizationId } = demo;
  await service.operator('POST', `/organizations/${organizationId}/members`, {
    email: PLANTED.manager,
    firstName: PLANTED.managerName,
    lastName: PLANTED.lastName,
    language: 'de',
  });
  // Calls that are refused, each in its own way.
  await demo.open(payload({ ...person, zip: 'x' }));
  await demo.check(payload(person));
  await demo.open(payload(person), { 'x-api-key': PLANTED.wrongKey });
  await demo.open(payload(person), { 'x-external-org-id': PLANTED.lastName });
  const raw = `{"tenantLastName": "${PLANTED.lastName}", oops`;
  const keys = { 'x-api-key': demo.apiKey, 'x-external-org-id': demo.externalOrgId };
  await service.call('POST', '/webhook/custom', { headers: keys, raw });
  await service.operator('POST', '/organizations', { name: PLANTED.lastName, language: PLANTED.lastName });
  await service.operator('GET', `/deposits/${PLANTED.lastName}`);
  await service.operator('GET', `/organizations/${organizationId}/deposits?externalContractId=%00${PLANTED.lastName}`);

  // A deposit from its opening to its end, whose tenant's mails are refused.
  const it = await demo.start({ ...person, propertyManagerEmail: PLANTED.manager });
  await reach('signed', it);
  const tenant = await openTenant(it, PLANTED.email);
  secrets.push(tenant.path.split('/').at(-1) ?? '');
  assert.equal((await tenant.get()).status, 200);
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.play('account-opened');
  await it.play('payment');
  await it.play('start-closing', { by: 'tenant', tenantIban: PLANTED.iban });
  await it.play('consent', { by: 'manager' });
  await it.play('payout-completed');
  await tenant.get();
  await service.call('GET', `/t/${PLANTED.wrongToken}`);
  await service.call('GET', `/documents/${PLANTED.wrongToken}`);

  // Someone who signs in, searches for a person, and someone who tries.
  const manager = await signIn(service, PLANTED.manager);
  secrets.push(...manager.cookies.values());
  await manager.page(`/manager/deposits?q=${PLANTED.lastName}`);
  await manager.page(`/manager/deposits/${it.id}`);
  for (const mail of await demo.mails(PLANTED.manager)) secrets.push(...linkTokens(mail.links));
  for (const mail of await demo.mails(PLANTED.email)) secrets.push(...linkTokens(mail.links));
  await newBrowser(service).post('/manager/sign-in', { email: `niemand-${PLANTED.email}` });
  await newBrowser(service).get(`/manager/sign-in/${PLANTED.wrongToken}`);

  // The database fails beneath a page and a call.
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  await sql.query('alter table deposits rename to deposits_away');
  await demo.open(payload(person)).catch(() => null);
  assert.equal((await manager.get(`/manager/deposits/${it.id}`)).status, 500);
  await tenant.get();
  await sql.query('alter table deposits_away rename to deposits');
  await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
                   where pid <> pg_backend_pid() and datname = current_database()`);
  await sql.end();
  await service.call('GET', '/readyz');
  await service.stop();

  const { stdout, stderr } = service.printed();
  const all = lines();
  assert.ok(
    all.some(({ msg }) => msg.startsWith('effect mail ')),
    'refused mails are logged',
  );
  assert.ok(
    all.some(({ msg, kind }) => msg === 'effect' && kind === 'document'),
    'and work at level debug',
  );
  assert.ok(all.filter(({ level }) => level === 50).length >= 2, 'and failures');
  assert.ok(secrets.length > 8);
  const words = [...Object.values(PLANTED), ...secrets];
  for (const word of words) assert.ok(word.length >= 8, word);
  for (const word of words) {
    const line = stderr.split('\n').find((one) => one.toLowerCase().includes(word.toLowerCase()));
    assert.equal(line, undefined, word);
    const spaced = word.replace(/(.{4})(?=.)/g, '$1 ');
    assert.ok(!stderr.includes(spaced), spaced);
  }
  for (const word of Object.values(PLANTED)) assert.ok(!stdout.includes(word), `${word} on standard output`);
});

const linkTokens = (links: readonly string[]): string[] =>
  links
    .map((link) => new URL(link).pathname.split('/').at(-1) ?? '')
    .filter((token) => token.length >= 16 && !/^[0-9a-f-]{36}$/.test(token));

const ERRORS: [name: string, error: unknown, message: string | undefined][] = [
  ['our own words stay', new Error('the effect has no deposit'), 'the effect has no deposit'],
  ['an address in them goes', new Error('no route to anna@mail.example'), 'no route to …'],
  [
    'PostgreSQL quotes a value',
    Object.assign(new Error('invalid input syntax: "Muster"'), { code: '22P02' }),
    'the database refused a value',
  ],
  [
    'a mail server answers',
    Object.assign(new Error('550 Anna Muster unknown'), { responseCode: 550 }),
    'the mail server answered 550',
  ],
  ['a parser quotes a text', syntaxError('{"name": Muster'), 'a text could not be parsed'],
  ['what is no error', 'Anna Muster', undefined],
];
for (const [name, error, message] of ERRORS) {
  test(`an error is logged as: ${name}`, () => {
    const bare = bareError(new Error('outside', { cause: error })) as { cause: { message?: string } };
    assert.equal(bare.cause.message, message);
    assert.doesNotMatch(JSON.stringify(bare), /Muster|anna@/);
  });
}

function syntaxError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
