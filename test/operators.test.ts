import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { created } from './support/partner.ts';
import { advance, reach, stage, type Stage } from './support/play.ts';
import { PRODUCTION, startService, type Answer, type Service } from './support/service.ts';

// operator-api.md, "Named operators, roles, four eyes".

let service: Service;
let on: Stage;
let sql: Client;
before(async () => {
  service = await startService({ env: { FOUR_EYES: 'true' } });
  on = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await service.stop();
});

type Person = { id: string; email: string; token: string; call: Service['operator'] };
let people = 0;

async function person(role: string, issuedBy: Service['operator'] = service.operator): Promise<Person> {
  const email = `person-${++people}@depono.example`;
  const { id } = await created(service.operator('POST', '/operators', { email, name: `Person ${people}`, role }));
  const { token } = await created(issuedBy('POST', `/operators/${id}/tokens`, { name: 'test' }));
  return { id, email, token, call: calling(token) };
}

function calling(token: string): Service['operator'] {
  return (method, path, body) =>
    service.call(method, `/operator/api${path}`, { headers: { authorization: `Bearer ${token}` }, body });
}

const INPUT = { ground: 'judgment', amountLandlord: 500, evidence: 'Court of Zurich, 12 May' };

async function asksForRelease(by: Service['operator']): Promise<{ id: string; depositId: string }> {
  const play = await on.start();
  await reach('closing', play);
  const answer = await by('POST', `/deposits/${play.id}/release-ground`, INPUT);
  assert.equal(answer.status, 202, answer.text);
  return { id: answer.body.approvalId, depositId: play.id };
}

const stateOf = async (depositId: string): Promise<unknown> =>
  (await service.operator('GET', `/deposits/${depositId}`)).body.closing.release;

const refused = (answer: Answer, status: number, detail: RegExp): void => {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.body.detail, detail);
};

describe('operators', () => {
  test('POST, GET, PATCH and DELETE; an address is taken once', async () => {
    const input = { email: 'Zoe@depono.example', name: 'Zoe', role: 'viewer' };
    const { id } = await created(service.operator('POST', '/operators', input));
    refused(await service.operator('POST', '/operators', { ...input, email: 'zoe@DEPONO.example' }), 409, /already/);
    const changed = await service.operator('PATCH', `/operators/${id}`, { role: 'clerk', name: 'Zoé' });
    assert.deepEqual([changed.status, changed.body.role, changed.body.name], [200, 'clerk', 'Zoé']);
    const { body } = await service.operator('GET', '/operators');
    assert.equal(body.operators.find((one: any) => one.id === id).email, 'Zoe@depono.example');
    assert.equal((await service.operator('DELETE', `/operators/${id}`)).status, 204);
    assert.equal((await service.operator('DELETE', `/operators/${id}`)).status, 404);
    for (const bad of [{ ...input, role: 'king' }, { ...input, email: 'x' }, { ...input, more: 1 }, {}]) {
      assert.equal((await service.operator('POST', '/operators', bad)).status, 422);
    }
  });
  test('OPERATOR_EMAILS are admins from the start, and cannot be deleted or demoted (409)', async () => {
    const { body } = await service.operator('GET', '/operators');
    const named = body.operators.find((one: any) => one.email === 'operator@depono.example');
    assert.equal(named.role, 'admin');
    refused(await service.operator('DELETE', `/operators/${named.id}`), 409, /OPERATOR_EMAILS/);
    refused(await service.operator('PATCH', `/operators/${named.id}`, { role: 'viewer' }), 409, /OPERATOR_EMAILS/);
  });
  test('the last admin cannot leave, not even two at once', async () => {
    const alone = await startService({
      env: { ...PRODUCTION, OPERATOR_EMAILS: ' ' },
    });
    try {
      const add = (name: string) =>
        created(alone.operator('POST', '/operators', { email: `${name}@x.example`, name, role: 'admin' }));
      const [one, two] = [await add('one'), await add('two')];
      const ends = await Promise.all([
        alone.operator('DELETE', `/operators/${one.id}`),
        alone.operator('PATCH', `/operators/${two.id}`, { role: 'clerk' }),
      ]);
      assert.deepEqual(ends.map(({ status }) => status >= 400).sort(), [false, true]);
      assert.deepEqual(
        ends.filter(({ status }) => status >= 400).map(({ status }) => status),
        [409],
      );
    } finally {
      await alone.stop();
    }
  });
  test('tokens end with the operator, when revoked and when expired by real time', async () => {
    const [gone, revoked] = [await person('clerk'), await person('clerk')];
    assert.equal((await gone.call('GET', '/partners')).status, 200);
    await service.operator('DELETE', `/operators/${gone.id}`);
    assert.equal((await gone.call('GET', '/partners')).status, 401);
    const { body } = await service.operator('GET', `/operators/${revoked.id}/tokens`);
    const path = `/operators/${revoked.id}/tokens/${body.tokens[0].tokenId}`;
    assert.equal((await service.operator('DELETE', path)).status, 204);
    assert.equal((await revoked.call('GET', '/partners')).status, 401);
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const short = await created(
      service.operator('POST', `/operators/${revoked.id}/tokens`, { name: 'short', expiresAt }),
    );
    assert.equal((await calling(short.token)('GET', '/partners')).status, 200);
    await new Promise((done) => setTimeout(done, 1_600));
    assert.equal((await calling(short.token)('GET', '/partners')).status, 401);
    const past = { name: 'past', expiresAt: '2020-01-01T00:00:00Z' };
    assert.equal((await service.operator('POST', `/operators/${revoked.id}/tokens`, past)).status, 422);
  });
});

