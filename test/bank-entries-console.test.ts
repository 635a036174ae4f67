import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { StatementEntry } from '../src/domain/booking.ts';
import { problemAt } from './support/form.ts';
import type { ManagerBrowser } from './support/manager.ts';
import { OPERATOR, signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openBookingDesk, statementDebit, statementEntry, type BookingDesk } from './support/statement-entry.ts';

// bank-and-money.md, section 2: the console's side.

let service: Service;
let demo: Stage;
let desk: BookingDesk;
let olga: ManagerBrowser;
let otto: ManagerBrowser;
before(async () => {
  service = await startService({ env: { FOUR_EYES: 'true' } });
  demo = await stage(service, { preSigned: true });
  desk = await openBookingDesk(service);
  olga = await signInOperator(service);
  otto = await person('clerk');
});
after(async () => {
  await verified(service);
  await desk.close();
  await service.stop();
});

let people = 0;
async function person(role: 'viewer' | 'clerk'): Promise<ManagerBrowser> {
  const email = `${role}-${++people}@depono.example`;
  await created(service.operator('POST', '/operators', { email, name: `Person ${people}`, role }));
  return signInOperator(service, email);
}

async function opened(): Promise<Play & { iban: string; reference: string }> {
  const it = await demo.start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  await it.play('payment');
  const { iban, paymentReference: reference } = await it.record();
  return Object.assign(it, { iban, reference });
}

const QUEUE = '/operator/bank';
const pathOf = ({ key }: { key: string }): string => `${QUEUE}/entries/${key}`;
const REASON = 'Seen at the bank';

/** The row of an entry in the queue. */
async function rowOf(entry: StatementEntry, by = olga): Promise<string | null> {
  const rows = (await by.page(QUEUE)).text.split('<tr>');
  return rows.find((row) => row.includes(pathOf(entry))) ?? null;
}

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

