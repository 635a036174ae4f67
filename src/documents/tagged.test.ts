import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { metadata, readPdf } from '../../test/support/pdf.ts';
import { every, structureOf, untagged, type Element } from '../../test/support/pdf-structure.ts';
import { sample, TENANTS } from '../../test/support/sample-document.ts';
import { test } from 'node:test';
import { pngOnWhite } from '../brand/png.ts';
import type { DocumentBrand } from '../domain/brand/brand.ts';
import { parseColour, type Colour } from '../domain/brand/colour.ts';
import { DOCUMENT_KINDS, type DocumentFacts } from '../domain/document.ts';
import type { Day } from '../domain/values/calendar.ts';
import { holdingsPdf } from './holdings/holdings-pdf.ts';
import { renderDocument } from './render.ts';
import { png } from '../../test/support/png.ts';

const types = (elements: readonly Element[]): string[] => every(elements).map(({ type }) => type);

for (const kind of DOCUMENT_KINDS) {
  test(`pages.md 30: ${kind} is tagged: language, title, headings, tables by row, and nothing untagged`, async () => {
    const pdf = await renderDocument(sample(kind, 'fr', TENANTS.slice(0, 2)));
    const [document, ...others] = structureOf(pdf);
    assert.equal(document?.type, 'Document');
    assert.deepEqual(others, []);
    assert.deepEqual(untagged(pdf), []);
    assert.equal(metadata(pdf, 'Lang'), 'fr');
    assert.ok(metadata(pdf, 'Title'));
    const file = pdf.toString('latin1');
    for (const part of ['/Marked true', '/DisplayDocTitle true', '<pdfuaid:part>1</pdfuaid:part>', '/ParentTree ']) {
      assert.ok(file.includes(part), part);
    }
    const found = types([document]);
    assert.ok(found.includes('H1'));
    assert.ok(found.includes('P'));
    // Each row of a table has one header and its value.
    for (const { children } of every([document]).filter(({ type }) => type === 'TR')) {
      assert.deepEqual(
        children.map(({ type }) => type),
        ['TH', 'TD'],
      );
      assert.equal(children[0]?.scope, 'Row');
    }
    // What is a leaf has content.
    for (const one of every([document]).filter(({ children }) => children.length === 0)) {
      assert.ok(one.marked > 0, one.type);
    }
  });
}

test('pages.md 30: the QR-bill is a figure that says amount, account and reference', async () => {
  const pdf = await renderDocument(sample('payment_slip', 'de'));
  const figures = every(structureOf(pdf)).filter(({ type }) => type === 'Figure');
  assert.equal(figures.length, 1);
  assert.match(figures[0]?.alt ?? '', /CHF 3’560\.00 auf das Konto CH44 3199/);
  assert.match(figures[0]?.alt ?? '', /Referenz 21 00000 00003 13947 14300 09017/);
});

test('pages.md 30: bank, recipient, landlord and end of the tenancy', async () => {
  const text = async (facts: object): Promise<string> =>
    (await readPdf(await renderDocument(facts as DocumentFacts))).text;
  const paidOut = await text({
    ...sample('pay_out', 'de'),
    bank: 'Muster Bank AG',
    tenancyEnd: '2026-03-31' as Day,
    tenantAddress: { street: 'Neugasse', streetNumber: '7', zip: '9000', city: 'St. Gallen', countryCode: 'CH' },
  });
  for (const part of ['Muster Bank AG', 'Ende des Mietverhältnisses 31.03.2026', 'Vermieterschaft Erika Besitzerin']) {
    assert.ok(paidOut.includes(part), part);
  }
  assert.match(paidOut, /Muñoz-Szőke Neugasse 7 9000 St\. Gallen|Neugasse 7/);
  const slip = await text({ ...sample('payment_slip', 'de'), bank: 'Muster Bank AG' });
  assert.ok(slip.includes('Muster Bank AG'));
  // Before the move-in a tenant does not read where the other one lives.
  const two = await text(sample('pay_in', 'de', TENANTS.slice(0, 2)));
  assert.ok(!two.includes('Limmatquai'), 'the address of another tenant');
  const moved = await text({ ...sample('pay_in', 'de', TENANTS.slice(0, 2)), rentalStart: '2026-01-01' });
  assert.match(moved, /Seestrasse 12a 8002 Zürich/);
});

const logoFile = png(120, 40, (x) => [x, 80, 160, x < 60 ? 0 : 255]);
const brand: DocumentBrand = {
  service: 'Kaution Plus',
  name: 'Muster & Söhne',
  isHouse: true,
  logo: { sha256: createHash('sha256').update(logoFile).digest('hex'), type: 'image/png', width: 120, height: 40 },
  colour: parseColour('#7a1f4b') as Colour,
  footer: 'Muster Immobilien AG, CHE-123.456.788',
};

test('pages.md 28: logo, footer and the name of the service, as the facts say; the same bytes each time', async () => {
  const facts = { ...sample('agreement', 'de'), manager: null, brand } as DocumentFacts;
  const pdf = await renderDocument(facts, logoFile);
  assert.deepEqual(await renderDocument(facts, logoFile), pdf);
  const [figure] = every(structureOf(pdf)).filter(({ type }) => type === 'Figure');
  assert.match(figure?.alt ?? '', /Muster & S/);
  assert.deepEqual(untagged(pdf), []);
  const { text } = await readPdf(pdf);
  assert.ok(text.includes('CHE-123.456.788'));
  assert.ok(text.includes('angebracht durch Kaution Plus'));
  assert.ok(!text.includes('Depono'));
  const named = await readPdf(await renderDocument({ ...facts, brand: { ...brand, logo: null } }));
  assert.ok(named.text.startsWith('Muster & Söhne'));
});

test('pages.md 30: the balance confirmation is one table, whose head is read once', async () => {
  const holdings = Array.from({ length: 120 }, (_, index) => ({
    depositId: String(index),
    externalContractId: `C-${index}`,
    tenants: 'Lea Brunner',
    property: 'Seestrasse 1, 8002 Zürich',
    iban: 'CH9300762011623852957',
    amount: 100_000,
  }));
  const organization = sample('pay_in', 'de').organization;
  const given = { madeAt: new Date(0), language: 'de', organization, on: '2026-03-31' as Day, holdings } as const;
  const pdf = await holdingsPdf(given);
  assert.deepEqual(untagged(pdf), []);
  const tables = every(structureOf(pdf)).filter(({ type }) => type === 'Table');
  const rows = tables.at(-1)?.children ?? [];
  // The head, the deposits and the total.
  assert.equal(rows.length, 122);
  assert.deepEqual(
    rows[0]?.children.map(({ type, scope }) => `${type} ${scope}`),
    Array(4).fill('TH Column'),
  );
});

test('pictures: a transparent PNG is put on white; damaged ones are refused', () => {
  const white = pngOnWhite(logoFile) as Buffer;
  assert.deepEqual(pngOnWhite(white), white);
  assert.equal(pngOnWhite(logoFile.subarray(0, 60)), null);
  const bomb = png(10, 10, () => [0, 0, 0, 255], deflateSync(Buffer.alloc(1_000_000)));
  assert.equal(pngOnWhite(bomb), null);
});
