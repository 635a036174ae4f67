import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duration, maskedAddress, withoutAddresses } from './parts.ts';

const MINUTE = 60_000;

test('waiting times are shown roughly', () => {
  const rows: [number, string][] = [
    [-5 * MINUTE, '0 min'],
    [59_999, '0 min'],
    [MINUTE, '1 min'],
    [59 * MINUTE, '59 min'],
    [60 * MINUTE, '1 h'],
    [(48 * 60 - 1) * MINUTE, '47 h'],
    [48 * 60 * MINUTE, '2 days'],
  ];
  for (const [milliseconds, text] of rows) assert.equal(duration(milliseconds), text);
});

test('a masked address can be recognized, but not written to', () => {
  const rows: [string, string][] = [
    ['lea.brunner@mail.example', 'l•••@mail.example'],
    ['a@b.ch', 'a•••@b.ch'],
    ['nobody', '•••'],
    ['@b.ch', '•••'],
  ];
  for (const [address, masked] of rows) assert.equal(maskedAddress(address), masked);
});

test('addresses in the answer of a mail server are masked', () => {
  const rows: [string, string][] = [
    ['550 5.1.1 <lea@mail.example>: unknown user', '550 5.1.1 <l•••@mail.example>: unknown user'],
    ['lea@mail.example and (luc@mail.example)', 'l•••@mail.example and (l•••@mail.example)'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ];
  for (const [said, shown] of rows) assert.equal(withoutAddresses(said), shown);
});