/** Approves the request that a form has led to. */
async function approve(location: string | null, by = otto): Promise<void> {
  assert.match(location ?? '', /^\/operator\/approvals\//);
  await by.submit(`${(location ?? '').split('?')[0]}/approve`);
}

describe('2 the queue', () => {
  test('a row has why, amount, days, account, payer, reference, text and the candidates', async () => {
    const it = await opened();
    const strange = statementDebit(it.iban, 1234.5, { counterpartyName: 'Somebody AG', text: 'Invoice 77' });
    await desk.book(strange);
    const row = textOf((await rowOf(strange)) ?? '');
    for (const words of [
      'Debit without a payment order',
      'It is a debit without a payment order.',
      '− debit of CHF 1’234.50',
      'booked 16.11.2026',
      'value 17.11.2026',
      it.iban.replaceAll(/(.{4})(?=.)/g, '$1 '),
      'Somebody AG',
      'Invoice 77',
      `Contract ${it.contractId}`,
    ]) {
      assert.ok(row.includes(words), `${words}: ${row}`);
    }
    assert.ok((await rowOf(strange))?.includes(`/operator/deposits/${it.id}`));
    await resolved(strange, { as: 'none' });
    assert.equal(await rowOf(strange), null);
  });

  test('a viewer sees it masked and has no form; a clerk acts', async () => {
    const it = await opened();
    const strange = statementDebit(it.iban, 5, { counterpartyName: 'Xaverine Qwertz', text: 'for Xaverine Qwertz' });
    await desk.book(strange);
    const viewer = await person('viewer');
    for (const path of [QUEUE, pathOf(strange)]) {
      const { text } = await viewer.page(path);
      assert.ok(!text.includes('Qwertz'), path);
      assert.ok(!text.includes(it.iban) && !text.includes(it.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')), path);
      assert.ok(!/<form[^>]*entries/.test(text), path);
      assert.match(text, /Debit without a payment order/);
    }
    for (const path of [`${pathOf(strange)}/resolve`, `${QUEUE}/entries/resolve`]) {
      assert.equal((await viewer.post(path, { as: 'none', reason: 'x', id: strange.key })).status, 403);
    }
    await resolved(strange, { as: 'none' }, otto);
  });

  test('pages of 50, the oldest first, with the next', async () => {
    const it = await opened();
    const many = Array.from({ length: 52 }, (_, index) =>
      statementDebit(it.iban, 1 + index, { text: `Number ${index}` }),
    );
    for (const one of many) await desk.book(one);
    const first = (await olga.page(QUEUE)).text;
    assert.equal(first.match(/name="id"/g)?.length, 50);
    const next = /href="([^"]+)"[^>]*>Next →/.exec(first)?.[1]?.replaceAll('&amp;', '&') as string;
    const second = (await olga.page(next)).text;
    assert.equal(second.match(/name="id"/g)?.length, 2);
    assert.ok(first.indexOf('Number 0') < first.indexOf('Number 1<'));
    assert.match(second, /Number 51/);
    const keys = many.map(({ key }) => key);
    for (const some of [keys.slice(0, 50), keys.slice(50)]) {
      const answer = await olga.post(`${QUEUE}/entries/resolve`, { id: some, as: 'none', reason: REASON });
      assert.equal(answer.status, 200);
      assert.match(textOf(answer.text), new RegExp(`${some.length} resolved\\.`));
    }
    assert.match((await olga.page(QUEUE)).text, /Nothing to check/);
  });
});

/** Resolves an entry without a second person. */
async function resolved(entry: StatementEntry, fields: Record<string, string>, by = olga): Promise<string> {
  return (await by.submit(`${pathOf(entry)}/resolve`, { reason: REASON, ...fields })).text;
}

describe('2 one entry', () => {
  test('a candidate fills the form; what was resolved says how, by whom and why', async () => {
    const it = await opened();
    const strange = statementDebit(it.iban, 9);
    await desk.book(strange);
    const page = (await olga.page(pathOf(strange))).text;
    const choice = [...page.matchAll(/href="([^"]+#resolve)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
    const fill = choice.find((href) => href.includes('as=charge')) as string;
    const filled = (await olga.page(fill)).text;
    assert.match(filled, /value="charge"[^>]*checked/);
    assert.match(filled, new RegExp(`name="deposit"[^>]*value="${it.id}"`));
    const done = textOf(await resolved(strange, { as: 'charge', deposit: it.id }));
    for (const words of ['How it was resolved', 'Charge', REASON, OPERATOR, `Contract ${it.contractId}`]) {
      assert.ok(done.includes(words), words);
    }
    assert.equal((await it.record()).balance.charges, 9);
    const audit = (await olga.page('/operator/audit')).text;
    assert.match(audit, /Resolve a bank entry[\s\S]*Seen at the bank/);
    assert.ok(audit.includes(`href="${pathOf(strange)}"`));
    const other = await olga.post(`${pathOf(strange)}/resolve`, { as: 'none', reason: REASON });
    assert.equal(other.status, 409);
    assert.match(other.text, /resolved in another way already/);
  });

  test('problems are shown beside the fields, and what was typed is kept', async () => {
    const it = await opened();
    const strange = statementDebit(it.iban, 8);
    await desk.book(strange);
    const post = async (fields: Record<string, string>): Promise<string> => {
      const answer = await olga.post(`${pathOf(strange)}/resolve`, fields);
      assert.equal(answer.status, 422, answer.text);
      return answer.text;
    };
    const nothing = await post({});
    assert.match(problemAt(nothing, 'as') ?? '', /Choose/);
    assert.match(problemAt(nothing, 'reason') ?? '', /must not be empty/);
    assert.match(problemAt(await post({ as: 'charge', reason: REASON }), 'deposit') ?? '', /Give the deposit/);
    const unknown = await post({ as: 'charge', deposit: 'C-NOWHERE', reason: REASON });
    assert.match(problemAt(unknown, 'deposit') ?? '', /No deposit has/);
    assert.match(unknown, /value="C-NOWHERE"/);
    assert.match(problemAt(await post({ as: 'order', order: 'x', reason: REASON }), 'order') ?? '', /id of an order/);
    assert.match(
      problemAt(await post({ as: 'payment', deposit: it.id, reason: REASON }), 'as') ?? '',
      /cannot be payment/,
    );
    assert.match(await resolved(strange, { as: 'charge', deposit: it.contractId }), /How it was resolved/);
    assert.equal((await olga.get(`${QUEUE}/entries/none`)).status, 404);
    assert.equal((await olga.post(`${QUEUE}/entries/none/resolve`, { as: 'none', reason: REASON })).status, 404);
  });

  test('several deposits of a contract: each is named with its id', async () => {
    const one = await opened();
    const partner = await stage(service, { preSigned: true });
    const two = await partner.start({ externalContractId: one.contractId });
    const strange = statementDebit(one.iban, 7);
    await desk.book(strange);
    const { status, text } = await olga.post(`${pathOf(strange)}/resolve`, {
      as: 'charge',
      deposit: one.contractId,
      reason: REASON,
    });
    assert.equal(status, 422);
    assert.ok(text.includes(one.id) && text.includes(two.id));
    await resolved(strange, { as: 'charge', deposit: one.reference });
    assert.equal((await one.record()).balance.charges, 7);
  });

  test('a payment waits for a second person; the entry shows the request, then who agreed', async () => {
    const [it, other] = [await opened(), await opened()];
    const crossed = statementEntry(it.iban, 40, { reference: other.reference });
    await desk.book(crossed);
    const fields = { as: 'payment', deposit: it.id, reason: REASON };
    const asked = await olga.post(`${pathOf(crossed)}/resolve`, fields);
    assert.equal(asked.status, 303, asked.text);
    const request = (await olga.page(asked.location as string)).text;
    assert.ok(request.includes(`href="${pathOf(crossed)}"`));
    assert.match((await olga.page(pathOf(crossed))).text, /waits for a second person/);
    assert.match((await rowOf(crossed)) ?? '', /waits for a second person/);
    const again = await olga.post(`${pathOf(crossed)}/resolve`, fields);
    assert.equal(again.status, 409);
    await approve(asked.location);
    assert.equal((await it.record()).payments.at(-1).amount, 40);
    const done = textOf((await olga.page(pathOf(crossed))).text);
    for (const words of ['How it was resolved', OPERATOR, 'clerk-1@depono.example', REASON]) {
      assert.ok(done.includes(words), words);
    }
  });

  test('parts: a wrong sum is a sentence; more rows can be asked for', async () => {
    const it = await opened();
    const odd = statementEntry(it.iban, 50, { isMismatch: true });
    await desk.book(odd);
    const fields = {
      parts: '3',
      as1: 'interest',
      amount1: '20',
      target1: it.id,
      as2: 'payment',
      amount2: '29.50',
      target2: it.contractId,
      reason: REASON,
    };
    const more = await olga.post(`${pathOf(odd)}/resolve`, { ...fields, more: 'yes' });
    assert.deepEqual([more.status, more.text.match(/name="amount\d+"/g)?.length], [200, 6]);
    assert.match(more.text, /value="29\.50"/);
    const wrong = await olga.post(`${pathOf(odd)}/resolve`, fields);
    assert.equal(wrong.status, 422);
    assert.match(problemAt(wrong.text, 'parts') ?? '', /add up to CHF 50\.00; they add up to CHF 49\.50/);
    const bad = await olga.post(`${pathOf(odd)}/resolve`, { ...fields, amount2: 'x', target1: 'nobody' });
    assert.match(problemAt(bad.text, 'amount2') ?? '', /amount above 0/);
    assert.match(problemAt(bad.text, 'target1') ?? '', /No deposit/);
    const asked = await olga.post(`${pathOf(odd)}/resolve`, { ...fields, amount2: '30.00' });
    await approve(asked.location);
    assert.equal((await it.record()).balance.interest, 20);
    assert.match(textOf((await olga.page(pathOf(odd))).text), /CHF 20\.00: Interest CHF 30\.00: Payment/);
  });

  test('decided once more: still for a person, or recognized', async () => {
    const [it, other] = [await opened(), await opened()];
    const crossed = statementEntry(it.iban, 60, { reference: other.reference });
    await desk.book(crossed);
    assert.match(await resolved(crossed, { as: 'again' }), /still needs a person/);
    await desk.services.database.query('update deposits set payment_reference = null where id = $1', [other.id]);
    assert.match(
      textOf(await resolved(crossed, { as: 'again' })),
      /and recognized\..*How it was resolved.*Decide once more: Payment Booked to/,
    );
    assert.equal((await it.record()).payments.at(-1).amount, 60);
  });
});

describe('2 several at once', () => {
  test('as suggested, where exactly one candidate fits; the others say why not', async () => {
    const it = await opened();
    const known = statementEntry(it.iban, 30, { reference: it.reference });
    await desk.book(known);
    const twin = statementEntry(it.iban, 30, { reference: it.reference, entryReference: null });
    const unclear = statementDebit(it.iban, 31);
    await desk.book(twin);
    await desk.book(unclear);
    assert.match((await rowOf(twin)) ?? '', /Suggested: duplicate/);
    assert.match((await olga.page(pathOf(twin))).text, /Known bookings like it/);
    const { status, text } = await olga.post(`${QUEUE}/entries/resolve`, {
      id: [twin.key, unclear.key, 'nobody'],
      as: 'suggested',
      reason: REASON,
    });
    assert.equal(status, 200);
    assert.match(textOf(text), /1 resolved\..*1 not resolved.*Nothing is suggested/);
    assert.equal(await rowOf(twin), null);
    const entries = await service.operator('GET', '/audit?action=bank_entry.resolve');
    assert.deepEqual(entries.body.entries.filter(({ subject }: any) => subject === `bank_entry:${twin.key}`).length, 1);
    await resolved(unclear, { as: 'none' });
  });

  test('what waits and what fails stand beside each other', async () => {
    const [it, other] = [await opened(), await opened()];
    const back = statementEntry(it.iban, 41, { reference: other.reference });
    const debit = statementDebit(it.iban, 42);
    await desk.book(back);
    await desk.book(debit);
    const { text } = await olga.post(`${QUEUE}/entries/resolve`, {
      id: [back.key, debit.key],
      as: 'payback',
      reason: REASON,
    });
    assert.match(textOf(text), /1 waiting for a second person\..*1 not resolved.*cannot be payback/);
    await approve(/\/operator\/approvals\/[0-9a-f-]+/.exec(text)?.[0] ?? null);
    assert.equal((await it.record()).orders.at(-1).amount, 41);
    await resolved(debit, { as: 'none' });
  });

  test('nothing selected, nothing chosen, no reason: the list stays as it was', async () => {
    const it = await opened();
    const strange = statementDebit(it.iban, 43);
    await desk.book(strange);
    const none = await olga.post(`${QUEUE}/entries/resolve`, { as: 'none', reason: REASON });
    assert.equal(none.status, 422);
    assert.match(none.text, /Select the bookings first/);
    const { status, text } = await olga.post(`${QUEUE}/entries/resolve`, { id: strange.key, as: 'payment' });
    assert.equal(status, 422);
    assert.match(problemAt(text, 'as') ?? '', /Choose/);
    assert.match(problemAt(text, 'reason') ?? '', /empty/);
    assert.match(text, new RegExp(`value="${strange.key}"[^>]*checked`));
    await resolved(strange, { as: 'none' });
  });
});

describe('2 money with an unknown reference', () => {
  const unknownMoney = async (amount: number): Promise<string> => {
    const paid = await service.sandbox('POST', '/payments', { reference: 'RF00UNKNOWN', amount });
    assert.equal(paid.status, 200, paid.text);
    const { body } = await service.operator('GET', '/money?kind=unknown_reference');
    return `/operator/money/${body.entries.find((one: any) => one.amount === amount).id}`;
  };
  const waiting = async (): Promise<Play & { reference: string; rentalDeposit: number }> => {
    const it = await demo.start();
    await it.play('tenant-signs');
    await it.play('account-opened');
    const { paymentReference: reference, rentalDeposit } = await it.record();
    return Object.assign(it, { reference, rentalDeposit });
  };

  test('the deposit is found by contract id, reference or id, and a second person approves', async () => {
    const it = await waiting();
    const path = await unknownMoney(it.rentalDeposit);
    assert.match((await olga.page(path)).text, /Assign it to a deposit/);
    for (const deposit of [it.contractId, it.contractId.slice(0, -1), it.reference, it.id]) {
      const { status, text } = await olga.post(`${path}/assign`, { deposit, find: 'yes' });
      assert.equal(status, 200);
      assert.match(text, new RegExp(`name="depositId" value="${it.id}"`), deposit);
    }
    const none = await olga.post(`${path}/assign`, { deposit: 'C-NOWHERE', find: 'yes' });
    assert.deepEqual(
      [none.status, problemAt(none.text, 'deposit')],
      [422, 'No deposit has this contract id, payment reference or id.'],
    );
    const noReason = await olga.post(`${path}/assign`, { depositId: it.id });
    assert.equal(noReason.status, 422);
    assert.match(problemAt(noReason.text, 'assignReason') ?? '', /must not be empty/);
    assert.match(noReason.text, new RegExp(`value="${it.id}" checked`));
    const asked = await olga.post(`${path}/assign`, { depositId: it.id, reason: REASON });
    assert.match((await olga.page(asked.location as string)).text, /Assign money to a deposit/);
    assert.equal((await it.record()).paidInTotal, 0);
    await approve(asked.location);
    assert.equal((await it.record()).state, 'open');
    const done = textOf((await olga.page(path)).text);
    assert.match(done, /assigned to a deposit/);
    assert.match(done, new RegExp(`Reason of the assignment ${REASON}`));
    assert.ok(!done.includes('Assign it to a deposit'));
    const again = await olga.post(`${path}/assign`, { depositId: it.id, reason: 'other words' });
    assert.equal(again.status, 409);
  });

  test('a viewer has no form, and a deposit without an account is refused', async () => {
    const path = await unknownMoney(66.6);
    const viewer = await person('viewer');
    assert.ok(!(await viewer.page(path)).text.includes('Assign it'));
    assert.equal((await viewer.post(`${path}/assign`, { depositId: 'x', reason: 'x' })).status, 403);
    const it = await demo.start();
    const refused = await olga.post(`${path}/assign`, { deposit: it.contractId, reason: REASON });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /has no account yet/);
    assert.equal((await olga.post(`/operator/money/${it.id}/assign`, { find: 'yes' })).status, 404);
  });
});

test('2 payments that need a person are in the same list, by time', async () => {
  const it = await opened();
  const [before, behind] = [statementDebit(it.iban, 7.05), statementDebit(it.iban, 7.15)];
  await desk.book(before);
  await service.sandbox('POST', '/payments', { reference: 'RF00UNKNOWN', amount: 7.1 });
  await desk.book(behind);
  const { text } = await olga.page(QUEUE);
  const money = (await service.operator('GET', '/money?kind=unknown_reference')).body.entries;
  const { id } = money.find((one: any) => one.amount === 7.1);
  const places = [pathOf(before), `/operator/money/${id}`, pathOf(behind)].map((path) => text.indexOf(path));
  assert.ok(
    places.every((place) => place > 0),
    String(places),
  );
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
  assert.match(textOf(text), /Unknown reference: to be assigned or paid back/);
});
