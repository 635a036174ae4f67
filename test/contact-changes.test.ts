import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readForm } from './support/form.ts';
import { naturalTenant, payload } from './support/payload.ts';
import { advance, reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Answer, type Service } from './support/service.ts';
import { openTenant } from './support/tenant.ts';

// years.md, section 2 row 1 and section 6: contact data of tenants.

let service: Service;
let on: Stage;
before(async () => {
  service = await startService();
  on = await stage(service);
});
after(() => service.stop());

let count = 0;
const newAddress = (): string => `neu-${++count}-${Math.random().toString(36).slice(2)}@mail.example`;
const tenantOf = (play: Play): string => String(play.sent['tenantEmail']);
const mailsTo = async (to: string, kind: string): Promise<any[]> =>
  (await on.mails(to)).filter((mail) => mail.kind === kind);
const patch = (play: Play, position: number | string, body: object): Promise<Answer> =>
  service.operator('PATCH', `/deposits/${play.id}/tenants/${position}`, body);

/** The page behind the newest link of a kind of mail. */
async function linkOf(to: string, kind: string): Promise<string> {
  const [mail] = await mailsTo(to, kind);
  assert.ok(mail, `no ${kind} to ${to}`);
  return mail.links[0];
}

const page = async (url: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(url, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};
const press = async (url: string): Promise<number> =>
  (await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })).status;

const ADDRESS = { street: 'Bergweg', streetNumber: '7', zip: '3011', city: 'Bern', countryCode: 'CH' };

