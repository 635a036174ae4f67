import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { moment } from '../src/manager/deposits/moment.ts';
import { signIn } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { created } from './support/partner.ts';
import { advance, reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant } from './support/tenant.ts';

// years.md, sections 2 and 6: holds, changes of persons, the send delay, withdrawal after the whole sum has arrived.

let service: Service;
let on: Stage;
before(async () => {
  service = await startService();
  on = await stage(service);
});
after(() => service.stop());

const HOLD = { ground: 'seizure', evidence: 'Betreibungsamt Bern, Nr. 4711' };
const managerMails = async (play: Play): Promise<string[]> => play.kinds((await play.record()).propertyManager.email);

describe('years 6 hold', () => {
  test('consent is noted, nothing is ordered, and the order goes out when it is lifted', async () => {
    const play = await on.start();
    await reach('open', play);
    const held = await play.operator('hold', HOLD);
    assert.equal(held.hold.ground, 'seizure');
    assert.deepEqual(Object.keys(held.hold).sort(), ['at', 'ground']);
    await play.refuseOperator('hold', HOLD);
    await play.play('start-closing', { by: 'tenant', amountLandlord: 100 });
    const noted = await play.play('consent', { by: 'manager', tenantIban: TENANT_IBAN });
    assert.deepEqual([noted.state, noted.orders, noted.closing.release], ['closing', [], null]);
    assert.equal(noted.closing.noted.ground, 'consent');
    await play.refuse('payout-completed');
    await play.refuse('counter', { by: 'tenant', amountLandlord: 0 });
    await play.refuse('consent', { by: 'manager' });
    const lifted = await play.operator('lift-hold', { reason: 'aufgehoben' });
    assert.equal(lifted.hold, null);
    assert.equal(lifted.closing.release.ground, 'consent');
    assert.deepEqual(lifted.orders.map(({ to, amount }: any) => [to, amount]).sort(), [
      ['landlord', 100],
      ['tenant', lifted.rentalDeposit - 100],
    ]);
    assert.equal((await play.play('payout-completed')).state, 'closed');
    await play.refuseOperator('lift-hold', { reason: 'nochmals' });
    await verified(service);
  });

  test('an order that the bank does not have yet is not exported; one that it has stays', async () => {
    const waiting = await on.start();
    await reach('ordered', waiting);
    const sent = await on.start();
    await reach('ordered', sent);
    await waiting.operator('hold', { ...HOLD, ground: 'death' });
    await service.operator('POST', '/bank/export');
    const states = async (play: Play): Promise<string[]> => (await play.record()).orders.map(({ state }: any) => state);
    assert.deepEqual(await states(waiting), ['waiting']);
    assert.match((await waiting.record()).orders[0].waitsFor, /on hold/);
    assert.deepEqual(await states(sent), ['sent']);
    await sent.operator('hold', HOLD);
    await waiting.refuse('payout-completed');
    const [{ id }] = (await waiting.record()).orders;
    assert.equal((await service.operator('POST', `/money/${id}/completed`)).status, 409, 'nor by hand');
    assert.equal((await sent.play('payout-completed')).state, 'closed', 'the bank has it already');
    await sent.operator('lift-hold', { reason: 'danach' });
    await waiting.operator('lift-hold', { reason: 'Erben bekannt' });
    assert.equal((await waiting.play('payout-completed')).state, 'closed');
  });

  test('the year is noted, too', async () => {
    const play = await on.start({ rentalStart: '2020-01-01' });
    await reach('open', play);
    await play.play('start-closing', { by: 'tenant' });
    await play.operator('hold', HOLD);
    await advance(service, 'P400D');
    const noted = await play.record();
    assert.deepEqual([noted.closing.noted.ground, noted.orders], ['year', []]);
    assert.equal((await play.operator('lift-hold', { reason: 'x' })).closing.release.ground, 'year');
  });

  test('an insurance asks the insurer nothing until it is lifted', async () => {
    const play = await on.start();
    await reach('open', play, 'insurance');
    await play.operator('hold', { ...HOLD, ground: 'guardianship' });
    await play.play('start-closing', { by: 'tenant', amountLandlord: 50 });
    await play.play('consent', { by: 'manager' });
    await play.refuse('payout-completed');
    await play.operator('lift-hold', { reason: 'x' });
    assert.equal((await play.play('payout-completed')).state, 'closed');
  });

  test('the manager is told, and neither ground nor evidence; the tenant’s page says it', async () => {
    const play = await on.start();
    await reach('closing', play);
    const { email } = (await play.record()).propertyManager;
    await play.operator('hold', { ground: 'guardianship', evidence: 'KESB Zürich 99' });
    const [mail] = await play.mails(email, 'deposit_held');
    assert.doesNotMatch(mail.text, /KESB|guardian|Beistand/i);
    assert.match(mail.text, /angehalten/);
    const anna = await signIn(service, email);
    const shown = await anna.get(`/manager/deposits/${play.id}`);
    assert.match(shown.text, /Auszahlung ist angehalten/);
    assert.doesNotMatch(shown.text, /KESB|guardianship/);
    const lea = await openTenant(play, play.sent['tenantEmail']);
    const page = await lea.get();
    assert.match(page.text, /Auszahlung ist angehalten/);
    assert.doesNotMatch(page.text, /KESB|guardianship/);
    await play.play('consent', { by: 'manager' });
    assert.match((await lea.get()).text, /Vereinbart, aber angehalten/);
    await play.operator('lift-hold', { reason: 'x' });
    assert.ok((await managerMails(play)).includes('hold_lifted'));
  });

  test('body 422, then 404, then 409', async () => {
    const play = await on.start();
    for (const body of [{}, { ground: 'other', evidence: 'x' }, { ground: 'death' }]) {
      await play.refuseOperator('hold', body, 422);
    }
    assert.equal((await service.operator('POST', '/deposits/nowhere/hold', HOLD)).status, 404);
    await play.refuseOperator('hold', HOLD);
    await play.refuseOperator('lift-hold', { reason: 'x' });
    await play.refuseOperator('lift-hold', {}, 422);
  });

  test('races: hold against export of a payment file, and lifting against consent', async () => {
    for (let round = 0; round < 4; round++) {
      const play = await on.start();
      await reach('ordered', play);
      await Promise.all([
        service.operator('POST', '/bank/export'),
        service.operator('POST', `/deposits/${play.id}/hold`, HOLD),
      ]);
      const { orders } = await play.record();
      await service.operator('POST', '/bank/export');
      const after = (await play.record()).orders;
      assert.deepEqual(
        after.map(({ state }: any) => state),
        orders.map(({ state }: any) => state),
        'and none after it',
      );
      const other = await on.start();
      await reach('closing', other);
      await other.operator('hold', HOLD);
      await Promise.all([
        service.operator('POST', `/deposits/${other.id}/lift-hold`, { reason: 'x' }),
        service.sandbox('POST', `/deposits/${other.id}/consent`, { by: 'manager' }),
      ]);
      const record = await other.record();
      assert.deepEqual([record.hold, record.orders.length, record.closing.noted], [null, 1, null]);
    }
    await verified(service);
  });
});

