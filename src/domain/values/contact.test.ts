import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  emailDomain,
  groupedPhone,
  isDomain,
  isNamedIn,
  maskedEmail,
  normalizePhone,
  parseEmail,
  type EmailAddress,
} from './contact.ts';

const PHONES: [name: string, sent: string, normalized: string | null][] = [
  ['2.7.1 leading 00 becomes +', '0041 44 123 45 67', '+41441234567'],
  ['2.7.1 goes before the Swiss 0', '0049301234567', '+49301234567'],
  ['2.7.2 starting with 41', '41441234567', '+41441234567'],
  ['2.7.3 leading 0 is Swiss', '044 123 45 67', '+41441234567'],
  ['2.7.4 any other number', '393312345678', '+393312345678'],
  ['2.7 a number that starts with + is kept', '+41 (0)44 123', '+41044123'],
  ['2.7 everything but digits and + goes', 'Tel. 044/123-45.67', '+41441234567'],
  ['2.7 six further digits are enough', '+1234567', '+1234567'],
  ['2.7 five are not', '+123456', null],
  ['2.7 fourteen further digits are the most', '+123456789012345', '+123456789012345'],
  ['2.7 fifteen are too many', '+1234567890123456', null],
  ['2.7 a zero after + is invalid', '+041441234567', null],
  ['2.7 a + in the middle is invalid', '044+1234567', null],
  ['2.7 nothing left', 'none', null],
];
for (const [name, sent, normalized] of PHONES) {
  test(name, () => assert.equal(normalizePhone(sent), normalized));
}

test('2.7 normalization is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 +()/-]{0,20}$/), (sent) => {
      const once = normalizePhone(sent);
      if (once !== null) assert.equal(normalizePhone(once), once);
    }),
  );
});

const EMAILS: [address: string, isValid: boolean][] = [
  ['lea@mail.example', true],
  ["o'brien+tag@sub.mail.example", true],
  ['LEA@MAIL.EXAMPLE', true],
  [`${'a'.repeat(64)}@mail.example`, true],
  [`${'a'.repeat(65)}@mail.example`, false],
  ['lea', false],
  ['lea@', false],
  ['@mail.example', false],
  ['lea@localhost', false],
  ['lea@mail..example', false],
  ['.lea@mail.example', false],
  ['le..a@mail.example', false],
  ['lea @mail.example', false],
  ['lea@-mail.example', false],
  ['lea@127.0.0.1', false],
  ['lea@mail.example, eve@mail.example', false],
  ['Lea <lea@mail.example>', false],
  ['lea@mail.example\r\nBcc: eve@mail.example', false],
  ['müller@mail.example', false],
];
for (const [address, isValid] of EMAILS) {
  test(`2.6 ${JSON.stringify(address)} is ${isValid ? 'an' : 'no'} e-mail address`, () =>
    assert.equal(parseEmail(address), isValid ? address : null));
}

test('an address of 256 KiB is refused', () => {
  for (const text of ['a'.repeat(262_144), 'a.'.repeat(131_072), `a@${'a.'.repeat(131_000)}`]) {
    assert.equal(parseEmail(text), null);
  }
});

test('a domain has two labels', () => {
  assert.equal(isDomain('verwaltung.ch'), true);
  assert.equal(isDomain('verwaltung'), false);
  assert.equal(isDomain('https://verwaltung.ch'), false);
});

const TEXTS: [text: string, isNamed: boolean][] = [
  ['lea@mail.example', true],
  ['{"email":{"from":"LEA@mail.example"}}', true],
  ["{'tenantEmail':'lea@mail.example'}", true],
  ['tenantEmail=lea@mail.example&zip=8000', true],
  ['Write to <lea@mail.example>, or lea@mail.example.', true],
  ['ann.lea@mail.example', false],
  ["o'lea@mail.example", false],
  ['älea@mail.example', false],
  ['lea@mail.example.ch', false],
  ['lea@mail.examples', false],
  ['lea@mail.example-ag.ch', false],
  ['lea@mailxexample', false],
  ['ann.lea@mail.example, lea@mail.example', true],
];
for (const [text, isNamed] of TEXTS) {
  test(`lea@mail.example is ${isNamed ? '' : 'not '}named in: ${text}`, () =>
    assert.equal(isNamedIn(text, 'lea@mail.example'), isNamed));
}

for (const [name, phone, shown] of [
  ['Swiss', '+41441234567', '+41 44 123 45 67'],
  ['German, a code of two digits', '+49301234567', '+49 301 234 567'],
  ['Liechtenstein, a code of three digits', '+4232345678', '+423 234 5678'],
  ['American, a code of one digit', '+12025550123', '+1 202 555 0123'],
  ['masked', '+•••67', '+•••67'],
]) {
  test(`a telephone number is shown in groups: ${name}`, () => {
    assert.equal(groupedPhone(phone as string), shown);
    if (normalizePhone(phone as string) !== null) assert.equal(normalizePhone(shown as string), phone);
  });
}

const MASKED: [email: string, masked: string][] = [
  ['lea.brunner@mail.example', 'l•••@m•••.example'],
  ['l@x.y.ch', 'l•••@x•••.ch'],
  ['"a@b"@mail.example', '"•••@m•••.example'],
];
for (const [email, masked] of MASKED) {
  test(`years 2 an address that another may not know: ${email}`, () => assert.equal(maskedEmail(email), masked));
}

test('the domain of an address, in lower case', () =>
  assert.equal(emailDomain('Lea@Mail.Example' as EmailAddress), 'mail.example'));
