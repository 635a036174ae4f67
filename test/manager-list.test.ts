import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newBrowser, signIn, type ManagerBrowser } from './support/manager.ts';
import { created } from './support/partner.ts';
import { naturalTenant } from './support/payload.ts';
import { advance, reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { unzip } from './support/unzip.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(async () => {
  await verified(service);
  await service.stop();
});

async function office(settings: Record<string, unknown> = {}): Promise<{ on: Stage; clara: ManagerBrowser }> {
  const on = await stage(service, { language: 'en', product: 'bank_deposit', ...settings });
  const { members } = (await service.operator('GET', `/organizations/${on.organizationId}/members`)).body;
  await service.operator('PATCH', `/organizations/${on.organizationId}/members/${members[0].id}`, { language: 'en' });
  return { on, clara: await signIn(service, on.managerEmail) };
}

const at = async (on: Stage, goal: Parameters<typeof reach>[0], changes = {}): Promise<Play> => {
  const play = await on.start(changes);
  await reach(goal, play);
  return play;
};

const text = (page: string): string => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** The contract ids of the rows. */
function contractsIn(page: string): string[] {
  const body = /<table class="cards list">[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(page)?.[1] ?? '';
  return [...body.matchAll(/<span class="whole">([^<]+)<\/span>/g)].map(([, id]) => id as string);
}

/** The row of a deposit, as text. */
function rowOf(page: string, { id }: Play): string {
  const row = page.split('<tr>').find((part) => part.includes(`/manager/deposits/${id}"`)) ?? '';
  return text(row);
}

test('years.md 4: the start page: each number leads to a list with as many rows, and held is what the holdings say', async () => {
  const { on } = await office();
  const unpaid = await at(on, 'account', { rentalStart: '2026-11-01' });
  await unpaid.play('payment', { amount: 500 });
  await advance(service, 'P25D');
  const clara = await signIn(service, on.managerEmail);
  const signing = await on.start();
  const asked = await at(on, 'open');
  await asked.play('start-closing', { by: 'tenant', tenancyEnd: '2026-10-31' });
  const edited = await at(on, 'signed');
  await edited.play('edit');
  const refused = await at(on, 'tenants', { externalContractId: 'SIM-BANK-REFUSES-1' });
  await on.open({ externalContractId: 'C-WRONG', zip: 'x' });

  const { text: start } = await clara.page('/manager/start');
  const tiles = [
    ...start.matchAll(/<a class="number-tile \w+" href="([^"]+)">\s*<span class="big">([\s\S]*?)<\/span>/g),
  ];
  const counts = Object.fromEntries(
    tiles.map(([, href, count]) => [String(href).replaceAll('&amp;', '&'), text(String(count)).trim()]),
  );
  const expected: Record<string, string[]> = {
    sign: [signing.contractId],
    answer: [asked.contractId],
    send_again: [edited.contractId],
    overdue: [unpaid.contractId],
    year: [asked.contractId],
    refused: [refused.contractId],
    register: [],
  };
  for (const [show, contracts] of Object.entries(expected)) {
    const address = `/manager/deposits?show=${show}`;
    assert.equal(counts[address], String(contracts.length), show);
    assert.deepEqual(contractsIn((await clara.page(address)).text), contracts, show);
  }
  assert.equal(counts['/manager/import-errors'], '1');
  const held = /CHF ([0-9’.]+)/.exec(counts['/manager/holdings'] ?? '')?.[1];
  assert.equal(held, '4’060.00');
  assert.ok(text((await clara.page('/manager/holdings')).text).includes(`CHF ${held}`));
  const { freesOn } = (await asked.record()).closing.end;
  assert.ok(start.includes(freesOn.split('-').toReversed().join('.')), 'the next deadline');
  const mine = (await clara.page('/manager/start?who=me')).text;
  assert.match(mine, /href="\/manager\/deposits\?show=sign&amp;manager=[0-9a-f-]+">\s*<span class="big">1</);

  const list = (await clara.page('/manager/deposits')).text;
  assert.match(rowOf(list, unpaid), /Overdue CHF 500\.00 of 3’560\.00 paid in/, 'review 8');
  assert.match(rowOf(list, signing), /Waits for you: sign/, 'review 18');
  assert.match(rowOf(list, refused), /Refused by the bank Waits for you: correct the data/, 'review 18');
  assert.match(rowOf(list, asked), /Waits for you: answer the proposal/, 'review 18');
  await asked.play('counter', { by: 'manager', amountLandlord: 10 });
  await asked.play('confirm-end');
  assert.match(
    rowOf((await clara.page('/manager/deposits')).text, asked),
    /Waits for the tenants’ answer/,
    'review 18',
  );
  assert.match(list, /Rental deposits <span class="count">4<\/span>/, 'a number in the navigation');
});

