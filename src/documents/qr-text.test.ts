import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qrAddress, qrText } from './qr-text.ts';

for (const [what, text, expected] of [
  [
    'Latin-1 and Latin Extended-A stay',
    'Đorđe Łuczak-Szőke & Šimůnek, Ñandú 5€ «ß»',
    'Đorđe Łuczak-Szőke & Šimůnek, Ñandú 5€ «ß»',
  ],
  ['Romanian letters stay', 'Ștefan Țăranu', 'Ștefan Țăranu'],
  ['a combining accent joins its letter', 'Zu\u0308rich', 'Zürich'],
  ['an accent without a composed letter is removed', 'Q\u0304 x\u030c', 'Q x'],
  ['other Latin letters lose their marks', 'Nguyễn Thị Hồng Ơn', 'Nguyen Thi Hong On'],
  ['typographic signs become plain ones', 'Rue de l’Église „Le Château“ – 2…', `Rue de l'Église "Le Château" - 2...`],
  ['capital sharp s', 'GROẞ', 'GROSS'],
  ['ligatures are written out', 'oﬃce ﬁn', 'office fin'],
  ['a character without a Latin form becomes a dot', 'Иван 李 🏠', '.... . .'],
  ['invisible characters go', 'Zü\u00adrich\u200b\u200d\ufe0f\u0007', 'Zürich'],
  ['white space is one space', ' a\u00a0 \t\nb\u2003c ', 'a b c'],
  ['an empty text becomes a dot: the field is required', '\u200b', '.'],
] as const) {
  test(`QR text: ${what}`, () => assert.equal(qrText(text, 70), expected));
}

test('QR text is cut to its field length, by characters, without a trailing space', () => {
  assert.equal(qrText('x'.repeat(70), 70), 'x'.repeat(70));
  assert.equal(qrText('x'.repeat(71), 70), 'x'.repeat(70));
  assert.equal(qrText(`${'x'.repeat(69)} yz`, 70), 'x'.repeat(69));
  assert.equal(qrText('…'.repeat(30), 70), '.'.repeat(70), 'cut after it has grown');
});

test('4 the house number `-` is left out', () => {
  const place = { street: 'Dorf', zip: '6563', city: 'Mesocco', countryCode: 'CH' };
  const written = { address: 'Dorf', zip: '6563', city: 'Mesocco', country: 'CH' };
  assert.deepEqual(qrAddress({ ...place, streetNumber: '-' }), written);
  assert.deepEqual(qrAddress({ ...place, streetNumber: '12–14' }), { ...written, buildingNumber: '12-14' });
});
