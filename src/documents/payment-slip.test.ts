import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  decodePicture,
  decodeQrBill,
  isColourless,
  isWhite,
  onBill,
  picture,
  readPdf,
  type Picture,
  type QrAddress,
} from '../../test/support/pdf.ts';
import { LANGUAGES } from '../domain/values/language.ts';
import { LARGEST_DEPOSIT, plainAmount, rappen, type Rappen } from '../domain/values/money.ts';
import { qrBill } from './payment-slip.ts';
import { renderDocument } from './render.ts';
import {
  address,
  CREDITOR_REFERENCE,
  IBAN,
  QR_IBAN,
  QR_REFERENCE,
  sample,
  sampleSlip,
  type Slip,
} from '../../test/support/sample-document.ts';
import { WORDS } from './words.ts';
import { DEEPER, runCount, test } from '../../test/support/depth.ts';

const HOLDER: QrAddress = {
  type: 'S',
  name: 'Đorđe Łukasz Muñoz-Szőke',
  street: 'Limmatquai',
  houseNumber: '4',
  zip: '8001',
  city: 'Zürich',
  country: 'CH',
};

const holder = (name: string, place = address('Limmatquai', '4', '8001', 'Zürich')) => ({ name, address: place });

for (const [what, changes, expected] of [
  ['a QR-IBAN with a QR reference', {}, {}],
  [
    'any other IBAN with a creditor reference',
    { qrIban: null, reference: CREDITOR_REFERENCE },
    { iban: IBAN, referenceType: 'SCOR', reference: CREDITOR_REFERENCE },
  ],
  ['a part is missing', { missing: rappen(156005) }, { amount: '1560.05' }],
  ['the smallest amount', { missing: rappen(5) }, { amount: '0.05' }],
  ['the largest amount', { missing: LARGEST_DEPOSIT }, { amount: '999999999.95' }],
] as const) {
  test(`the QR code contains: ${what}`, async () => {
    assert.deepEqual(await decodeQrBill(await renderDocument(sampleSlip(changes))), {
      iban: QR_IBAN,
      creditor: HOLDER,
      amount: '3560.00',
      currency: 'CHF',
      debtor: HOLDER,
      referenceType: 'QRR',
      reference: QR_REFERENCE,
      message: 'Mietkaution, Vertrag 2026-00417/3',
      ...expected,
    });
  });
}

const LONG_NAME = 'Genossenschaft zur Förderung der Wohnkultur in Stadt und Land Zürich-W';
const LONG_STREET = 'Strasse der Republik und der Demokratie im Kanton Basel-Landschaft Süd';
for (const text of [LONG_NAME, LONG_STREET]) assert.equal(text.length, 70);