describe('years 6 change-person', () => {
  test('a new name holds at once; bank and tenants are told', async () => {
    const play = await on.start({ ...naturalTenant('tenant2'), tenant2Email: 'zwei-p@mail.example' });
    await reach('open', play);
    const { tenants } = await play.play('change-person', { tenant: 1, lastName: 'Neuenschwander', reason: 'Heirat' });
    assert.equal(tenants[0].lastName, 'Neuenschwander');
    assert.notEqual(tenants[0].signedAt, null);
    for (const to of [String(play.sent['tenantEmail']), 'zwei-p@mail.example']) {
      const [mail] = await play.mails(to, 'person_changed');
      assert.match(mail.text, /Neuenschwander/);
    }
    const { id } = (await service.operator('GET', '/providers')).body.providers.find(
      ({ kind }: any) => kind === 'bank',
    );
    const key = await created(service.operator('POST', `/providers/${id}/keys`));
    const { body } = await service.call('GET', '/provider/api/applications?state=open&limit=500', {
      headers: { authorization: `Bearer ${key.apiKey}` },
    });
    const change = body.applications.find((one: any) => one.deposit.id === play.id && one.kind === 'change');
    assert.deepEqual(
      [change.person.before.lastName === 'Neuenschwander', change.person.after.lastName, change.person.reason],
      [false, 'Neuenschwander', 'Heirat'],
    );
    assert.equal(change.holder.lastName, 'Neuenschwander');
  });

  test('birth date: as in the open call; 422, 404, 409', async () => {
    const play = await on.start();
    await play.refuse('change-person', { tenant: 1, lastName: 'X', reason: 'x' }, 409);
    await reach('open', play);
    for (const body of [
      { tenant: 1, reason: 'x' },
      { tenant: 1, lastName: 'X' },
      { tenant: 1, birthDate: '2026-02-30', reason: 'x' },
      { tenant: 1, birthDate: '2999-01-01', reason: 'x' },
      { tenant: 1, birthDate: '2020-01-01', reason: 'x' },
      { tenant: 2, lastName: 'X', reason: 'x' },
      { tenant: 1, firstName: play.sent['tenantFirstName'], reason: 'x' },
    ]) {
      await play.refuse('change-person', body, 422);
    }
    const { tenants } = await play.play('change-person', {
      tenant: 1,
      birthDate: '1980-02-29',
      reason: 'verschrieben',
    });
    assert.equal(tenants[0].birthDate, '1980-02-29');
    const [mail] = await play.mails(String(play.sent['tenantEmail']), 'person_changed');
    assert.doesNotMatch(mail.text, /1980/);
    const body = { tenant: 1, lastName: 'X', reason: 'x' };
    assert.equal((await service.sandbox('POST', '/deposits/nowhere/change-person', body)).status, 404);
  });
});

