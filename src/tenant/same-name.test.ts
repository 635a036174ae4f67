import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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

for (const [own, typed, isSame] of [
  ['Đorđević', 'Dordevic', true],
  ['Đorđević', 'DJORDJEVIC', true],
  ['Đorđević', 'Đorđević', true],
  ['Đorđević', 'Djordevic', false],
  ['Wałęsa', 'Walesa', true],
  ['Yıldız', 'Yildiz', true],
  ['Yıldız', 'YILDIZ', true],
  ['İnönü', 'Inonu', true],
  ['Sørensen', 'Sorensen', true],
  ['Sørensen', 'Soerensen', true],
  ['Kjær', 'Kjaer', true],
  ['Lebœuf', 'LEBOEUF', true],
  ['Weiß', 'Weiss', true],
  ['Weiß', 'WEIẞ', true],
  ['Þórðarson', 'Thordarson', true],
  ['Ångström', 'Aangstrom', true],
  ['Farruġa Ħaż-Żebbuġ', 'farruga haz-zebbug', true],
  ['Müller-Đorđević', 'Muller-Djordjevic', true],
  ['Müller-Đorđević', 'Mueller-Dordevic', true],
  ['Muller', 'Mueller', false],
  ['Dordevic', 'Đorđević', true],
  ['Walesa', 'Waesa', false],
] as const) {
  test(`pages.md 7: "${own}" typed as "${typed}": ${isSame ? 'the same' : 'another name'}`, () => {
    assert.equal(isSameName(`Ana ${typed}`, { firstName: 'Ana', lastName: own }), isSame);
  });
}

/** What people type for letters that their keyboard does not have. */
const TYPED: Record<string, readonly string[]> = {
  đ: ['d', 'dj'],
  ł: ['l'],
  ı: ['i'],
  ø: ['o', 'oe'],
  æ: ['ae'],
  œ: ['oe'],
  ß: ['ss'],
  þ: ['th'],
  ð: ['d', 'dh'],
  å: ['a', 'aa'],
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  ħ: ['h'],
  ŋ: ['n'],
  ŧ: ['t'],
  ĳ: ['ij'],
  ć: ['c'],
  ę: ['e'],
  ő: ['o'],
  ệ: ['e'],
};
const letter = fc.constantFrom(...Object.keys(TYPED), ...'abcdeilmnorstuz');
const word = fc.array(letter, { minLength: 1, maxLength: 12 });

test('pages.md 7: any name is the same as what people type for it, in either case', () => {
  const way = fc.record(Object.fromEntries(Object.entries(TYPED).map(([one, as]) => [one, fc.constantFrom(...as)])));
  fc.assert(
    fc.property(word, word, way, fc.boolean(), (first, last, typedAs, isLoud) => {
      const typed = [first, last].map((letters) => letters.map((one) => typedAs[one] ?? one).join('')).join(' ');
      const name = { firstName: first.join(''), lastName: last.join('') };
      // The umlauts are one kind: who writes one of them with an e writes all so.
      const kinds = new Set(['ä', 'ö', 'ü'].map((one) => (typedAs[one] as string).length));
      fc.pre(kinds.size === 1);
      assert.ok(
        isSameName(isLoud ? typed.toUpperCase() : typed, name),
        `${typed} for ${name.firstName} ${name.lastName}`,
      );
    }),
  );
});

test('pages.md 7: a letter more or less is another name', () => {
  fc.assert(
    fc.property(word, word, fc.nat(), (first, last, at) => {
      const name = { firstName: first.join(''), lastName: last.join('') };
      const place = at % (last.length + 1);
      const longer = [...last.slice(0, place), 'x', ...last.slice(place)].join('');
      assert.ok(!isSameName(`${name.firstName} ${longer}`, name));
      assert.ok(!isSameName(name.firstName, name));
    }),
  );
});

for (const [email, masked] of [
  ['lea@mail.example', 'l•••@m•••.example'],
  ['x@sub.verwaltung.ch', 'x•••@s•••.ch'],
] as const) {
  test(`masked address: ${email}`, () => assert.equal(maskedEmail(email), masked));
}