describe('roles', () => {
  test('beyond a role: 403 with a sentence, and an entry in the audit log', async () => {
    const [viewer, clerk, admin] = [await person('viewer'), await person('clerk'), await person('admin')];
    const organization = `/organizations/${on.organizationId}`;
    refused(await viewer.call('PATCH', organization, { offersInvestment: false }), 403, /Only an admin.*viewer/);
    refused(await clerk.call('PATCH', organization, { offersInvestment: false }), 403, /Only an admin.*clerk/);
    assert.equal((await admin.call('PATCH', organization, { offersInvestment: false })).status, 200);
    refused(await viewer.call('POST', '/bank/export'), 403, /clerk or an admin/);
    const { body } = await service.operator('GET', `/audit?actor=${viewer.email}`);
    assert.deepEqual(
      body.entries.map(({ action }: any) => action),
      ['bank_file.be_refused', 'organization.be_refused'],
    );
  });
  test('a clerk adds members and ignores contracts; keys, partners and operators are an admin’s', async () => {
    const clerk = await person('clerk');
    const member = { email: `m-${people}@${on.domain}`, firstName: 'M', lastName: 'N', language: 'de' };
    const path = `/organizations/${on.organizationId}`;
    assert.equal((await clerk.call('POST', `${path}/members`, member)).status, 201);
    assert.equal((await clerk.call('PUT', `${path}/ignored-contracts/X-1`, { until: null })).status, 204);
    for (const [method, at] of [
      ['POST', '/partners'],
      ['POST', `${path}/status-keys`],
      ['POST', '/operators'],
      ['POST', '/organizations'],
    ] as const) {
      assert.equal((await clerk.call(method, at, {})).status, 403, at);
    }
  });
  test('a viewer sees names, e-mail, phone and account numbers masked, and no documents', async () => {
    const viewer = await person('viewer');
    const play = await on.start({ tenantLastName: 'Geheimniskraemer', tenantEmail: 'lea@mail.example' });
    await reach('closing', play);
    const { body, text } = await viewer.call('GET', `/deposits/${play.id}`);
    assert.equal(body.tenants[0].lastName, 'G…');
    assert.equal(body.tenants[0].email, 'l…@mail.example');
    assert.match(body.tenants[0].phoneNumber, /^…\d{4}$/);
    assert.match(body.iban, /^…\w{4}$/);
    assert.doesNotMatch(text, /Geheimniskraemer|lea@mail/);
    refused(await viewer.call('GET', `/documents/${body.documents[0].id}`), 403, /clerk/);
    const members = await viewer.call('GET', `/organizations/${on.organizationId}/members`);
    assert.match(members.body.members[0].email, /^.…@/);
  });
  test('personal tokens work on the sandbox API with the rights of a clerk or admin', async () => {
    const [viewer, clerk] = [await person('viewer'), await person('clerk')];
    const mailbox = ({ token }: Person) =>
      service.call('GET', '/sandbox/api/mailbox', { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await mailbox(clerk)).status, 200);
    assert.equal((await mailbox(viewer)).status, 403);
  });
});