describe('years 1 send delay', () => {
  test('until it ends: correct, send now or withdraw; sendAt stays and is shown', async () => {
    const delayed = await stage(service, { preSigned: true, sendDelayMinutes: 720 });
    const play = await delayed.start();
    const { sendAt, step } = await play.record();
    assert.equal(step, 'awaiting_send');
    assert.ok(new Date(sendAt).getTime() > Date.now());
    const corrected = await play.play('correct', { fields: { tenantFirstName: 'Ladina', rentalDeposit: '1234' } });
    assert.deepEqual([corrected.tenants[0].firstName, corrected.rentalDeposit], ['Ladina', 1234]);
    assert.equal(corrected.sendAt, sendAt);
    for (const fields of [
      { externalContractId: 'X' },
      { unknown: 'x' },
      { tenantEmail: 'x' },
      { rentalDeposit: '' },
      { zip: 1 },
    ]) {
      await play.refuse('correct', { fields }, 422);
    }
    const { propertyManager } = await play.record();
    const anna = await signIn(service, propertyManager.email);
    const page = await anna.get(`/manager/deposits/${play.id}`);
    const when = moment(new Date(sendAt));
    assert.ok(page.text.includes(when) && /Jetzt senden/.test(page.text), `the page shows when it goes: ${when}`);
    const sent = await play.play('send-now');
    assert.deepEqual([sent.step, sent.sendAt], ['awaiting_tenant_signatures', null]);
    await play.refuse('send-now');
    await play.refuse('correct', { fields: { tenantFirstName: 'Anna' } });
    await advance(service, 'PT13H');
    const kinds = await play.kinds(String(play.sent['tenantEmail']));
    assert.deepEqual(kinds, ['tenant_sign'], 'the end of the delay sends nothing more');
    const other = await delayed.start();
    assert.equal((await other.play('withdraw')).state, 'withdrawn');
    assert.deepEqual(await other.kinds(String(other.sent['tenantEmail'])), []);
    await advance(service, 'P1D');
    await other.refuse('correct', { fields: { tenantFirstName: 'Ida' } });
    await other.refuse('correct', { fields: { tenantFirstName: '' } }, 422);
    const waiting = await on.start();
    await waiting.refuse('send-now');
    assert.equal((await waiting.play('correct', { fields: { tenantFirstName: 'Ida' } })).tenants[0].firstName, 'Ida');
  });
});

describe('years 1 withdrawal once the whole sum has arrived', () => {
  test('refused to the manager; the operator can with a reason, and it is paid back', async () => {
    const play = await on.start();
    await reach('account', play);
    await play.play('edit', {});
    await play.play('payment');
    assert.match(await play.refuse('withdraw'), /whole sum/);
    await play.refuseOperator('withdraw', {}, 422);
    const withdrawn = await play.operator('withdraw', { reason: 'Mietvertrag kam nicht zustande' });
    assert.equal(withdrawn.state, 'withdrawn');
    assert.deepEqual(
      withdrawn.orders.map(({ kind, amount }: any) => [kind, amount]),
      [['payback', withdrawn.rentalDeposit]],
    );
    const early = await on.start();
    await reach('account', early);
    await early.play('payment', { amount: 1 });
    assert.equal((await early.operator('withdraw')).state, 'withdrawn', 'before, the reason may be missing');
    await verified(service);
  });
});
