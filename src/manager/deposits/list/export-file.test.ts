import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depositAt } from '../../../../test/support/sample-deposit.ts';
import { unzip } from '../../../../test/support/unzip.ts';
import type { Day } from '../../../domain/values/calendar.ts';
import { LANGUAGES } from '../../../domain/values/language.ts';
import { rappen } from '../../../domain/values/money.ts';
import type { ListedDeposit } from '../../../storage/deposit-list/listed.ts';
import { exportColumns, type Exported } from './export-columns.ts';
import { csvOf, xlsxOf } from './export-file.ts';

const listed: ListedDeposit = {
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
  freesOn: null,
  manager: { id: 'm', name: 'Clara Chefin' },
};

const exported = (changes: Partial<ListedDeposit> = {}): Exported => ({
  listed: { ...listed, ...changes },
  deposit: depositAt('awaiting_payment'),
  organization: 'Verwaltung AG',
});

async function csv(...deposits: Exported[]): Promise<string> {
  const parts = await Array.fromAsync(csvOf(pages(deposits), 'en'));
  return parts.join('');
}

async function* pages(deposits: readonly Exported[]): AsyncIterable<readonly Exported[]> {
  for (const one of deposits) yield [one];
}

test('one line per deposit, Swiss dates, amounts as numbers', async () => {
  const [head, first, end] = (await csv(exported())).split('\r\n');
  assert.match(
    head ?? '',
    /^\uFEFFContract;Tenants;Property;Amount CHF;Start;Received;State;Step;Responsible;Organization;To do;/,
  );
  assert.match(
    first ?? '',
    /^C-1;Lea Brunner;"?Seestrasse 12, 8002 Zürich"?;3560\.05;01\.01\.2027;16\.11\.2026;Opening;.+;Clara Chefin;Verwaltung AG;/,
  );
  assert.equal(end, '');
});

test('years.md 4: all fields, each column named once, in four languages', () => {
  for (const language of LANGUAGES) {
    const heads = exportColumns(language).map(({ head }) => head);
    assert.equal(new Set(heads).size, heads.length, heads.filter((head, n) => heads.indexOf(head) !== n).join());
    assert.ok(heads.length > 100, String(heads.length));
  }
  const { iban } = depositAt('awaiting_payment');
  const cells = exportColumns('en').map(({ cell }) => cell(exported()));
  for (const value of [iban, 'l@m.example', 'RF18539007547034', 'E']) assert.ok(cells.includes(value), String(value));
});

test('years.md 4: the workbook has the same rows', async () => {
  const files = unzip(await xlsxOf([exported()], 'de'));
  const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  const texts = files.get('xl/sharedStrings.xml')?.toString() ?? '';
  assert.match(sheet, /<v>3560\.05<\/v>/);
  assert.ok(texts.includes('Lea Brunner') && texts.includes('Vermieterschaft'), 'texts');
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
    const text = await csv(exported({ externalContractId: sent }));
    assert.equal(text.split('\r\n')[1]?.startsWith(`${written};`), true, text);
  });
}
