import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { naturalTenant } from './support/payload.ts';
import { reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// years.md, sections 2 and 6: where the money of a change goes, and who is named and told.

let service: Service;
let on: Stage;
before(async () => {
  service = await startService();
  on = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const TWO = { ...naturalTenant('tenant2'), tenant2Email: 'zwei@mail.example', tenant2FirstName: 'Zoé' };
const SECOND_IBAN = 'CH9300762011623852957';

async function inForce(more: Record<string, unknown> = {}, product?: 'insurance'): Promise<Play> {
  const it = await on.start({ rentalDeposit: '1000', ...more });
  await reach('open', it, product);
  return it;
}

async function started(it: Play, change: object): Promise<any> {
  await it.play('changes', change);
  await it.play('change-signs', { by: 'tenant' });
  return it.play('change-signs', { by: 'manager' });
}

/** The tenant gives an account and enters the code. */
async function confirmAccount(it: Play, iban: string): Promise<any> {
  const [{ email, firstName, lastName }] = (await it.record()).tenants;
  await it.play('payout-account', { iban, holderName: `${firstName} ${lastName}` });
  return it.play('payout-account-code', { code: (await it.mails(email, 'payout_account_code')).at(-1).code });
}

const toTenant = ({ orders }: any): string[] =>
  orders.filter(({ to }: any) => to === 'tenant').map(({ iban }: any) => iban);

test('2 less deposit: the money goes to the account that the tenant has confirmed', async () => {
  const it = await inForce();
  await confirmAccount(it, TENANT_IBAN);
  assert.deepEqual(toTenant(await started(it, { kind: 'amount', rentalDeposit: 400 })), [TENANT_IBAN]);
  await it.play('payout-completed');
  await confirmAccount(it, SECOND_IBAN);
  const second = await started(it, { kind: 'amount', rentalDeposit: 200 });
  assert.deepEqual(toTenant(second), [TENANT_IBAN, SECOND_IBAN], 'the account confirmed last');
});

test('2 another main tenant: the account of the former one no longer counts, nor a code sent to it', async () => {
  const it = await inForce(TWO);
  await started(it, { kind: 'amount', rentalDeposit: 900 });
  await it.play('payout-completed');
  await confirmAccount(it, TENANT_IBAN);
  await it.play('payout-account', { iban: SECOND_IBAN, holderName: 'Lea Brunner' });
  const { code } = (await it.mails(String(it.sent['tenantEmail']), 'payout_account_code')).at(-1);
  await started(it, { kind: 'main_tenant', tenant: 2 });
  const { payoutAccount } = await it.play('change-answered', { accepted: true });
  assert.equal(payoutAccount, null);
  await it.refuse('payout-account-code', { code });
  await confirmAccount(it, TENANT_IBAN);
  assert.deepEqual(toTenant(await started(it, { kind: 'amount', rentalDeposit: 500 })).at(-1), TENANT_IBAN);
});

test('2 a payout of a change is told to the manager and every tenant, with the end of the account', async () => {
  const it = await inForce(TWO);
  await confirmAccount(it, TENANT_IBAN);
  const { propertyManager } = await started(it, { kind: 'amount', rentalDeposit: 400 });
  for (const to of [propertyManager.email, 'zwei@mail.example', String(it.sent['tenantEmail'])]) {
    const [mail, ...others] = await it.mails(to, 'payout_ordered');
    assert.equal(others.length, 0, to);
    assert.match(mail.text, /600\.00[\s\S]*•••• 8009/, to);
    assert.doesNotMatch(mail.text, new RegExp(TENANT_IBAN));
  }
});

test('2 who leaves hears it at the address of now', async () => {
  const it = await inForce(TWO);
  await it.play('changes', { kind: 'tenant_leaves', tenant: 2 });
  const fresh = `weg-${it.id}@mail.example`;
  await it.play('change-contact', { by: 'tenant', tenant: 2, email: fresh });
  await it.play('confirm-contact', { tenant: 2 });
  await it.play('change-signs', { by: 'tenant' });
  await it.play('change-signs', { by: 'manager' });
  assert.equal((await it.mails(fresh, 'change_done')).length, 1);
  assert.equal((await it.mails('zwei@mail.example', 'change_done')).length, 0);
});

test('2 history names who joins, who leaves, and both main tenants', async () => {
  const it = await inForce(TWO);
  const names = async (event: string): Promise<unknown[]> =>
    (await it.record()).history
      .filter((entry: any) => entry.event === event)
      .map(({ detail }: any) => [detail.before, detail.after]);
  const fields = { ...naturalTenant('tenant'), tenantFirstName: 'Nora', tenantEmail: `nora-${it.id}@mail.example` };
  await started(it, { kind: 'tenant_joins', fields });
  await started(it, { kind: 'main_tenant', tenant: 2 });
  await it.play('change-answered', { accepted: true });
  await started(it, { kind: 'tenant_leaves', tenant: 2 });
  const expected = [
    [undefined, 'Nora Brunner'],
    ['Lea Brunner', 'Zoé Brunner'],
    ['Lea Brunner', undefined],
  ];
  assert.deepEqual(await names('change_started'), expected);
  assert.deepEqual(await names('change_done'), expected);
});

test('6 a change that the bank refuses: the manager is told why, and nobody changes', async () => {
  const it = await inForce(TWO);
  await started(it, { kind: 'main_tenant', tenant: 2 });
  const { propertyManager, tenants } = await it.play('change-answered', { accepted: false, reason: 'nicht möglich' });
  assert.deepEqual(
    tenants.map(({ firstName }: any) => firstName),
    ['Lea', 'Zoé'],
  );
  const [mail] = await it.mails(propertyManager.email, 'deposit_refused');
  assert.match(mail.text, /nicht möglich/);
});

test('6 body first (422), then the id (404)', async () => {
  const nowhere = '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1';
  const rows: [object, number][] = [
    [{ kind: 'owner', fields: {} }, 422],
    [{ kind: 'owner', fields: { ownerName: 7 } }, 422],
    [{ kind: 'tenant_leaves', tenant: 1 }, 422],
    [{ kind: 'main_tenant', tenant: 1 }, 422],
    [{ kind: 'owner', fields: { ownerName: 'Neu AG' } }, 404],
    [{ kind: 'tenant_leaves', tenant: 2 }, 404],
  ];
  for (const [body, status] of rows) {
    const answer = await service.sandbox('POST', `/deposits/${nowhere}/changes`, body);
    assert.equal(answer.status, status, JSON.stringify(body));
  }
});
