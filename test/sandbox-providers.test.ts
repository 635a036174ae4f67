import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { setUpProvider, visitProvider, type ProviderVisitor } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: { bank: ProviderVisitor; insurer: ProviderVisitor };
let own: { bank: ProviderVisitor; insurer: ProviderVisitor };
/** Organizations with the demo providers, and with others. */
let ofDemo: Stage;
let ofOwn: Stage;

before(async () => {
  service = await startService();
  demo = { bank: await visitProvider(service, 'demo_bank'), insurer: await visitProvider(service, 'demo_insurance') };
  own = {
    bank: await setUpProvider(service, 'bank', { name: 'Bergbank' }),
    insurer: await setUpProvider(service, 'insurer', { name: 'Talversicherung' }),
  };
  ofDemo = await stage(service);
  ofOwn = await stage(service, { bankProviderId: own.bank.id, insurerProviderId: own.insurer.id });
});
after(async () => {
  await verified(service);
  await service.stop();
});

/** What a provider was asked about a deposit: kind, state, answer and who gave it. */
async function asked(visitor: ProviderVisitor, { id }: Play): Promise<unknown[][]> {
  const { body } = await visitor.call('GET', '/applications?state=all&limit=500');
  return body.applications
    .filter(({ deposit }: any) => deposit.id === id)
    .map((one: any) => [one.kind, one.state, one.answer?.answer ?? null, one.answeredBy]);
}

test('account-opened: the bank of the deposit answers, and so it reads it in its queue', async () => {
  for (const [{ bank }, organization, name] of [
    [demo, ofDemo, 'Demo Bank (simulated)'],
    [own, ofOwn, 'Bergbank (simulated)'],
  ] as const) {
    const play = await organization.start();
    await reach('tenants', play);
    assert.deepEqual(await asked(bank, play), [['account_opening', 'open', null, null]]);
    const { step, iban, provider } = await play.play('account-opened');
    assert.deepEqual([step, provider], ['awaiting_payment', bank.code]);
    assert.deepEqual(await asked(bank, play), [['account_opening', 'answered', 'account', name]]);
    const { body } = await bank.call('GET', '/applications?state=answered&limit=500');
    assert.equal(body.applications.find(({ deposit }: any) => deposit.id === play.id).answer.iban, iban);
    await play.refuse('account-opened');
  }
});

test('cover-confirmed: the insurer of the deposit answers with a policy', async () => {
  const play = await ofOwn.start();
  await reach('tenants', play, 'insurance');
  await play.refuse('account-opened');
  assert.equal((await play.play('cover-confirmed')).state, 'open');
  assert.deepEqual(await asked(own.insurer, play), [['cover', 'answered', 'cover', 'Talversicherung (simulated)']]);
  const { body } = await own.insurer.call('GET', '/applications?state=answered&limit=500');
  assert.match(body.applications.find(({ deposit }: any) => deposit.id === play.id).answer.policyNumber, /^SIM-\d{8}$/);
});

test('payout-completed: an insurer with an open claim plays paid and ended', async () => {
  const by = 'Talversicherung (simulated)';
  const play = await ofOwn.start();
  await reach('open', play, 'insurance');
  await play.play('start-closing', { by: 'manager', amountLandlord: 400, reason: 'Kitchen door' });
  await play.play('consent', { by: 'tenant' });
  const { state, paidOutAmountLandlord } = await play.play('payout-completed');
  assert.deepEqual([state, paidOutAmountLandlord], ['closed', 400]);
  assert.deepEqual(await asked(own.insurer, play), [
    ['cover', 'answered', 'cover', by],
    ['claim', 'answered', 'paid', by],
    ['cover_end', 'answered', 'ended', by],
  ]);
});

test('payout-completed: after a refused claim the cover ends by the operator’s hand', async () => {
  const play = await ofOwn.start();
  await reach('open', play, 'insurance');
  await play.play('start-closing', { by: 'manager', amountLandlord: 400, reason: 'Kitchen door' });
  await play.play('consent', { by: 'tenant' });
  const [claim] = await own.insurer.open(play.id);
  await own.insurer.answer(claim.id, 'refused', { code: 'other', reason: 'no' });
  assert.equal((await play.play('payout-completed')).state, 'closed');
});

test('payout-completed: without a claim the insurer ends the cover; a bank is asked to close the account', async () => {
  const insured = await ofDemo.start();
  await reach('closed', insured, 'insurance');
  assert.deepEqual((await asked(demo.insurer, insured)).at(-1), [
    'cover_end',
    'answered',
    'ended',
    'Demo Versicherung (simulated)',
  ]);
  const paid = await ofDemo.start();
  await reach('closed', paid);
  assert.deepEqual((await asked(demo.bank, paid)).at(-1), ['account_closing', 'open', null, null]);
});

test('the SIM- ids: the provider refuses, or opens the account later; after a refusal it may accept', async () => {
  const refusing = await ofOwn.start({ externalContractId: 'SIM-BANK-REFUSES-OWN' });
  await reach('tenants', refusing);
  assert.deepEqual(await asked(own.bank, refusing), [
    ['account_opening', 'answered', 'refused', 'Bergbank (simulated)'],
  ]);
  assert.equal((await refusing.record()).refusal.reason, 'Simulated: the bank refuses this deposit.');
  assert.equal((await refusing.play('account-opened')).step, 'awaiting_payment');
  const uncovered = await ofOwn.start({ externalContractId: 'SIM-INSURER-REFUSES-OWN' });
  await reach('tenants', uncovered, 'insurance');
  assert.deepEqual(await asked(own.insurer, uncovered), [
    ['cover', 'answered', 'refused', 'Talversicherung (simulated)'],
  ]);
  assert.equal((await uncovered.play('cover-confirmed')).state, 'open');
  const slow = await ofOwn.start({ externalContractId: 'SIM-ACCOUNT-SLOW-OWN' });
  await reach('tenants', slow);
  assert.deepEqual(await asked(own.bank, slow), [['account_opening', 'open', null, null]]);
  await service.sandbox('POST', '/clock', { advance: 'P5D' });
  assert.deepEqual(await asked(own.bank, slow), [['account_opening', 'answered', 'account', 'Bergbank (simulated)']]);
});
