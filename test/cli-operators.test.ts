import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import type { Ended } from './support/command-line.ts';
import { depono, settingsOf } from './support/depono.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';

// operator-api.md, "Named operators, roles, four eyes", on the command line.

let service: Service;
let on: Stage;
let sql: Client;
let folder: string;
before(async () => {
  service = await startService({ env: { FOUR_EYES: 'true' } });
  on = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  folder = mkdtempSync(join(tmpdir(), 'depono-operators-'));
});
after(async () => {
  await sql.end();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Run = (...args: string[]) => Promise<Ended>;
type Person = { email: string; tokenId: string; token: string; run: Run };

const as =
  (token: string | null): Run =>
  (...args) =>
    depono({ ...settingsOf(service), FOUR_EYES: 'true', ...(token === null ? {} : { DEPONO_TOKEN: token }) }, ...args);
/** Without DEPONO_TOKEN. */
const nobody: Run = (...args) => as(null)(...args);

async function json(run: Run, ...args: string[]): Promise<any> {
  const { code, output, errors } = await run(...args, '--json');
  assert.equal(code, 0, `${args.join(' ')}: ${errors}${output}`);
  return JSON.parse(output.split('\n')[0] ?? '');
}

let people = 0;
async function person(role: string, issuedBy: Run = nobody): Promise<Person> {
  const email = `cli-${++people}@depono.example`;
  await json(nobody, 'operator', 'add', email, '--name', `Person ${people}`, '--role', role);
  const { token, tokenId } = await json(issuedBy, 'operator', 'token', email, '--name', 'test');
  return { email, tokenId, token, run: as(token) };
}

function refused({ code, errors }: Ended, expected: number, sentence: RegExp): void {
  assert.equal(code, expected, errors);
  assert.match(errors, sentence);
}

async function audit(actor: string): Promise<any[]> {
  const { rows } = await sql.query(
    `select verb, thing, way, origin, about, changes from audit_log where actor = $1 order by at desc, id desc`,
    [actor],
  );
  return rows;
}

const hold = (): Promise<unknown> =>
  sql.query(`insert into bank_hold (since, why) values (clock_timestamp(), 'restored') on conflict do nothing`);
const isHeld = async (): Promise<boolean> => (await sql.query('select from bank_hold')).rowCount === 1;

describe('operators', () => {
  test('are added, changed, listed and removed; each change is in the audit log', async () => {
    const email = 'zoe@depono.example';
    await json(nobody, 'operator', 'add', email, '--name', 'Zoe', '--role', 'viewer');
    refused(await nobody('operator', 'add', email, '--name', 'Zoe', '--role', 'viewer'), 1, /already/);
    refused(await nobody('operator', 'add', 'x', '--name', 'X', '--role', 'king'), 2, /email[\s\S]*role/);
    assert.equal((await json(nobody, 'operator', 'change', 'ZOE@depono.example', '--role', 'clerk')).role, 'clerk');
    refused(await nobody('operator', 'change', email), 2, /Nothing to change/);
    const { output } = await nobody('operator', 'list');
    assert.match(output, /operator@depono\.example .*admin +OPERATOR_EMAILS/);
    assert.match(output, /zoe@depono\.example +Zoe +clerk/);
    refused(await nobody('operator', 'remove', email), 1, /To confirm, add --yes/);
    assert.equal((await json(nobody, 'operator', 'remove', email, '--yes')).removed, true);
    refused(await nobody('operator', 'remove', email, '--yes'), 1, /No operator "zoe@depono.example" found/);
    refused(await nobody('operator', 'remove', 'operator@depono.example', '--yes'), 1, /OPERATOR_EMAILS/);
    const entries = (await audit('command_line')).filter(({ thing }) => thing === 'operator').slice(0, 3);
    assert.deepEqual(
      entries.map(({ verb, way }) => [verb, way]),
      [
        ['remove', 'command_line'],
        ['change', 'command_line'],
        ['add', 'command_line'],
      ],
    );
    assert.deepEqual(entries[1].changes, { role: { from: 'viewer', to: 'clerk' } });
  });
  test('tokens: shown once, listed, revoked; a wrong, expired or revoked one exits with 2', async () => {
    const { email, token, tokenId, run } = await person('clerk');
    assert.match(token, /^dok_/);
    const listed = await nobody('operator', 'tokens', email);
    assert.match(listed.output, new RegExp(`${tokenId} +test .*never`));
    assert.doesNotMatch(listed.output, /dok_/);
    assert.equal((await run('org', 'list')).code, 0);
    assert.equal((await json(nobody, 'operator', 'revoke', email, tokenId)).revoked, true);
    refused(await run('org', 'list'), 2, /DEPONO_TOKEN is wrong, expired or revoked/);
    refused(await as('dok_none')('org', 'list'), 2, /wrong, expired or revoked/);
    const expires = new Date(Date.now() + 1_000).toISOString();
    const short = await json(nobody, 'operator', 'token', email, '--name', 'short', '--expires', expires);
    await new Promise((done) => setTimeout(done, 1_100));
    refused(await as(short.token)('org', 'list'), 2, /wrong, expired or revoked/);
    const day = await json(nobody, 'operator', 'token', email, '--name', 'day', '--expires', '2099-12-31');
    assert.equal(day.expiresAt, '2099-12-31T23:00:00.000Z', 'the day is included');
    refused(await nobody('operator', 'token', email, '--name', 'x', '--expires', '2099-02-30'), 2, /no day/);
    refused(await nobody('operator', 'token', email, '--name', 'x', '--expires', 'tomorrow'), 2, /ISO 8601/);
    refused(await nobody('operator', 'token', email, '--name', 'x', '--expires', '2020-01-01'), 1, /future/);
    refused(await nobody('operator', 'token', email), 2, /name/);
  });
  test('tokens end with the operator', async () => {
    const { email, run } = await person('admin');
    assert.equal((await run('partner', 'list')).code, 0);
    await json(nobody, 'operator', 'remove', email, '--yes');
    refused(await run('partner', 'list'), 2, /wrong, expired or revoked/);
  });
  test('reset-passkey: passkeys and sessions are gone, and the next sign-in counts as the first', async () => {
    const { email } = await person('clerk');
    await sql.query('update operators set signed_in_at = now() where email_key = $1', [email]);
    for (const realm of ['operator', 'manager']) {
      await sql.query(
        `insert into passkeys (id, email_key, realm, public_key, counter, transports, name, created_at)
         values ($1, $2, $3, '\\x00', 0, '{}', 'key', now())`,
        [`${realm}-key`, email, realm],
      );
    }
    await sql.query(
      `insert into sessions (id, hash, email_key, realm, way, created_at, seen_at, expires_at)
       values (gen_random_uuid(), '\\x01', $1, 'operator', 'passkey', now(), now(), now() + interval '1 day')`,
      [email],
    );
    await json(nobody, 'operator', 'reset-passkey', email);
    const open = await sql.query('select from sessions where email_key = $1 and ended_at is null', [email]);
    assert.equal(open.rowCount, 0);
    const { rows } = await sql.query('select realm from passkeys where email_key = $1', [email]);
    assert.deepEqual(rows, [{ realm: 'manager' }]);
    const operator = await sql.query('select signed_in_at from operators where email_key = $1', [email]);
    assert.equal(operator.rows[0].signed_in_at, null);
    const [entry] = await audit('command_line');
    assert.deepEqual([entry.verb, entry.thing], ['reset', 'passkeys']);
  });
});

describe('roles', () => {
  test('every command acts under the name of the token, from this user and machine', async () => {
    const { email, run } = await person('clerk');
    assert.equal((await run('ignore', 'add', on.organizationId, 'CLI-1')).code, 0);
    const [entry] = await audit(email);
    assert.deepEqual([entry.verb, entry.thing, entry.way], ['set', 'ignored contract', 'command_line']);
    assert.match(entry.origin, /.+@.+/);
  });
  test('a viewer reads applications masked, as a table, as JSON and as CSV, and cannot answer them', async () => {
    const [viewer, play] = [await person('viewer'), await on.start()];
    await reach('tenants', play);
    const mail = String(play.sent['tenantEmail']);
    const lastName = String(play.sent['tenantLastName']);
    const call = ['provider', 'applications', '--provider', 'demo_bank'];
    const [table, json, csv] = [
      await viewer.run(...call),
      await viewer.run(...call, '--json'),
      await viewer.run(...call, '--csv'),
    ];
    for (const { code, output, errors } of [table, json, csv]) {
      assert.equal(code, 0, errors);
      assert.match(output, /account_opening/);
      assert.ok(!output.includes(mail) && !output.includes(lastName), output);
    }
    assert.ok((await nobody(...call, '--csv')).output.includes(mail), 'others read it');
    assert.equal((await audit(viewer.email)).filter(({ thing }) => thing === 'application').length, 3);
    const file = join(folder, 'answers.csv');
    writeFileSync(file, 'application;answer\nx;ended\n');
    refused(await viewer.run('provider', 'answer', file), 1, /Only a clerk or an admin.*viewer/);
  });
  test('a role that is not enough exits with 1, changes nothing, and is in the audit log', async () => {
    const [viewer, clerk] = [await person('viewer'), await person('clerk')];
    refused(await viewer.run('ignore', 'add', on.organizationId, 'CLI-2'), 1, /Only a clerk or an admin.*viewer/);
    refused(await viewer.run('person', 'export', 'x@y.example', '--out', join(folder, 'x')), 1, /clerk or an admin/);
    refused(await clerk.run('partner', 'add', 'Nope', '--integration', 'custom'), 1, /Only an admin.*clerk/);
    refused(await clerk.run('operator', 'token', clerk.email, '--name', 'more'), 1, /Only an admin/);
    const [entry] = await audit(clerk.email);
    assert.deepEqual(
      [entry.verb, entry.changes.tried.to, entry.changes.role.to],
      ['be refused', 'depono operator token', 'clerk'],
    );
    assert.deepEqual(
      (await audit(viewer.email)).map(({ changes }) => changes.tried.to),
      ['depono person export', 'depono ignore add'],
    );
    const { rowCount } = await sql.query(`select from ignored_contracts where external_contract_id = 'CLI-2'`);
    assert.equal(rowCount, 0);
  });
  test('a viewer sees names, e-mail, phone and account numbers masked, as text and as JSON', async () => {
    const viewer = await person('viewer');
    const { id } = await on.start({
      tenantFirstName: 'Leandra',
      tenantLastName: 'Geheimniskraemer',
      tenantEmail: 'lea@mail.example',
    });
    for (const args of [
      ['deposit', 'show', id],
      ['deposit', 'history', id],
      ['deposit', 'list', on.organizationId],
      ['member', 'list', on.organizationId],
      ['operator', 'list'],
      ['org', 'show', on.organizationId],
    ]) {
      for (const form of [[], ['--json']]) {
        const { code, output, errors } = await viewer.run(...args, ...form);
        assert.equal(code, 0, errors);
        assert.doesNotMatch(output, /Geheimniskraemer|Leandra|lea@mail|Person \d|operator@|cli-\d/, args.join(' '));
        assert.doesNotMatch(output, new RegExp(on.managerEmail), args.join(' '));
      }
    }
    const shown = await viewer.run('deposit', 'show', id);
    assert.match(shown.output, /L… G… +l…@mail\.example/);
    assert.equal((await json(viewer.run, 'deposit', 'show', id)).tenants[0].lastName, 'G…');
    const clerk = await person('clerk');
    assert.match((await clerk.run('deposit', 'show', id)).output, /Leandra Geheimniskraemer +lea@mail\.example/);
    const wrong = await viewer.run('operator', 'list', '--jsn');
    assert.equal(wrong.code, 2);
    refused(await viewer.run('org', 'show', 'x@y.example'), 1, /"x…@y\.example"/);
  });
});

describe('four eyes', () => {
  test('bank release waits for a second person; the same request again exits with 1 and its id', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    await hold();
    const asked = await author.run('bank', 'release', '--yes');
    assert.equal(asked.code, 0, asked.errors);
    const id = /Waits for a second person: approval (\S+)\. To approve it: depono approval approve \1\n/.exec(
      asked.output,
    )?.[1] as string;
    assert.ok(await isHeld());
    assert.equal((await audit(author.email))[0].verb, 'ask for');
    const again = await author.run('bank', 'release', '--yes', '--json');
    refused(again, 1, /already waits/);
    assert.equal(JSON.parse(again.errors).approvalId, id);
    assert.match((await other.run('approval', 'list')).output, new RegExp(`${id}.*Write payment files`));
    assert.match((await other.run('approval', 'show', id)).output, /Payment files +on hold since .* +written/);
    assert.equal((await json(other.run, 'approval', 'approve', id)).state, 'approved');
    assert.ok(!(await isHeld()));
    refused(await other.run('approval', 'approve', id), 1, /already approved/);
    assert.match((await other.run('bank', 'release', '--yes')).output, /not on hold/);
    assert.equal((await audit(other.email))[0].verb, 'approve');
  });
  test('who may not decide: author, viewer, the command line, a token that the author issued', async () => {
    const [author, viewer, other] = [await person('admin'), await person('viewer'), await person('clerk')];
    const puppet = await person('clerk', author.run);
    await hold();
    const { approvalId } = await json(author.run, 'bank', 'release', '--yes');
    for (const [run, sentence] of [
      [author.run, /yourself/],
      [viewer.run, /clerk or an admin/],
      [nobody, /DEPONO_TOKEN/],
      [puppet.run, /issued by the person/],
    ] as const) {
      refused(await run('approval', 'approve', approvalId), 1, sentence);
    }
    refused(await other.run('approval', 'withdraw', approvalId), 1, /Only the person/);
    refused(await other.run('approval', 'reject', approvalId), 2, /reason/);
    const rejected = await json(other.run, 'approval', 'reject', approvalId, '--reason', 'Not compared yet');
    assert.deepEqual(
      [rejected.state, rejected.reason, rejected.decidedBy],
      ['rejected', 'Not compared yet', other.email],
    );
    assert.match((await other.run('approval', 'list', '--state', 'rejected')).output, new RegExp(approvalId));
    refused(await other.run('approval', 'list', '--state', 'lost'), 2, /waiting, approved/);
    assert.ok(await isHeld());
  });
  test('the command line without a token asks like everyone, and may withdraw its own request', async () => {
    await hold();
    const { approvalId } = await json(nobody, 'bank', 'release', '--yes');
    assert.equal((await json(nobody, 'approval', 'withdraw', approvalId)).state, 'withdrawn');
    assert.ok(await isHeld());
    refused(await nobody('approval', 'show', 'none'), 1, /approval/);
    await sql.query('delete from bank_hold');
  });
  test('the account of landlords: set without, changed with a second person, with org change and apply', async () => {
    const [author, other] = [await person('admin'), await person('clerk')];
    const [first, second, third] = ['CH9300762011623852957', 'CH5604835012345678009', 'CH3908704016075473007'];
    const org = on.organizationId;
    assert.equal((await json(author.run, 'org', 'change', org, `payoutIban=${first}`)).payoutIban, first);
    const asked = await json(author.run, 'org', 'change', org, `payoutIban=${second}`, 'sendDelayMinutes=7');
    assert.equal((await json(nobody, 'org', 'show', org)).sendDelayMinutes, 0, 'it waits as a whole');
    assert.equal((await other.run('approval', 'approve', asked.approvalId)).code, 0);
    const after = await json(nobody, 'org', 'show', org);
    assert.deepEqual([after.payoutIban, after.sendDelayMinutes], [second, 7]);

    const file = join(folder, 'set-up.json');
    const partners = [{ name: 'Applied with four eyes', integration: 'custom' }];
    writeFileSync(
      file,
      JSON.stringify({ partners, organizations: [{ id: org, name: after.name, payoutIban: third }] }),
    );
    const applied = await json(author.run, 'apply', file, '--yes');
    assert.deepEqual(
      applied.waiting.map(({ of }: any) => of),
      [after.name],
    );
    assert.match((await nobody('partner', 'list')).output, /Applied with four eyes/);
    assert.equal((await json(nobody, 'org', 'show', org)).payoutIban, second);
    const again = await author.run('apply', file, '--yes');
    assert.equal(again.code, 1, again.errors);
    assert.match(again.output, new RegExp(`approval ${applied.waiting[0].approvalId}`));
    assert.equal((await other.run('approval', 'approve', applied.waiting[0].approvalId)).code, 0);
    assert.equal((await json(nobody, 'org', 'show', org)).payoutIban, third);
    assert.match((await author.run('apply', file, '--yes')).output, /Nothing to change/);
  });
  test('without FOUR_EYES nothing waits', async () => {
    await hold();
    const { code, output } = await depono({ ...settingsOf(service), FOUR_EYES: 'false' }, 'bank', 'release', '--yes');
    assert.deepEqual([code, output], [0, 'Payment files are released.\n']);
  });
});

describe('the audit log', () => {
  test('backup, restore and person export say who did it', async () => {
    const admin = await person('admin');
    const { id } = await on.start({ tenantEmail: 'exported@mail.example' });
    assert.ok(id);
    const out = join(folder, 'person.zip');
    assert.equal((await admin.run('person', 'export', 'exported@mail.example', '--out', out)).code, 0);
    const [exported] = await audit(admin.email);
    assert.deepEqual([exported.verb, exported.thing], ['export', 'data on a person']);

    const file = join(folder, 'depono.gz');
    refused(await (await person('clerk')).run('backup', file), 1, /Only an admin/);
    assert.equal((await admin.run('backup', file)).code, 0);
    const [saved] = await audit(admin.email);
    assert.deepEqual([saved.verb, saved.thing, saved.about], ['write', 'backup', { file: 'depono.gz' }]);
    assert.equal(saved.changes.bytes.to, statSync(file).size);
    refused(await as('dok_none')('backup', join(folder, 'none.gz')), 2, /wrong, expired or revoked/);

    const { url, drop } = await freshDatabase();
    try {
      const env = { ...settingsOf(service), DATABASE_URL: url };
      refused(await depono({ ...env, DEPONO_TOKEN: 'dok_none' }, 'restore', file), 2, /without DEPONO_TOKEN/);
      const restored = await depono({ ...env, DEPONO_TOKEN: admin.token }, 'restore', file);
      assert.equal(restored.code, 0, restored.errors);
      const client = new Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query('select actor, verb, thing, about from audit_log order by at desc, id desc');
      await client.end();
      assert.deepEqual([rows[0].actor, rows[0].verb, rows[0].thing], [admin.email, 'restore', 'backup']);
      assert.equal(rows[0].about.file, 'depono.gz');
    } finally {
      await drop();
    }
  });
  test('a database that can only be read is backed up too, with a warning', async () => {
    const url = new URL(service.databaseUrl);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const env = { ...settingsOf(service), DATABASE_URL: url.href };
    const { code, errors } = await depono(env, 'backup', join(folder, 'read-only.gz'));
    assert.equal(code, 0, errors);
    assert.match(errors, /not in the audit log/);
  });
});

test('doctor warns when four eyes have fewer than two clerks or admins', async () => {
  const alone = await startService();
  const { body } = await alone.operator('GET', '/operators');
  await alone.operator('DELETE', `/operators/${body.operators.find(({ role }: any) => role === 'clerk').id}`);
  try {
    const finding = async (fourEyes: string): Promise<any> => {
      const { output } = await depono({ ...settingsOf(alone), FOUR_EYES: fourEyes }, 'doctor', '--json');
      return output
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
        .find(({ check }) => check === 'four eyes');
    };
    assert.equal((await finding('false')).state, 'ok');
    const one = await finding('true');
    assert.deepEqual([one.state, /only one clerk or admin/.test(one.says)], ['warn', true]);
    const add = ['operator', 'add', 'second@depono.example', '--name', 'Second', '--role'];
    await depono(settingsOf(alone), ...add, 'viewer');
    assert.equal((await finding('true')).state, 'warn', 'a viewer approves nothing');
    await depono(settingsOf(alone), 'operator', 'change', 'second@depono.example', '--role', 'clerk');
    assert.equal((await finding('true')).state, 'ok');
  } finally {
    await alone.stop();
  }
});