describe('years 2 contact data of a tenant', () => {
  test('phone and postal address hold at once, signatures stay', async () => {
    const play = await on.start();
    await reach('tenants', play);
    const changed = await play.play('change-contact', {
      by: 'tenant',
      tenant: 1,
      phoneNumber: '079 765 43 21',
      address: { street: 'Bergweg 7', zip: '3011', city: 'Bern' },
    });
    const [tenant] = changed.tenants;
    assert.equal(tenant.phoneNumber, '+41797654321');
    assert.deepEqual(tenant.address, ADDRESS);
    assert.equal(tenant.email, tenantOf(play));
    assert.notEqual(tenant.signedAt, null, 'the signature stays');
    assert.deepEqual(await mailsTo(tenantOf(play), 'contact_changed'), []);
  });

  test('a new e-mail address holds once the button behind its link is pressed, not when it is opened', async () => {
    const play = await on.start();
    await reach('open', play);
    const [old, fresh] = [tenantOf(play), newAddress()];
    const before = await openTenant(play, old);
    const asked = await play.play('change-contact', { by: 'tenant', tenant: 1, email: fresh });
    assert.deepEqual([asked.tenants[0].email, asked.tenants[0].newEmail.email], [old, fresh]);
    const [told] = await mailsTo(old, 'contact_changed');
    assert.ok(told.text.includes('n•••@m•••.example') && !told.text.includes(fresh));
    const [confirm] = await mailsTo(fresh, 'contact_confirm');
    assert.ok(!confirm.text.includes(play.contractId), 'the new address learns nothing about the deposit yet');
    const url = await linkOf(fresh, 'contact_confirm');
    for (let time = 0; time < 2; time++) assert.match((await page(url)).text, new RegExp(fresh.replaceAll('.', '\\.')));
    assert.equal((await play.record()).tenants[0].email, old, 'a GET confirms nothing');
    await play.operator('remind');
    assert.deepEqual((await mailsTo(old, 'deposit_open')).length, 2, 'mails go to the old address until then');
    assert.equal(await press(url), 303);
    const record = await play.record();
    assert.deepEqual([record.tenants[0].email, record.tenants[0].newEmail], [fresh, null]);
    assert.equal((await before.get()).status, 404, 'old links end');
    assert.equal((await page(await linkOf(fresh, 'contact_confirmed'))).status, 200);
    assert.equal((await page(url)).status, 410);
    assert.equal(await press(url), 410);
  });

  test('6 confirm-contact: 409 when none waits; a later wish replaces an earlier one', async () => {
    const play = await on.start();
    await reach('open', play);
    await play.refuse('confirm-contact', { tenant: 1 });
    const [first, second] = [newAddress(), newAddress()];
    await play.play('change-contact', { by: 'manager', tenant: 1, email: first });
    const early = await linkOf(first, 'contact_confirm');
    await play.play('change-contact', { by: 'tenant', tenant: 1, email: second });
    assert.equal((await page(early)).status, 410);
    assert.equal(await press(early), 410);
    assert.equal((await play.play('confirm-contact', { tenant: 1 })).tenants[0].email, second);
    await play.refuse('confirm-contact', { tenant: 1 });
  });

  test('asked for the present address, it takes the wish back', async () => {
    const play = await on.start();
    await reach('open', play);
    const fresh = newAddress();
    await play.play('change-contact', { by: 'tenant', tenant: 1, email: fresh });
    await play.play('change-contact', { by: 'tenant', tenant: 1, email: tenantOf(play).toUpperCase() });
    await play.refuse('confirm-contact', { tenant: 1 });
    assert.equal((await mailsTo(fresh, 'contact_confirm')).length, 1);
  });

  for (const isConfirmed of [false, true]) {
    test(`an objection stops ${isConfirmed ? 'a confirmed' : 'a waiting'} change, and tells the operators`, async () => {
      const admin = { email: `op-${newAddress()}`, name: 'Olga', role: 'clerk' };
      await service.operator('POST', '/operators', admin);
      const play = await on.start();
      await reach('open', play);
      const [old, fresh] = [tenantOf(play), newAddress()];
      await play.play('change-contact', { by: 'manager', tenant: 1, email: fresh });
      const objection = await linkOf(old, 'contact_changed');
      if (isConfirmed) await play.play('confirm-contact', { tenant: 1 });
      const fromNew = isConfirmed ? await linkOf(fresh, 'contact_confirmed') : null;
      assert.equal((await page(objection)).status, 200);
      assert.equal((await play.record()).tenants[0].email, isConfirmed ? fresh : old, 'a GET stops nothing');
      assert.equal(await press(objection), 303);
      assert.equal((await play.record()).tenants[0].email, old);
      assert.equal((await mailsTo(admin.email, 'contact_objected')).length, 1);
      await play.refuse('confirm-contact', { tenant: 1 });
      if (fromNew !== null) {
        assert.equal((await page(fromNew)).status, 404, 'links to the other address end');
        assert.equal((await page(await linkOf(old, 'contact_confirmed'))).status, 200, 'and the old address gets one');
      }
      assert.equal(await press(objection), 410);
      // The lock goes with the change.
      await play.play('start-closing', { by: 'tenant' });
    });
  }

  test('an objection takes later changes back, too; after 30 days it is too late', async () => {
    const play = await on.start();
    await reach('open', play);
    const [old, first, second] = [tenantOf(play), newAddress(), newAddress()];
    await play.play('change-contact', { by: 'manager', tenant: 1, email: first });
    await play.play('confirm-contact', { tenant: 1 });
    await play.play('change-contact', { by: 'tenant', tenant: 1, email: second });
    await play.play('confirm-contact', { tenant: 1 });
    assert.equal(await press(await linkOf(old, 'contact_changed')), 303);
    assert.equal((await play.record()).tenants[0].email, old);
    await play.play('change-contact', { by: 'manager', tenant: 1, email: first });
    await play.play('confirm-contact', { tenant: 1 });
    await advance(service, 'P31D');
    assert.equal(await press(await linkOf(old, 'contact_changed')), 410);
  });

  test('what an operator asks for after an objection stands: nobody is locked out for good', async () => {
    const play = await on.start();
    await reach('open', play);
    const [old, fresh] = [tenantOf(play), newAddress()];
    await play.play('change-contact', { by: 'manager', tenant: 1, email: fresh });
    assert.equal(await press(await linkOf(old, 'contact_changed')), 303);
    assert.equal((await patch(play, 1, { email: fresh, reason: 'Identität geprüft' })).status, 200);
    const objection = await linkOf(old, 'contact_changed');
    await play.play('confirm-contact', { tenant: 1 });
    assert.match((await page(objection)).text, /geprüft/);
    assert.equal(await press(objection), 303);
    assert.equal((await play.record()).tenants[0].email, fresh);
    assert.equal((await page(await linkOf(fresh, 'contact_confirmed'))).status, 200);
  });

  test('10 days: nothing from an address that the manager asked for counts', async () => {
    const play = await on.start();
    await reach('open', play);
    const fresh = newAddress();
    await play.play('change-contact', { by: 'manager', tenant: 1, email: fresh });
    await advance(service, 'P3D');
    await play.play('confirm-contact', { tenant: 1 });
    assert.match(await play.refuse('start-closing', { by: 'tenant' }), /ten days/);
    await play.play('start-closing', { by: 'manager', amountLandlord: 100 });
    await play.refuse('consent', { by: 'tenant' });
    await play.refuse('counter', { by: 'tenant', amountLandlord: 0 });
    // Not even by way of another change that the tenant asks for.
    await play.play('change-contact', { by: 'tenant', tenant: 1, email: newAddress() });
    await play.play('confirm-contact', { tenant: 1 });
    await play.refuse('consent', { by: 'tenant' });
    const lea = await openTenant(play, (await play.record()).tenants[0].email);
    const shown = await lea.get();
    assert.match(shown.text, /zu Ihrem Schutz/i);
    await advance(service, 'P9DT23H');
    await play.refuse('consent', { by: 'tenant' });
    await advance(service, 'PT2H');
    await play.play('consent', { by: 'tenant' });
    await verified(service);
  });

  test('a change that the tenant or an operator asked for locks nothing', async () => {
    const play = await on.start();
    await reach('open', play);
    await play.play('change-contact', { by: 'tenant', tenant: 1, email: newAddress() });
    await play.play('confirm-contact', { tenant: 1 });
    assert.equal((await patch(play, 1, { email: newAddress(), reason: 'verloren' })).status, 200);
    await play.play('confirm-contact', { tenant: 1 });
    await play.play('start-closing', { by: 'tenant' });
  });

  test('6 body 422, then 404, then 409; nothing in closed and withdrawn', async () => {
    const play = await on.start({ ...naturalTenant('tenant2'), tenant2Email: 'zwei@mail.example' });
    const wrong: object[] = [
      {},
      { by: 'tenant', tenant: 1 },
      { by: 'operator', tenant: 1, phoneNumber: '+41791112233' },
      { by: 'tenant', tenant: 5, phoneNumber: '+41791112233' },
      { by: 'tenant', tenant: 3, phoneNumber: '+41791112233' },
      { by: 'tenant', tenant: 1, phoneNumber: '12' },
      { by: 'tenant', tenant: 1, email: 'keine' },
      { by: 'tenant', tenant: 1, address: { street: '7', zip: '8000', city: 'Zürich' } },
      { by: 'tenant', tenant: 1, email: newAddress(), more: 1 },
    ];
    for (const body of wrong) await play.refuse('change-contact', body, 422);
    await play.refuse('confirm-contact', {}, 422);
    const good = { by: 'tenant', tenant: 2, phoneNumber: '+41791112233' };
    assert.equal((await service.sandbox('POST', '/deposits/nowhere/change-contact', good)).status, 404);
    assert.equal((await service.sandbox('POST', '/deposits/nowhere/change-contact', {})).status, 422);
    assert.equal((await play.play('change-contact', good)).tenants[1].phoneNumber, '+41791112233');
    for (const position of ['3', '0', '5', 'x']) {
      assert.equal((await patch(play, position, { phoneNumber: '+41791112233', reason: 'x' })).status, 404, position);
    }
    assert.equal((await patch(play, 1, { phoneNumber: '+41791112233' })).status, 422, 'a reason is required');
    await play.play('withdraw');
    await play.refuse('change-contact', good);
    assert.equal((await patch(play, 1, { phoneNumber: '+41791112299', reason: 'x' })).status, 409);
    for (const position of ['3', 'x']) {
      const { status } = await patch(play, position, { phoneNumber: '+41791112299', reason: 'x' });
      assert.equal(status, 404, 'the position is asked for before the state');
    }
    const closed = await on.start();
    await reach('closed', closed);
    await closed.refuse('change-contact', { ...good, tenant: 1 });
  });

  test('bank and money 9: the address given since the move-in is where the tenant lives at the end', async () => {
    const play = await on.start({ rentalStart: '2024-01-01' });
    await reach('open', play);
    await play.play('change-contact', { by: 'tenant', tenant: 1, address: ADDRESS });
    await play.play('start-closing', { by: 'tenant' });
    const { orders } = await play.play('consent', { by: 'manager' });
    assert.deepEqual(
      orders.map(({ address }: any) => address),
      [ADDRESS],
    );
  });

  test('races: confirmed and objected at once, and two wishes at once', async () => {
    for (let round = 0; round < 5; round++) {
      const play = await on.start();
      await reach('open', play);
      const old = tenantOf(play);
      const wishes = [newAddress(), newAddress()];
      await Promise.all(
        wishes.map((email) =>
          service.sandbox('POST', `/deposits/${play.id}/change-contact`, { by: 'tenant', tenant: 1, email }),
        ),
      );
      const { email: last } = (await play.record()).tenants[0].newEmail;
      assert.ok(wishes.includes(last));
      const objections = await mailsTo(old, 'contact_changed');
      const pressed = await Promise.all([
        press(await linkOf(last, 'contact_confirm')),
        ...objections.map(({ links }) => press(links[0])),
      ]);
      const { email } = (await play.record()).tenants[0];
      assert.equal(email, old, `an objection wins in whatever order: ${pressed.join()}`);
      await play.operator('remind');
      assert.equal((await openTenant(play, old).then((lea) => lea.get())).status, 200);
    }
  });

  test('by page: the tenant changes own data, without scripts', async () => {
    const play = await on.start();
    await reach('open', play);
    const lea = await openTenant(play, tenantOf(play));
    assert.match((await lea.get()).text, /\/contact/);
    const form = readForm((await lea.get('/contact')).text, `${lea.path}/contact`);
    const fresh = newAddress();
    const wrong = await lea.post('/contact', { ...form, email: 'nein', phoneNumber: '1' });
    assert.equal(wrong.status, 422);
    const saved = await lea.post('/contact', { ...form, email: fresh, phoneNumber: '079 000 11 22' });
    assert.equal(saved.status, 303);
    const [tenant] = (await play.record()).tenants;
    assert.deepEqual(
      [tenant.phoneNumber, tenant.newEmail.email, tenant.newEmail.by],
      ['+41790001122', fresh, 'tenant'],
    );
  });
});

test('unknown tokens of the two links are 404, and each link opens its own page alone', async () => {
  const play = await on.start({}, payload);
  await reach('open', play);
  const fresh = newAddress();
  await play.play('change-contact', { by: 'tenant', tenant: 1, email: fresh });
  const confirm = await linkOf(fresh, 'contact_confirm');
  const token = confirm.split('/').at(-1) as string;
  assert.equal((await page(`${service.baseUrl}/t/${token}`)).status, 404);
  assert.equal((await page(`${service.baseUrl}/t/objection/${token}`)).status, 404);
  assert.equal((await page(`${service.baseUrl}/t/new-address/${'x'.repeat(20)}`)).status, 404);
});
