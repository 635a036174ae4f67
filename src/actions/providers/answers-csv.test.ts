import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPLICATION_COLUMNS } from './applications-csv.ts';
import { readAnswersCsv } from './answers-csv.ts';

const ID = '019a0000-0000-7000-8000-000000000001';

const READ: [what: string, file: string | Buffer, rows: [line: number, answer: string, members: object][]][] = [
  ['semicolons', `application;answer;iban\n${ID};account;CH93`, [[2, 'account', { iban: 'CH93' }]]],
  ['commas, in any order', `answer,application\nended,${ID}`, [[2, 'ended', {}]]],
  ['tabs', `application\tanswer\n${ID}\tended`, [[2, 'ended', {}]]],
  ['a byte order mark and CRLF', `\uFEFFapplication;answer\r\n${ID};ended\r\n`, [[2, 'ended', {}]]],
  [
    'names and answers in capitals',
    `Application;ANSWER;QRIBAN\n${ID};Account;CH1`,
    [[2, 'account', { qrIban: 'CH1' }]],
  ],
  ['an empty cell is absent', `application;answer;iban\n${ID};done;`, [[2, 'done', {}]]],
  [
    'quotes with a line break: the next line is counted',
    `application;answer;code;reason\n${ID};refused;other;"a;\nb"\n\n${ID};ended;;`,
    [
      [2, 'refused', { code: 'other', reason: 'a;\nb' }],
      [5, 'ended', {}],
    ],
  ],
  [
    'a formula that we guarded',
    `application;answer;policyNumber\n${ID};cover;'=1`,
    [[2, 'cover', { policyNumber: '=1' }]],
  ],
  [
    'umlauts of an older spreadsheet',
    Buffer.from(`application;answer;reason\n${ID};refused;f\xfcr`, 'latin1'),
    [[2, 'refused', { reason: 'für' }]],
  ],
  [
    'a file of applications with the columns of the answers',
    `${APPLICATION_COLUMNS.join(';')};answer;amount\n${ID}${';x'.repeat(APPLICATION_COLUMNS.length - 1)};paid;12`,
    [[2, 'paid', { amount: '12' }]],
  ],
];
for (const [what, file, expected] of READ) {
  test(`a file of answers: ${what}`, () => {
    const { rows, problem } = readAnswersCsv(Buffer.from(file as string));
    assert.equal(problem, null);
    assert.deepEqual(
      rows?.map(({ line, application, answer, members }) => [line, application, answer, members]),
      expected.map(([line, answer, members]) => [line, ID, answer, members]),
    );
  });
}

const REFUSED: [what: string, file: string | Buffer, problem: RegExp][] = [
  ['nothing', '', /is empty/],
  ['a PDF', Buffer.from('%PDF-1.7\n\0\0'), /not a CSV file/],
  ['a text', 'Dear Sir or Madam', /“application” and “answer” are missing/],
  ['no answers', `application\n${ID}`, /“answer” is missing/],
  ['a head alone', 'application;answer\n', /no answers below/],
  ['a misspelt column', `application;answer;ibna\n${ID};account;CH93`, /no column “ibna”/],
  ['a column twice', `application;answer;iban;iban\n${ID};account;1;2`, /“iban” is there twice/],
  ['an open quote', `application;answer;reason\n${ID};refused;"x`, /quote/],
  ['too many rows', `application;answer\n${`${ID};ended\n`.repeat(1_001)}`, /1001 rows; at most 1000/],
];
for (const [what, file, expected] of REFUSED) {
  test(`no file of answers: ${what}`, () =>
    assert.match(readAnswersCsv(Buffer.from(file as string)).problem ?? '', expected));
}