test('review 10: a member of two organizations: "for me" opens as many as it says, and is named once', async () => {
  const [one, two] = [await office(), await office()];
  const person = { email: one.on.managerEmail, firstName: 'Clara', lastName: 'Chefin', language: 'en' };
  const domain = one.on.managerEmail.split('@')[1];
  await service.operator('PATCH', `/organizations/${two.on.organizationId}`, { emailDomain: domain });
  const member = await created(service.operator('POST', `/organizations/${two.on.organizationId}/members`, person));
  for (let n = 0; n < 3; n++) await one.on.start();
  await service.operator('PATCH', `/organizations/${two.on.organizationId}/members/${member.id}`, {
    defaultPropertyManager: true,
  });
  const hers = await two.on.start({ propertyManagerEmail: person.email });
  const other = await two.on.start({ propertyManagerEmail: two.on.managerEmail });
  const clara = await signIn(service, person.email);
  const { text: all } = await clara.page('/manager/deposits');
  const [, href = '', count] = /<a href="([^"]+)"\s*>For me\s*<span class="count">(\d+)</.exec(all) ?? [];
  assert.equal(count, '4');
  const mine = contractsIn((await clara.page(href.replaceAll('&amp;', '&'))).text);
  assert.equal(mine.length, 4);
  assert.ok(mine.includes(hers.contractId) && !mine.includes(other.contractId));
  assert.equal(all.split('>Clara Chefin</option>').length - 1, 2, 'she and the namesake in the other organization');
});

test('review 18: the numbers of the tabs follow the search', async () => {
  const { on, clara } = await office();
  await at(on, 'open', { tenantLastName: 'Müller' });
  await at(on, 'signed', { tenantLastName: 'Müller' });
  await on.start({ tenantLastName: 'Rossi' });
  const numbers = async (query: string): Promise<string[]> => {
    const page = (await clara.page(`/manager/deposits${query}`)).text;
    return [...page.matchAll(/>\s*(To do|Opening|In force)\s*<span class="count">(\d+)</g)].map(
      ([, tab, n]) => `${tab} ${n}`,
    );
  };
  assert.deepEqual(await numbers(''), ['To do 1', 'Opening 2', 'In force 1']);
  assert.deepEqual(await numbers('?q=mueller'), ['To do 0', 'Opening 1', 'In force 1']);
  assert.deepEqual(await numbers('?q=mueller&state=open'), ['To do 0', 'Opening 1', 'In force 1']);
  assert.deepEqual(await numbers('?from=2099-01-01'), ['To do 0', 'Opening 0', 'In force 0']);
});

test('review 19: a joint tenancy has the names of all in its title', async () => {
  const { on, clara } = await office();
  const second = {
    ...naturalTenant('tenant2'),
    tenant2FirstName: 'Noah',
    tenant2LastName: 'Keller',
    tenant2Email: 'n@m.example',
  };
  const it = await on.start(second);
  assert.match((await clara.page(`/manager/deposits/${it.id}`)).text, /<h1>Lea Brunner, Noah Keller<\/h1>/);
});

test('years.md 4: columns and saved views are kept for the member, and for nobody else', async () => {
  const { on, clara } = await office();
  const it = await on.start({ ownerName: 'Blauwasser AG' });
  const email = `luc@${on.domain}`;
  await created(
    service.operator('POST', `/organizations/${on.organizationId}/members`, {
      email,
      firstName: 'Luc',
      lastName: 'Favre',
      language: 'en',
    }),
  );
  const luc = await signIn(service, email);
  const list = await clara.submit('/manager/columns', { query: 'q=lea', col: ['owner', 'phone', 'nonsense'] });
  const heads = (page: string): string[] =>
    [...page.matchAll(/<th scope="col"[^>]*>([\s\S]*?)<\/th>/g)].map(([, head]) => text(String(head)).trim());
  assert.deepEqual(heads(list.text), ['selected', 'Tenants', 'Landlord', 'Phone', 'State']);
  assert.ok(rowOf(list.text, it).includes('Blauwasser AG'));
  assert.deepEqual(heads((await clara.page('/manager/deposits')).text), [
    'selected',
    'Tenants',
    'Landlord',
    'Phone',
    'State',
  ]);
  assert.equal(heads((await luc.page('/manager/deposits')).text).length, 8);

  const query = 'q=blau&state=opening&sort=amount&dir=down&after=x';
  const saved = await clara.post('/manager/views', { query, name: ' Blauwasser ', col: ['contract', 'amount'] });
  const view = new URL(saved.location ?? '', 'http://x').searchParams;
  assert.deepEqual(
    [view.get('q'), view.get('state'), view.get('sort'), view.get('after')],
    ['blau', 'opening', 'amount', null],
  );
  const opened = await clara.page(saved.location ?? '');
  assert.deepEqual(heads(opened.text), ['selected', 'Tenants', 'Contract', 'Amount CHF ↓', 'State']);
  assert.match(opened.text, /aria-current="true">Blauwasser</);
  const again = await clara.post('/manager/views', { query: 'q=weiss', name: 'Blauwasser', col: ['contract'] });
  assert.equal(
    new URL(again.location ?? '', 'http://x').searchParams.get('view'),
    view.get('view'),
    'replaced by its name',
  );
  for (const name of ['', 'x'.repeat(61)])
    assert.equal((await clara.post('/manager/views', { query, name })).status, 422);

  const id = view.get('view') ?? '';
  assert.ok(!(await luc.page('/manager/deposits')).text.includes('Blauwasser<'));
  await luc.post('/manager/views/remove', { view: id });
  assert.ok((await clara.page('/manager/deposits')).text.includes('Blauwasser<'), 'he cannot remove hers');
  await clara.post('/manager/views/remove', { view: id });
  assert.ok(!(await clara.page('/manager/deposits')).text.includes('Blauwasser<'));
  assert.equal((await clara.post('/manager/views/remove', { view: "'" })).status, 303);
  assert.equal((await newBrowser(service).post('/manager/views', { name: 'x' })).status, 401);
});

