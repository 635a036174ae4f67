import assert from 'node:assert/strict';
import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from '@hyzyla/pdfium';
import jsQr from 'jsqr';

const DPI = 200;
const PIXELS_PER_MM = DPI / 25.4;
/** A Swiss QR-bill is 105 mm high and stands at the foot of its page; all places on it are in mm from its upper left corner. */
const BILL_HEIGHT = 105;
const QR_CODE: Box = { x: 67, y: 17, width: 46, height: 46 };
/** White on all sides of the code. */
const QUIET = 3;

export type Box = { x: number; y: number; width: number; height: number };
export type Picture = { width: number; height: number; rgba: Uint8ClampedArray };
export type ReadPdf = { pages: { text: string; width: number; height: number }[]; text: string };

let library: Promise<PDFiumLibrary> | null = null;

async function withDocument<T>(pdf: Uint8Array, read: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    return await read(document);
  } finally {
    document.destroy();
  }
}

/** The text of its pages, with single spaces; sizes in mm. */
export function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  return withDocument(pdf, (document) => {
    const pages = [...document.pages()].map((page) => {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const text = page.getText().replaceAll(/\s+/g, ' ').trim();
      return { text, width: inMm(originalWidth), height: inMm(originalHeight) };
    });
    return { pages, text: pages.map(({ text }) => text).join(' ') };
  });
}

function inMm(points: number): number {
  return Math.round((points / 72) * 25.4);
}

export function picture(pdf: Uint8Array, page = 0): Promise<Picture> {
  return withDocument(pdf, (document) => pictureOf(document.getPage(page)));
}

async function pictureOf(page: PDFiumPage): Promise<Picture> {
  const { width, height, data } = await page.render({ scale: DPI / 72, render: 'bitmap' });
  return { width, height, rgba: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) };
}

/** A part of the QR-bill at the foot of a page. */
export function onBill({ width, height, rgba }: Picture, box: Box): Picture {
  const left = Math.max(0, Math.round(box.x * PIXELS_PER_MM));
  const top = Math.round(height - (BILL_HEIGHT - box.y) * PIXELS_PER_MM);
  const part = { width: Math.round(box.width * PIXELS_PER_MM), height: Math.round(box.height * PIXELS_PER_MM) };
  const cut = new Uint8ClampedArray(part.width * part.height * 4);
  for (let row = 0; row < part.height; row++) {
    const from = ((top + row) * width + left) * 4;
    cut.set(rgba.subarray(from, from + part.width * 4), row * part.width * 4);
  }
  return { ...part, rgba: cut };
}

export function isWhite({ rgba }: Picture): boolean {
  for (let at = 0; at < rgba.length; at++) {
    if ((rgba[at] as number) <= 250) return false;
  }
  return true;
}

/** Greyscale pixels. */
export function isColourless({ rgba }: Picture): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false;
  }
  return true;
}

export type QrAddress = {
  type: string;
  name: string;
  street: string;
  houseNumber: string;
  zip: string;
  city: string;
  country: string;
};
export type QrBill = {
  iban: string;
  creditor: QrAddress;
  amount: string;
  currency: string;
  debtor: QrAddress;
  referenceType: string;
  reference: string;
  message: string;
};

/** The Swiss QR code of a payment slip, decoded from its image. */
export async function decodeQrBill(pdf: Uint8Array): Promise<QrBill> {
  return decodePicture(await picture(pdf));
}

export function decodePicture(page: Picture): QrBill {
  const { x, y, width, height } = QR_CODE;
  const around = { x: x - QUIET, y: y - QUIET, width: width + 2 * QUIET, height: height + 2 * QUIET };
  const code = onBill(page, around);
  const found = jsQr.default(code.rgba, code.width, code.height, { inversionAttempts: 'dontInvert' });
  assert.ok(found, 'no QR code can be read');
  return parseQrBill(found.data);
}

/** The fields in the order of the standard (Swiss Implementation Guidelines QR-bill, chapter 4.2.2). */
export function parseQrBill(payload: string): QrBill {
  const lines = payload.split('\n');
  const at = (number: number): string => lines[number] as string;
  assert.equal(lines.length, 31);
  assert.deepEqual(lines.slice(0, 3), ['SPC', '0200', '1'], 'header: Swiss Payments Code, version 2, UTF-8');
  assert.deepEqual(lines.slice(11, 18), Array(7).fill(''), 'the ultimate creditor is for later use');
  assert.equal(at(30), 'EPD', 'trailer: end of payment data');
  return {
    iban: at(3),
    creditor: addressFrom(lines.slice(4, 11)),
    amount: at(18),
    currency: at(19),
    debtor: addressFrom(lines.slice(20, 27)),
    referenceType: at(27),
    reference: at(28),
    message: at(29),
  };
}

function addressFrom(lines: readonly string[]): QrAddress {
  const [type, name, street, houseNumber, zip, city, country] = lines as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { type, name, street, houseNumber, zip, city, country };
}

/** An entry of the document's information or catalogue, such as `Title` or `Lang`. */
export function metadata(pdf: Buffer, key: string): string | null {
  const file = pdf.toString('latin1');
  const TEXT = String.raw`\(((?:\\.|[^\\)])*)\)`;
  const find = (before: string): string | undefined => new RegExp(before + TEXT, 's').exec(file)?.[1];
  const place = new RegExp(`/${key} ([0-9]+) 0 R`).exec(file)?.[1];
  const written = place === undefined ? find(`/${key} `) : find(`\n${place} 0 obj\n`);
  return written === undefined ? null : pdfText(written);
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Latin-1, or UTF-16 if it begins with a byte order mark. */
export function pdfText(written: string): string {
  const plain = written.replaceAll(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign);
  const bytes = Buffer.from(plain, 'latin1');
  return plain.startsWith('\xfe\xff') ? bytes.subarray(2).swap16().toString('utf16le') : plain;
}
