import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedEmail } from '../domain/values/contact.ts';
import { isSameName } from './same-name.ts';

for (const [what, typed, isSame] of [
  ['as written', 'Renée O’Brien-Müller', true],
  ['in another case', 'RENÉE o’brien-MÜLLER', true],
  ['without accents', 'Renee O’Brien-Muller', true],
  ['umlauts spelled out', 'Renée O’Brien-Mueller', true],
  ['with more spaces', '  Renée   O’Brien-Müller ', true],
  ['the apostrophe of the keyboard', "Renée O'Brien-Müller", true],
  ['the first name only', 'Renée', false],
  ['the last name first', 'O’Brien-Müller Renée', false],
  ['someone else', 'Rene O’Brien-Meier', false],
  ['nothing', '', false],
] as const) {
  test(`a typed name: ${what}`, () => {
    assert.equal(isSameName(typed, { firstName: 'Renée', lastName: 'O’Brien-Müller' }), isSame);
  });
}

for (const [email, masked] of [
  ['lea@mail.example', 'l•••@m•••.example'],
  ['x@sub.verwaltung.ch', 'x•••@s•••.ch'],
] as const) {
  test(`masked address: ${email}`, () => assert.equal(maskedEmail(email), masked));
}
