import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUid, uidDigits } from './uid.ts';

const UIDS: [text: string, isValid: boolean][] = [
  ['CHE-109.322.551', true],
  ['CHE109322551', true],
  ['CHE-109322551', true],
  ['CHE109.322.551', true],
  ['CHE-109.322.552', false],
  ['che-109.322.551', false],
  ['CHE-109.322.55', false],
  ['CHE-109.322.5511', false],
  ['CHE 109 322 551', false],
  ['109.322.551', false],
  ['CHE-109.322.551 MWST', false],
];
for (const [text, isValid] of UIDS) {
  test(`2.6 ${text} is ${isValid ? 'a' : 'no'} UID`, () => assert.equal(isUid(text), isValid));
}

test('2.6 a UID whose check digit would be 10 does not exist', () => {
  const base = Array.from({ length: 30 }, (_, n) => String(10_000_000 + n));
  const valid = base.map((digits) => [...'0123456789'].filter((check) => isUid(`CHE${digits}${check}`)).length);
  assert.ok(valid.every((count) => count <= 1));
  assert.ok(valid.includes(0), 'one in eleven has no check digit');
});

test('2.6 two spellings are one number', () => {
  assert.equal(uidDigits('CHE-109.322.551'), uidDigits('CHE109322551'));
});