describe('four eyes', () => {
  test('a release waits, is told by mail, and is carried out once when another approves', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    const { id, depositId } = await asksForRelease(author.call);
    assert.equal(await stateOf(depositId), null);
    const told = (await service.operator('GET', `/audit?actor=${author.email}`)).body.entries;
    assert.deepEqual([told[0].action, told[0].subject], ['approval.ask_for', `approval:${id}`]);
    const { body } = await other.call('GET', '/approvals');
    const waiting = body.approvals.find((one: any) => one.id === id);
    assert.deepEqual([waiting.action, waiting.by, waiting.state], ['release', author.email, 'waiting']);
    assert.ok(waiting.subject.includes(depositId));
    assert.match(waiting.what, /CHF 500.00 to the landlord/);
    const mails = await service.sandbox('GET', `/mailbox?to=${other.email}`);
    assert.match(mails.body.mails[0].links[0], new RegExp(`/operator/approvals/${id}$`));
    assert.equal((await service.sandbox('GET', `/mailbox?to=${author.email}`)).body.mails.length, 0);
    const answers = await Promise.all([1, 2, 3].map(() => other.call('POST', `/approvals/${id}/approve`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const done = answers.find(({ status }) => status === 200)?.body;
    assert.deepEqual([done.state, done.decidedBy], ['approved', other.email]);
    assert.equal(((await stateOf(depositId)) as any).ground, 'judgment');
    refused(await other.call('POST', `/approvals/${id}/reject`, { reason: 'no' }), 409, /already approved/);
    const entries = (await service.operator('GET', `/audit?actor=${other.email}`)).body.entries;
    assert.equal(entries[0].action, 'approval.approve');
    const { rows } = await sql.query(`select count(*) from orders where deposit_id = $1 and kind = 'payout'`, [
      depositId,
    ]);
    assert.equal(Number(rows[0].count), 2);
  });
  test('the process dies while it approves: nothing is half done, and it can be approved again', async () => {
    const other = await person('clerk');
    for (const table of ['approvals', 'audit_log', 'orders']) {
      const { id, depositId } = await asksForRelease(service.operator);
      const when = table === 'approvals' ? 'update' : 'insert';
      await sql.query(`create function dies() returns trigger language plpgsql as $$ begin raise 'dies'; end $$`);
      await sql.query(`create trigger dies before ${when} on ${table} for each row execute function dies()`);
      const answer = await other.call('POST', `/approvals/${id}/approve`);
      await sql.query(`drop trigger dies on ${table}`);
      await sql.query('drop function dies');
      assert.equal(answer.status, 500, table);
      assert.equal(await stateOf(depositId), null, table);
      assert.equal((await other.call('GET', `/approvals/${id}`)).body.state, 'waiting', table);
      assert.equal((await other.call('POST', `/approvals/${id}/approve`)).status, 200, table);
      assert.notEqual(await stateOf(depositId), null);
    }
  });
  test('approve, reject and withdraw at once: one wins, the others read who was first', async () => {
    const [author, one, two] = [await person('clerk'), await person('clerk'), await person('admin')];
    for (let round = 0; round < 3; round++) {
      const { id, depositId } = await asksForRelease(author.call);
      const answers = await Promise.all([
        one.call('POST', `/approvals/${id}/approve`),
        two.call('POST', `/approvals/${id}/reject`, { reason: 'no' }),
        author.call('POST', `/approvals/${id}/withdraw`),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
      const late = answers.find(({ status }) => status === 409)?.body.detail;
      const { state, decidedBy } = (answers.find(({ status }) => status === 200) as Answer).body;
      assert.match(late, new RegExp(`already ${state} by ${decidedBy}`));
      assert.equal((await stateOf(depositId)) !== null, state === 'approved');
    }
  });
  test('who may not decide: author, viewer, OPERATOR_TOKEN, a token that the author issued', async () => {
    const [author, viewer] = [await person('admin'), await person('viewer')];
    const { id, depositId } = await asksForRelease(author.call);
    const puppet = await person('clerk', author.call);
    for (const [who, detail] of [
      [author.call, /yourself/],
      [viewer.call, /clerk or an admin/],
      [service.operator, /OPERATOR_TOKEN/],
      [puppet.call, /Another person must approve/],
    ] as const) {
      refused(await who('POST', `/approvals/${id}/approve`), 403, detail);
    }
    const [entry] = (await service.operator('GET', `/audit?actor=${author.email.toUpperCase()}`)).body.entries;
    assert.deepEqual([entry.action, entry.subject], ['approval.be_refused', `approval:${id}`]);
    refused(await author.call('POST', `/approvals/${id}/reject`, { reason: 'x' }), 403, /yourself/);
    refused(await service.operator('POST', `/approvals/${id}/reject`, { reason: 'x' }), 403, /OPERATOR_TOKEN/);
    refused(await puppet.call('POST', `/approvals/${id}/withdraw`), 403, /Only the person/);
    assert.equal(await stateOf(depositId), null);
    assert.equal((await author.call('POST', `/approvals/${id}/withdraw`)).body.state, 'withdrawn');
    refused(await (await person('clerk')).call('POST', `/approvals/${id}/approve`), 409, /withdrawn/);
  });
  test('no one approves their own request by tokens issued for others', async () => {
    const [anna, beat, carla] = [await person('admin'), await person('admin'), await person('clerk')];
    const issue = async (by: Service['operator'], { id }: Person): Promise<Service['operator']> =>
      calling((await created(by('POST', `/operators/${id}/tokens`, { name: 'puppet' }))).token);
    const asBeat = await issue(anna.call, beat);
    const asBeatAgain = await issue(asBeat, beat);
    const asCarla = await issue(anna.call, carla);
    for (const [asks, approves] of [
      [anna.call, asBeat],
      [anna.call, asBeatAgain],
      [asBeat, anna.call],
      [asBeat, asCarla],
    ] as const) {
      const { id, depositId } = await asksForRelease(asks);
      refused(await approves('POST', `/approvals/${id}/approve`), 403, /Another person/);
      assert.equal(await stateOf(depositId), null);
    }
    const { id } = await asksForRelease(anna.call);
    assert.equal((await beat.call('POST', `/approvals/${id}/approve`)).status, 200, 'their own token is theirs');
  });
  test('an operator’s address cannot be changed: another address is another operator', async () => {
    const { id } = await person('clerk');
    const answer = await service.operator('PATCH', `/operators/${id}`, { email: 'mine@depono.example' });
    assert.deepEqual([answer.status, answer.body.problems[0].code], [422, 'unknown_member']);
  });
  test('a withdrawal after the whole sum arrived waits; before that it does not', async () => {
    const other = await person('clerk');
    const early = await on.start();
    assert.equal((await service.operator('POST', `/deposits/${early.id}/withdraw`, { reason: 'x' })).status, 200);
    const play = await on.start();
    await reach('account', play);
    await play.play('edit', {});
    await play.play('payment');
    const asked = await service.operator('POST', `/deposits/${play.id}/withdraw`, { reason: 'Moved away' });
    assert.equal(asked.status, 202, asked.text);
    assert.notEqual((await play.record()).state, 'withdrawn');
    const { body } = await other.call('POST', `/approvals/${asked.body.approvalId}/approve`);
    assert.match(body.what, /pay CHF 3'560.00 back|pay CHF 3’560.00 back/);
    assert.equal((await play.record()).state, 'withdrawn');
  });
  test('the last payment arrives while a withdrawal is asked for: paid in whole, it waits', async () => {
    const play = await on.start();
    await reach('account', play);
    await play.play('edit', {});
    // The payment holds the deposit until it is stored; the withdrawal must wait for it and see it.
    await sql.query('begin');
    await sql.query('select from deposits where id = $1 for update', [play.id]);
    const answer = service.operator('POST', `/deposits/${play.id}/withdraw`, { reason: 'Moved away' });
    await new Promise((done) => setTimeout(done, 300));
    await sql.query('update deposits set paid_in_rappen = rental_deposit_rappen where id = $1', [play.id]);
    await sql.query('commit');
    assert.equal((await answer).status, 202, (await answer).text);
  });
  test('a request that was sealed with a lost key stays in the list, and cannot be approved', async () => {
    const other = await person('clerk');
    const { id, depositId } = await asksForRelease(service.operator);
    await sql.query(`update approvals set content = 'lost' where id = $1`, [id]);
    const { body } = await other.call('GET', '/approvals');
    assert.match(body.approvals.find((one: any) => one.id === id).what, /cannot be read/);
    refused(await other.call('POST', `/approvals/${id}/approve`), 409, /cannot be read.*Ask for it again/);
    assert.equal(await stateOf(depositId), null);
  });
  test('an account set after a release was asked for overtakes it: what is approved is where the money goes', async () => {
    const [theirs, other] = [await stage(service), await person('clerk')];
    const play = await theirs.start();
    await reach('closing', play);
    const asked = await service.operator('POST', `/deposits/${play.id}/release-ground`, INPUT);
    const { body } = await other.call('GET', `/approvals/${asked.body.approvalId}`);
    assert.match(body.changes.map(({ after }: any) => after).join(' '), /CHF 500.00 to CH/);
    const settings = { payoutIban: 'CH5604835012345678009' };
    assert.equal((await service.operator('PATCH', `/organizations/${theirs.organizationId}`, settings)).status, 200);
    refused(await other.call('POST', `/approvals/${asked.body.approvalId}/approve`), 409, /overtaken/);
  });
  test('the same request while one waits: 409 with its approvalId; after a rejection it can be asked for again', async () => {
    const other = await person('clerk');
    const { id, depositId } = await asksForRelease(service.operator);
    const again = await service.operator('POST', `/deposits/${depositId}/release-ground`, INPUT);
    assert.deepEqual([again.status, again.body.approvalId], [409, id]);
    const rejected = await other.call('POST', `/approvals/${id}/reject`, { reason: 'The judgment is not final' });
    assert.deepEqual([rejected.body.state, rejected.body.reason], ['rejected', 'The judgment is not final']);
    assert.equal((await service.operator('POST', `/deposits/${depositId}/release-ground`, INPUT)).status, 202);
  });
  test('checked when asked: what is not possible or not valid is refused at once', async () => {
    const play = await on.start();
    assert.equal((await service.operator('POST', `/deposits/${play.id}/release-ground`, INPUT)).status, 409);
    await reach('closing', play);
    const tooMuch = { ...INPUT, amountLandlord: 900_000 };
    const answer = await service.operator('POST', `/deposits/${play.id}/release-ground`, tooMuch);
    assert.deepEqual([answer.status, answer.body.problems[0].field], [422, 'amountLandlord']);
  });
  test('overtaken by another change: 409, state expired, nothing changed', async () => {
    const other = await person('clerk');
    const { id, depositId } = await asksForRelease(service.operator);
    await service.sandbox('POST', `/deposits/${depositId}/consent`, { by: 'manager' });
    const before = await stateOf(depositId);
    refused(await other.call('POST', `/approvals/${id}/approve`), 409, /overtaken/);
    assert.deepEqual(await stateOf(depositId), before);
    assert.equal((await service.operator('GET', `/approvals/${id}`)).body.state, 'expired');
  });
  test('a removed author leaves the request valid; a removed approver decides nothing', async () => {
    const [author, gone, other] = [await person('clerk'), await person('clerk'), await person('clerk')];
    const { id } = await asksForRelease(author.call);
    await service.operator('DELETE', `/operators/${author.id}`);
    await service.operator('DELETE', `/operators/${gone.id}`);
    assert.equal((await gone.call('POST', `/approvals/${id}/approve`)).status, 401);
    assert.equal((await other.call('POST', `/approvals/${id}/approve`)).status, 200);
  });
  test('the account of money without a deposit: asked and approved with the value before and after', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    await service.sandbox('POST', '/payments', { reference: 'RF18539007547034', amount: 12.5 });
    const [entry] = (await service.operator('GET', '/money?kind=unknown_reference')).body.entries;
    const { status, body } = await author.call('POST', `/money/${entry.id}/account`, { iban: 'CH5604835012345678009' });
    assert.equal(status, 202, JSON.stringify(body));
    assert.equal((await other.call('POST', `/approvals/${body.approvalId}/approve`)).status, 200);
    for (const { email } of [author, other]) {
      const { entries } = (await service.operator('GET', `/audit?actor=${email}`)).body;
      assert.equal(entries[0].detail.changes.iban.to, 'CH56 0483 5012 3456 7800 9', email);
      assert.match(entries[0].detail.changes.iban.from, /^CH/, email);
    }
  });
  test('a landlord’s account: set without, changed with a second person; the PATCH waits as a whole', async () => {
    const other = await person('clerk');
    const path = `/organizations/${on.organizationId}`;
    const first = await service.operator('PATCH', path, { payoutIban: 'CH9300762011623852957' });
    assert.equal(first.status, 200);
    const change = { payoutIban: 'CH5604835012345678009', sendDelayMinutes: 7 };
    const asked = await service.operator('PATCH', path, change);
    assert.equal(asked.status, 202);
    assert.equal((await service.operator('GET', path)).body.sendDelayMinutes, 0);
    const { body } = await other.call('GET', `/approvals/${asked.body.approvalId}`);
    assert.deepEqual(body.changes.map(({ name }: any) => name).sort(), ['payoutIban', 'sendDelayMinutes']);
    assert.equal((await other.call('POST', `/approvals/${asked.body.approvalId}/approve`)).status, 200);
    const after = (await service.operator('GET', path)).body;
    assert.deepEqual([after.payoutIban, after.sendDelayMinutes], [change.payoutIban, 7]);
  });
  test('bank release after a restore', async () => {
    const other = await person('clerk');
    assert.equal((await service.operator('POST', '/bank/release')).status, 409);
    await sql.query(`insert into bank_hold (since, why) values (clock_timestamp(), 'restored')`);
    const asked = await service.operator('POST', '/bank/release');
    assert.equal(asked.status, 202);
    assert.equal((await sql.query('select from bank_hold')).rowCount, 1);
    assert.equal((await other.call('POST', `/approvals/${asked.body.approvalId}/approve`)).status, 200);
    assert.equal((await sql.query('select from bank_hold')).rowCount, 0);
  });
  test('an approval expires after 72 hours of the service’s clock', async () => {
    const other = await person('clerk');
    const { id, depositId } = await asksForRelease(service.operator);
    await advance(service, 'PT73H');
    refused(await other.call('POST', `/approvals/${id}/approve`), 409, /expired/);
    assert.equal(await stateOf(depositId), null);
    const { body } = await service.operator('GET', '/approvals?state=expired');
    assert.ok(body.approvals.some((one: any) => one.id === id));
    assert.equal((await service.operator('POST', `/deposits/${depositId}/release-ground`, INPUT)).status, 202);
  });
});

test('GET /audit: newest first, by actor and action, paged by after and next', async () => {
  const { body } = await service.operator('GET', '/audit?limit=3');
  assert.equal(body.entries.length, 3);
  assert.equal(body.next, body.entries[2].id);
  const rest = await service.operator('GET', `/audit?limit=500&after=${body.next}`);
  assert.ok(rest.body.entries.every((entry: any) => !body.entries.some((one: any) => one.id === entry.id)));
  const issued = (await service.operator('GET', '/audit?action=operator_token.issue')).body.entries;
  assert.ok(issued.length > 3 && issued.every((entry: any) => entry.actor === 'token' || entry.actor.includes('@')));
  assert.equal((await service.operator('GET', '/audit?after=x')).status, 422);
});