for (const [what, given, expected, printed] of [
  [
    '4 no house number: the field is empty, and `-` is not printed',
    holder('Lea Brunner', address('Dorf', '-', '6563', 'Mesocco')),
    { name: 'Lea Brunner', street: 'Dorf', houseNumber: '', zip: '6563', city: 'Mesocco' },
    'Lea Brunner Dorf 6563 Mesocco',
  ],
  [
    'a company',
    holder('Muster & Söhne AG'),
    { name: 'Muster & Söhne AG' },
    'Muster & Söhne AG Limmatquai 4 8001 Zürich',
  ],
  [
    'an address abroad',
    holder('Jan Łoś', address('Świętokrzyska', '12/3', '00-044', 'Warszawa', 'PL')),
    { name: 'Jan Łoś', street: 'Świętokrzyska', houseNumber: '12/3', zip: '00-044', city: 'Warszawa', country: 'PL' },
    'Jan Łoś Świętokrzyska 12/3 PL - 00-044 Warszawa',
  ],
  [
    'a name as long as its field',
    holder(`${LONG_NAME}!`),
    { name: LONG_NAME },
    `${LONG_NAME} Limmatquai 4 8001 Zürich`,
  ],
  [
    'a street as long as its field',
    holder('Lea Brunner', address(`${LONG_STREET}!`, '-', '4001', 'Basel')),
    { name: 'Lea Brunner', street: LONG_STREET, houseNumber: '', zip: '4001', city: 'Basel' },
    `Lea Brunner ${LONG_STREET} 4001 Basel`,
  ],
  [
    'house number, zip and city as long as their fields',
    holder('Lea Brunner', address('Weg', '1'.repeat(16), '2'.repeat(16), 'l'.repeat(35))),
    { name: 'Lea Brunner', street: 'Weg', houseNumber: '1'.repeat(16), zip: '2'.repeat(16), city: 'l'.repeat(35) },
    'Weg 1111111111111111',
  ],
  [
    'longer than their fields',
    holder('Lea Brunner', address('Weg', '1'.repeat(17), '2'.repeat(17), 'l'.repeat(36))),
    { name: 'Lea Brunner', street: 'Weg', houseNumber: '1'.repeat(16), zip: '2'.repeat(16), city: 'l'.repeat(35) },
    'Weg 1111111111111111',
  ],
] as const) {
  test(`the holder: ${what}`, async () => {
    const pdf = await renderDocument(sampleSlip({ holder: given }));
    const { creditor, debtor } = await decodeQrBill(pdf);
    assert.deepEqual(creditor, { ...HOLDER, ...expected });
    assert.deepEqual(debtor, creditor);
    const { text } = await readPdf(pdf);
    assert.ok(text.includes(printed), text);
    assertRoom(await picture(pdf));
  });
}

test('the message holds as much of the contract id as fits', async () => {
  const externalContractId = 'V'.repeat(128);
  const { message } = await decodeQrBill(await renderDocument(sampleSlip({ externalContractId })));
  assert.equal(message, `Mietkaution, Vertrag ${externalContractId}`.slice(0, 140));
});

test('any texts: one page, a readable code, and every field as the standard allows', DEEPER, async () => {
  const ALLOWED = /^[\u0020-\u007e\u00a1-\u017f\u0218-\u021b\u20ac]*$/;
  const LIMITS = { name: 70, street: 70, houseNumber: 16, zip: 16, city: 35, country: 2, type: 1 };
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255, size: 'max' }),
      fc.string({ unit: fc.constantFrom(...'WMÄß -’ıДжй李🏠é́̌'), minLength: 1, maxLength: 255, size: 'max' }),
      fc.lorem({ maxCount: 30, size: 'max' }).map((words) => words.slice(0, 255)),
    )
    .filter((one) => one.isWellFormed());
  const place = fc.record({
    street: text,
    streetNumber: fc.oneof(fc.constant('-'), text),
    zip: text,
    city: text,
    countryCode: fc.constantFrom('CH', 'DE'),
  });
  const facts = fc.record({ name: text, place, externalContractId: text, language: fc.constantFrom(...LANGUAGES) });
  await fc.assert(
    fc.asyncProperty(facts, async ({ name, place, externalContractId, language }) => {
      const person = { name, address: place };
      const tenants = [person, person, person, person];
      const pdf = await renderDocument(sampleSlip({ holder: person, tenants, externalContractId, language }));
      assert.equal((await readPdf(pdf)).pages.length, 1);
      const page = await picture(pdf);
      const { creditor, debtor, message } = decodePicture(page);
      assert.deepEqual(debtor, creditor);
      for (const [field, value] of Object.entries(creditor)) {
        assert.match(value, ALLOWED, field);
        assert.ok([...value].length <= LIMITS[field as keyof QrAddress], `${field}: ${value}`);
        assert.equal(value, value.trim());
        assert.equal(value === '', field === 'houseNumber' && place.streetNumber === '-', field);
      }
      assert.match(message, ALLOWED);
      assert.ok([...message].length <= 140);
      assertRoom(page);
    }),
    { numRuns: runCount({ quick: 5, deep: 60 }), endOnFailure: true },
  );
});