test('years.md 4: remind many: reviewed, each on its own, not twice within an hour', async () => {
  const { on, clara } = await office();
  const [signing, paying, open] = [await at(on, 'signed'), await at(on, 'account'), await on.start()];
  const ids = [signing.id, paying.id, open.id];
  const mails = async (it: Play, kind: string): Promise<number> =>
    (await it.mails(String(it.sent['tenantEmail']), kind)).length;
  const review = await clara.post('/manager/remind-many', { id: ids });
  assert.match(text(review.text), /For these 2 deposits[\s\S]*Nobody whom you can remind is awaited here/);
  assert.equal(await mails(signing, 'tenant_sign_reminder'), 0, 'nothing is sent yet');
  const done = await clara.post('/manager/remind-many/confirm', { id: ids });
  assert.match(text(done.text), /Reminded for 2 deposits[\s\S]*Not reminded for one/);
  assert.equal(await mails(signing, 'tenant_sign_reminder'), 1);
  assert.equal(await mails(paying, 'tenant_payment_reminder'), 1);
  assert.match(text((await clara.post('/manager/remind-many', { id: ids })).text), /Reminded less than an hour ago/);
  await clara.post('/manager/remind-many/confirm', { id: ids });
  assert.equal(await mails(signing, 'tenant_sign_reminder'), 1);
  const { clara: stranger } = await office();
  const theirs = await stranger.post('/manager/remind-many', { id: ids });
  assert.equal(theirs.status, 422);
  assert.ok(!theirs.text.includes(signing.contractId));
  await stranger.post('/manager/remind-many/confirm', { id: ids });
  assert.equal(
    (await clara.post('/manager/remind-many', { id: Array.from({ length: 101 }, (_, n) => `x${n}`) })).status,
    422,
  );
});

/** The bytes of an answer. */
async function bytes({ cookies }: ManagerBrowser, path: string): Promise<Buffer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${service.baseUrl}${path}`, { headers: { cookie } });
  assert.equal(answer.status, 200, path);
  assert.match(answer.headers.get('content-type') ?? '', /spreadsheetml/);
  return Buffer.from(await answer.arrayBuffer());
}

test('years.md 4: CSV and XLSX have all fields, of the list or of the selection', async () => {
  const { on, clara } = await office();
  const open = await at(on, 'open', { ownerName: 'Blauwasser AG', tenantPhoneNumber: '079 555 66 77' });
  const [waiting, third] = [await on.start(), await on.start()];
  const { iban } = await open.record();
  const csv = await clara.get('/manager/deposits.csv?state=open');
  for (const value of [
    open.contractId,
    iban,
    'Blauwasser AG',
    '79 555 66 77'.replaceAll(' ', ''),
    '1990',
    on.managerEmail,
  ]) {
    assert.ok(csv.text.includes(String(value)), String(value));
  }
  assert.ok(!csv.text.includes(waiting.contractId));
  const sheet = unzip(await bytes(clara, '/manager/deposits.xlsx'));
  const strings = sheet.get('xl/sharedStrings.xml')?.toString() ?? '';
  for (const value of [open.contractId, iban, waiting.contractId])
    assert.ok(strings.includes(String(value)), String(value));
  const chosen = await clara.post('/manager/deposits/export', { id: [waiting.id, 'x', open.id], type: 'csv' });
  assert.deepEqual(
    chosen.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';')[0]),
    [waiting.contractId, open.contractId],
  );
  assert.ok(!chosen.text.includes(third.contractId));
  const { clara: stranger } = await office();
  const theirs = await stranger.post('/manager/deposits/export', { id: [open.id], type: 'csv' });
  assert.ok(!theirs.text.includes(open.contractId));
  const none = await clara.post('/manager/deposits/export', { type: 'xlsx' });
  assert.equal(none.status, 200);
});
