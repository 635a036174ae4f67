import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Pdf from 'pdfkit';
import type { DocumentFacts } from '../domain/document.ts';

/** Liberation Sans: allowed on QR-bills, and it has every letter of Latin Europe. */
const FONTS = join(import.meta.dirname, 'fonts');
const REGULAR = readFileSync(join(FONTS, 'LiberationSans-Regular.ttf'));
const BOLD = readFileSync(join(FONTS, 'LiberationSans-Bold.ttf'));

const MARGIN = 62;
const GREEN = '#0b5c55';
const INK = '#101820';
const SOFT = '#5a6875';
const LINE = '#dde4ea';
const LABEL_WIDTH = 165;

export type Row = readonly [label: string, value: string];

/** A sheet of paper: the letterhead is on it, and what is written goes below. */
export type Page = {
  pdf: PDFKit.PDFDocument;
  paragraph: (text: string) => void;
  heading: (text: string) => void;
  table: (rows: readonly Row[]) => void;
  /** The small print under a table. */
  note: (text: string) => void;
  finish: (footer: string) => Promise<Buffer>;
};

export function newPage(facts: DocumentFacts, title: string): Page {
  const at = new Date(facts.at);
  const pdf = new Pdf({
    size: 'A4',
    margins: { top: 56, left: MARGIN, right: MARGIN, bottom: 70 },
    lang: facts.language,
    displayTitle: true,
    bufferPages: true,
    // The dates are part of the bytes, so they come from the facts.
    info: {
      Title: title,
      Author: facts.organization.name,
      Creator: 'Depono',
      Producer: 'Depono',
      CreationDate: at,
      ModDate: at,
    },
  });
  pdf.registerFont('Liberation Sans', REGULAR);
  pdf.registerFont('Liberation Sans-Bold', BOLD);
  const width = pdf.page.width - 2 * MARGIN;
  letterhead(pdf, facts, width);
  pdf.font('Liberation Sans-Bold').fontSize(19).fillColor(INK).text(title, MARGIN, pdf.y, { width });
  pdf.moveDown(0.9);

  const paragraph = (text: string): void => {
    pdf.font('Liberation Sans').fontSize(10.5).fillColor(INK).text(text, MARGIN, pdf.y, { width, lineGap: 3 });
    pdf.moveDown(0.8);
  };
  return {
    pdf,
    paragraph,
    heading: (text) => {
      pdf.moveDown(0.4);
      pdf.font('Liberation Sans-Bold').fontSize(12).fillColor(INK).text(text, MARGIN, pdf.y, { width });
      pdf.moveDown(0.5);
    },
    table: (rows) => {
      for (const row of rows) tableRow(pdf, row, width);
      rule(pdf, width);
      pdf.y += 14;
    },
    note: (text) => {
      pdf.font('Liberation Sans').fontSize(8.5).fillColor(SOFT).text(text, MARGIN, pdf.y, { width, lineGap: 2 });
      pdf.moveDown(0.8);
    },
    finish: (footer) => finish(pdf, footer, width),
  };
}

function letterhead(pdf: PDFKit.PDFDocument, { organization }: DocumentFacts, width: number): void {
  const { name, address } = organization;
  const top = pdf.y;
  pdf.font('Liberation Sans-Bold').fontSize(14).fillColor(GREEN).text('Depono', MARGIN, top, { width: 120 });
  const lines = [name, `${address.street} ${address.streetNumber}`, `${address.zip} ${address.city}`];
  pdf.font('Liberation Sans').fontSize(9).fillColor(SOFT);
  pdf.text(lines.join('\n'), MARGIN + width / 2, top, { width: width / 2, align: 'right', lineGap: 2 });
  pdf.y = Math.max(pdf.y, top + 40) + 34;
}

function tableRow(pdf: PDFKit.PDFDocument, [label, value]: Row, width: number): void {
  pdf.font('Liberation Sans').fontSize(10.5);
  const height = Math.max(
    pdf.heightOfString(value, { width: width - LABEL_WIDTH, lineGap: 2 }),
    pdf.heightOfString(label, { width: LABEL_WIDTH - 12, lineGap: 2 }),
  );
  if (pdf.y + height + 14 > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  rule(pdf, width);
  const top = pdf.y + 6;
  pdf
    .fontSize(9.5)
    .fillColor(SOFT)
    .text(label, MARGIN, top + 0.6, { width: LABEL_WIDTH - 12, lineGap: 2 });
  pdf
    .fontSize(10.5)
    .fillColor(INK)
    .text(value, MARGIN + LABEL_WIDTH, top, { width: width - LABEL_WIDTH, lineGap: 2 });
  pdf.y = top + height + 6;
}

function rule(pdf: PDFKit.PDFDocument, width: number): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + width, pdf.y)
    .lineWidth(0.6)
    .strokeColor(LINE)
    .stroke();
}

/** The footer goes onto every page once all are there; a QR-bill at the foot of a page leaves no room for it. */
async function finish(pdf: PDFKit.PDFDocument, footer: string, width: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, failed) => pdf.once('end', done).once('error', failed));
  const { start, count } = pdf.bufferedPageRange();
  for (let number = start; number < start + count; number++) {
    pdf.switchToPage(number);
    if (pdf.page.margins.bottom === 0) continue;
    pdf.page.margins.bottom = 0;
    pdf.font('Liberation Sans').fontSize(8).fillColor(SOFT);
    const line = count > 1 ? `${footer}  ·  ${number + 1}/${count}` : footer;
    pdf.text(line, MARGIN, pdf.page.height - 42, { width, lineBreak: false });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