test('every amount is in the code to the exact Rappen', DEEPER, () => {
  const amounts = fc.integer({ min: 1, max: LARGEST_DEPOSIT }).map(rappen);
  fc.assert(
    fc.property(amounts, (missing) => {
      const { amount } = qrBill(sampleSlip({ missing }), WORDS.de);
      // As swissqrbill writes it.
      assert.equal(amount?.toFixed(2), plainAmount(missing));
    }),
    { numRuns: runCount({ quick: 2_000, deep: 50_000 }) },
  );
});

for (const [what, changes] of [
  ['a QR-IBAN with a creditor reference', { reference: CREDITOR_REFERENCE }],
  ['an IBAN with a QR reference', { qrIban: null }],
  ['a QR reference with a wrong check digit', { reference: '210000000003139471430009018' }],
  ['a creditor reference with wrong check digits', { qrIban: null, reference: 'RF19539007547034' }],
  ['no reference', { reference: '' }],
  ['an IBAN instead of the QR-IBAN', { qrIban: IBAN }],
  ['a QR-IBAN instead of the IBAN', { iban: QR_IBAN, qrIban: null, reference: CREDITOR_REFERENCE }],
  ['an IBAN with wrong check digits', { iban: 'CH9400762011623852957', qrIban: null, reference: CREDITOR_REFERENCE }],
  ['an account abroad', { iban: 'DE89370400440532013000', qrIban: null, reference: CREDITOR_REFERENCE }],
  ['nothing to pay', { missing: rappen(0) }],
  ['less than nothing', { missing: rappen(-5) }],
  ['more than a QR-bill takes', { missing: rappen(LARGEST_DEPOSIT + 5) }],
  ['no amount', { missing: Number.NaN as Rappen }],
  ['half a Rappen', { missing: 0.5 as Rappen }],
] as [string, Partial<Slip>][]) {
  test(`no slip with ${what}`, async () => {
    await assert.rejects(renderDocument(sampleSlip(changes)), /QR-bill|QR-IBAN/);
  });
}

for (const [language, headings] of [
  ['de', ['Empfangsschein', 'Konto / Zahlbar an', 'Zahlbar durch', 'Währung Betrag', 'Annahmestelle', 'Zahlteil']],
  ['fr', ['Récépissé', 'Compte / Payable à', 'Payable par', 'Monnaie Montant', 'Point de dépôt', 'Section paiement']],
  [
    'it',
    ['Ricevuta', 'Conto / Pagabile a', 'Pagabile da', 'Valuta Importo', 'Punto di accettazione', 'Sezione pagamento'],
  ],
  ['en', ['Receipt', 'Account / Payable to', 'Payable by', 'Currency Amount', 'Acceptance point', 'Payment part']],
] as const) {
  test(`the bill is complete in ${language}, and black on white`, async () => {
    const pdf = await renderDocument(sample('payment_slip', language));
    const { text } = await readPdf(pdf);
    for (const heading of headings) assert.ok(text.includes(heading), heading);
    assert.equal(text.split('CHF 3 560.00').length, 3, 'on the receipt and on the payment part');
    assert.equal(text.split('21 00000 00003 13947 14300 09017').length, 4, 'there, and in the letter');
    const page = await picture(pdf);
    assert.ok(isColourless(onBill(page, { x: 0, y: 0, width: 209, height: 105 })));
    assertRoom(page);
  });
}

/** No text reaches into the margins of the bill, over its amounts, or into it from above. */
function assertRoom(page: Picture): void {
  for (const [what, box] of [
    ['above the receipt’s amount', { x: 1, y: 66, width: 60, height: 1.5 }],
    ['under the receipt', { x: 1, y: 95, width: 60, height: 9 }],
    ['under the payment part', { x: 63, y: 100, width: 146, height: 4.5 }],
    ['right of the payment part', { x: 205.5, y: 1, width: 4, height: 100 }],
    ['above the bill', { x: 1, y: -3, width: 100, height: 2.5 }],
  ] as const) {
    assert.ok(isWhite(onBill(page, box)), what);
  }
}
