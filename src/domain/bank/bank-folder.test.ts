import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideFolder, freeFolder, type BankFolder } from './bank-folder.ts';

const MAIN: BankFolder = { code: 'first', folder: null };
const SECOND: BankFolder = { code: 'second', folder: 'kb' };

type Row = [what: string, asked: Partial<Parameters<typeof decideFolder>[0]>, expected: string | null | RegExp];

const ROWS: Row[] = [
  ['the first bank uses the exchange folder itself', { isDefault: true, others: [] }, null],
  ['a later bank has its code', { others: [MAIN] }, 'bergbank'],
  ['a later bank has its code, also where nobody uses the exchange folder', { others: [SECOND] }, 'bergbank'],
  ['as given', { given: 'sg', others: [MAIN] }, 'sg'],
  ['the first bank, as given', { given: 'sg', isDefault: true, others: [] }, 'sg'],
  ['null takes the choice back', { given: null, now: 'sg', others: [MAIN] }, 'bergbank'],
  ['null of the bank with the exchange folder changes nothing', { given: null, now: null, others: [SECOND] }, null],
  ['a new default does not take it from the first bank', { isDefault: true, now: 'x', others: [MAIN] }, 'bergbank'],
  ['another bank’s folder', { given: 'kb', others: [MAIN, SECOND] }, /^must not be .* another bank: second uses it$/],
  ['another bank’s folder, written with capitals', { given: 'KB', others: [SECOND] }, /second uses it/],
  [
    'its code is another bank’s folder',
    { code: 'kb', others: [MAIN, SECOND] },
    /^must be given: .* because second uses it$/,
  ],
  ['a folder inside the exchange folder', { given: 'out', others: [] }, /^must not be one of in, out/],
  ['the same with capitals', { given: 'Done', others: [] }, /^must not be one of in, out/],
  ['its code is a folder inside', { code: 'in', others: [MAIN] }, /^must be given: .* it is one of in, out/],
];
for (const [what, asked, expected] of ROWS) {
  test(`the folder of a bank: ${what}`, () => {
    const decided = decideFolder({ code: 'bergbank', isDefault: false, others: [], ...asked });
    if (expected instanceof RegExp) assert.match(typeof decided === 'string' ? decided : 'no problem', expected);
    else assert.deepEqual(decided, { folder: expected });
  });
}

test('a bank made from a setting has a folder of its own in any case', () => {
  const asked = { isDefault: false, others: [MAIN, SECOND, { code: 'x', folder: 'kb_2' }] };
  assert.equal(freeFolder({ ...asked, code: 'kb' }), 'kb_3');
  assert.equal(freeFolder({ ...asked, code: 'done' }), 'done_2');
  assert.equal(freeFolder({ ...asked, code: 'y' }), 'y');
  assert.equal(freeFolder({ isDefault: true, others: [], code: 'kb' }), null);
});
