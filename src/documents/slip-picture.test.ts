import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsQr from 'jsqr';
import { decodeQrBill, parseQrBill } from '../../test/support/pdf.ts';
import { LANGUAGES } from '../domain/values/language.ts';
import { rappen } from '../domain/values/money.ts';
import { renderDocument } from './render.ts';
import { address, CREDITOR_REFERENCE, sampleSlip, type Slip } from '../../test/support/sample-document.ts';
import { slipPicture } from './slip-picture.ts';

const LONG = { name: 'W'.repeat(200), address: address('Straße '.repeat(30), '1', '8001', 'Stadt am See '.repeat(10)) };

for (const [what, changes] of [
  ['a QR reference', {}],
  ['a creditor reference', { qrIban: null, reference: CREDITOR_REFERENCE, missing: rappen(5) }],
  ['names that are too long for the slip', { holder: LONG }],
] as [string, Partial<Slip>][]) {
  test(`the image of a slip has the same content as the PDF: ${what}`, async () => {
    const facts = sampleSlip(changes);
    assert.deepEqual(decode(slipPicture(facts)), await decodeQrBill(await renderDocument(facts)));
  });
}

test('texts in the image are text elements, and it loads nothing', () => {
  const holder = { name: '<script>alert(1)</script>', address: address('A & B "', '1', '8001', '<b>Zürich') };
  for (const language of LANGUAGES) {
    const svg = slipPicture(sampleSlip({ holder, externalContractId: '<i>&', language }));
    assert.match(svg, /^<svg viewBox="0 0 793\.70 396\.85" /);
    assert.doesNotMatch(svg, /<script|<b>|<i>|undefined|style=|href|<image/);
    assert.ok(svg.includes('&lt;script&gt;'));
    assert.ok(svg.length < 80_000, `${svg.length} characters`);
  }
});

/** The texts of the image that follow a heading, joined. */
function after(svg: string, heading: string): string {
  const texts = [...svg.matchAll(/<tspan[^>]*>([^<]*)<\/tspan>/g)].map(([, text = '']) => text);
  const from = texts.indexOf(heading);
  assert.ok(from >= 0, heading);
  return texts
    .slice(from + 1)
    .join('|')
    .replaceAll('&#039;', "'");
}

for (const [name, street, city, shown] of [
  ['Đorđe Đorđević-Wałęsa', 'Żółwia', 'Říčany', 'Đorđe Đorđević-Wałęsa|Żółwia 1|8001 Říčany'],
  ['Yıldız Şahinoğlu', 'Çıkmazı', 'İzmir', 'Yıldız Şahinoğlu|Çıkmazı 1|8001 İzmir'],
  ['Ștefan Țurcanu', 'Șoseaua', 'Iași', 'Ștefan Țurcanu|Șoseaua 1|8001 Iași'],
  ['Gaëlle Œuvray', 'Rue d’Œx', 'Château-d’Œx', "Gaëlle Œuvray|Rue d'Œx 1|8001 Château-d'Œx"],
  ['Lea Brunner', 'Limmatquai', 'Zürich', 'Lea Brunner|Limmatquai 1|8001 Zürich'],
] as const) {
  test(`pages.md 16: the image has all letters of "${name}", in the lines of the PDF`, () => {
    const svg = slipPicture(
      sampleSlip({ language: 'de', holder: { name, address: address(street, '1', '8001', city) } }),
    );
    for (const heading of ['Konto / Zahlbar an', 'Zahlbar durch']) {
      assert.ok(after(svg, heading).includes(shown), after(svg, heading));
    }
  });
}

test('pages.md 16: a name longer than a line is continued on the next, whatever its letters', () => {
  const name = 'Żaneta Wałęsa-Święcicka Đorđević-Łukaszewska';
  const svg = slipPicture(
    sampleSlip({ language: 'de', holder: { name, address: address('Weg', '1', '8001', 'Zürich') } }),
  );
  const said = after(svg, 'Konto / Zahlbar an').replaceAll('|', '');
  assert.ok(said.includes(name) || said.includes(name.replaceAll(' ', '')), said);
});

test('no image for an invalid slip', () => {
  assert.throws(() => slipPicture(sampleSlip({ missing: rappen(0) })), /QR-bill/);
});

const SCALE = 4;
const QUIET = 4;

/** The modules of the QR code, drawn and read. The cross in its middle is left out: error correction covers it. */
function decode(svg: string) {
  const path = / d="((?:M[0-9.]+ [0-9.]+h[0-9.]+v[0-9.]+h-[0-9.]+z)+)"/.exec(svg)?.[1];
  assert.ok(path);
  const points = [...path.matchAll(/M([0-9.]+) ([0-9.]+)h([0-9.]+)/g)].map(([, x, y, side]) => [
    Math.round(Number(x) / Number(side)),
    Math.round(Number(y) / Number(side)),
  ]) as [number, number][];
  const count = Math.max(...points.map(([x]) => x)) + 1;
  const width = (count + 2 * QUIET) * SCALE;
  const rgba = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [x, y] of points) {
    for (let row = 0; row < SCALE; row++) {
      const from = (((y + QUIET) * SCALE + row) * width + (x + QUIET) * SCALE) * 4;
      for (let at = from; at < from + SCALE * 4; at += 4) rgba.set([0, 0, 0, 255], at);
    }
  }
  const found = jsQr.default(rgba, width, width);
  assert.ok(found, 'no QR code can be read');
  return parseQrBill(found.data);
}
