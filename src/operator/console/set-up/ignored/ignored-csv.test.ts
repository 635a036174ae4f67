import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MOST_LINES, readIgnored } from './ignored-csv.ts';

const read = (text: string) =>
  readIgnored(text).contracts.map(({ externalContractId, until }) => [
    externalContractId,
    until?.toISOString() ?? null,
  ]);

describe('a list of contracts to ignore', () => {
  const LISTS: readonly [name: string, text: string, contracts: readonly [string, string | null][]][] = [
    ['permanently', 'V-1', [['V-1', null]]],
    ['to the end of a day in winter', 'V-1;2027-01-31', [['V-1', '2027-01-31T23:00:00.000Z']]],
    ['to the end of a day in summer, in Swiss format', 'V-1;30.6.2027', [['V-1', '2027-06-30T22:00:00.000Z']]],
    ['until an instant', 'V-1;2027-01-31T12:00:00Z', [['V-1', '2027-01-31T12:00:00.000Z']]],
    ['with a header and a byte order mark', '\uFEFFcontract id;until\r\nV-1;\r\n', [['V-1', null]]],
    [
      'a first contract that sounds like a header',
      'contract-1;2027-01-31',
      [['contract-1', '2027-01-31T23:00:00.000Z']],
    ],
    ['with commas', 'V-1,\nV-2,', [['V-1', null], ['V-2', null]]], // prettier-ignore
    ['with tabs', 'V-1\t2027-01-31', [['V-1', '2027-01-31T23:00:00.000Z']]],
    ['with quotes', '"V;1";"2027-01-31"', [['V;1', '2027-01-31T23:00:00.000Z']]],
    ['with quotes within quotes', '"V""1"', [['V"1', null]]],
    ['with empty lines', '\n\nV-1\n\n', [['V-1', null]]],
    ['a contract twice: the last line counts', 'V-1;2027-01-31\nV-1', [['V-1', null]]],
  ];
  for (const [name, text, contracts] of LISTS) {
    test(name, () => {
      assert.deepEqual(readIgnored(text).problems, []);
      assert.deepEqual(read(text), contracts);
    });
  }
});

describe('what cannot be read is named by its line:', () => {
  const LISTS: readonly [name: string, text: string, line: number, message: RegExp][] = [
    ['nothing', ' \n', 1, /empty/],
    ['no day', 'V-1\nV-2;soon', 2, /“soon” is not a day/],
    ['an invalid day', 'V-1;31.02.2027', 1, /is not a day/],
    ['no contract', ';2027-01-31', 1, /not a contract id/],
    ['a contract id that is too long', 'x'.repeat(1_000), 1, /not a contract id/],
    ['three columns', 'V-1;2027-01-31;x', 1, /two columns/],
    ['too many', Array.from({ length: MOST_LINES + 1 }, (_, n) => `V-${n}`).join('\n'), MOST_LINES + 1, /in parts/],
  ];
  for (const [name, text, line, message] of LISTS) {
    test(name, () => {
      const { problems } = readIgnored(text);
      assert.equal(problems.length, 1);
      assert.equal(problems[0]?.line, line);
      assert.match(problems[0]?.message ?? '', message);
    });
  }
});
