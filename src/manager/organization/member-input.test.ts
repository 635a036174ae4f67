import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMember, enteredMember, type MemberProblems } from './member-input.ts';

const good = { firstName: 'Mara', lastName: 'Muster', email: 'mara@verwaltung.example', language: 'fr' };

const rows: [why: string, changes: Record<string, string>, problems: MemberProblems | null][] = [
  ['all there', {}, null],
  ['white space around', { firstName: ' Mara\t', email: ' mara@verwaltung.example ' }, null],
  ['any domain', { email: 'mara@anderswo.example' }, null],
  ['255 characters', { lastName: 'é'.repeat(255) }, null],
  ['256 characters', { lastName: 'é'.repeat(256) }, { lastName: 'too_long' }],
  ['no names', { firstName: ' ', lastName: '' }, { firstName: 'missing', lastName: 'missing' }],
  ['control characters only', { firstName: '\u0000\u0007' }, { firstName: 'missing' }],
  ['no address', { email: '' }, { email: 'missing' }],
  ['an invalid address', { email: 'mara@verwaltung' }, { email: 'invalid_email' }],
  ['a language of others', { language: 'rm' }, { language: 'unknown_language' }],
  [
    'all at once',
    { firstName: '', email: 'x', language: '' },
    { firstName: 'missing', email: 'invalid_email', language: 'unknown_language' },
  ],
];

for (const [why, changes, problems] of rows) {
  test(`member: ${why}`, () => {
    const read = readMember(enteredMember(new URLSearchParams({ ...good, ...changes })));
    assert.deepEqual('problems' in read ? read.problems : null, problems);
  });
}

test('member: an administrator if the box is checked', () => {
  const of = (form: Record<string, string>) => enteredMember(new URLSearchParams(form)).administrator;
  assert.deepEqual([of({ ...good, administrator: 'yes' }), of(good)], [true, false]);
});
