import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../../../domain/values/calendar.ts';
import { rappen } from '../../../domain/values/money.ts';
import type { ListedDeposit } from '../../../storage/deposit-list/deposit-list.ts';
import { csvOf } from './csv.ts';

const deposit: ListedDeposit = {
  organizationId: 'o',
  depositId: 'd',
  externalContractId: 'C-1',
  createdAt: new Date('2026-11-15T23:30:00Z'),
  state: 'opening',
  step: 'awaiting_payment',
  awaitsManager: false,
  hasProblem: false,
  property: 'Seestrasse 12, 8002 Zürich',
  tenants: 'Lea Brunner',
  rentalStart: '2027-01-01' as Day,
  rentalDeposit: rappen(356_005),
  manager: { id: 'm', name: 'Clara Chefin' },
};

async function csv(...deposits: ListedDeposit[]): Promise<string> {
  const parts = await Array.fromAsync(csvOf(pages(deposits), 'en'));
  return parts.join('');
}

async function* pages(deposits: readonly ListedDeposit[]): AsyncIterable<readonly ListedDeposit[]> {
  for (const one of deposits) yield [one];
}

test('one line per deposit, Swiss dates, amounts as numbers', async () => {
  const [head, first, end] = (await csv(deposit)).split('\r\n');
  assert.equal(head, '\uFEFFContract;Tenants;Home;Amount CHF;Start;Received;State;Step;Responsible');
  assert.match(
    first ?? '',
    /^C-1;Lea Brunner;"Seestrasse 12, 8002 Zürich";3560\.05;01\.01\.2027;16\.11\.2026;Opening;.+;Clara Chefin$/,
  );
  assert.equal(end, '');
});

/** Values are text, even if a spreadsheet would read them as a formula. */
const CELLS: [sent: string, written: string][] = [
  ['=1+1', "'=1+1"],
  ['+41791234567', "'+41791234567"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['a;b', '"a;b"'],
  ['say "x"', '"say ""x"""'],
  ['=a"b', `"'=a""b"`],
];
for (const [sent, written] of CELLS) {
  test(`a cell with ${sent}`, async () => {
    const text = await csv({ ...deposit, externalContractId: sent });
    assert.equal(text.split('\r\n')[1]?.startsWith(`${written};`), true, text);
  });
}
