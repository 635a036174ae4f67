import Pdf from 'pdfkit';
import type { DocumentHead } from '../domain/document.ts';
import { dayOf, streetLine } from './about.ts';
import { PAPER_BRAND, PAPER_INK, PAPER_SOFT } from '../brand/colours.ts';
import { cutToFit } from './fit.ts';
import { BOLD, REGULAR, registerFonts } from './fonts.ts';
import { drawAmounts, type AmountRow } from './amounts.ts';
import { drawTable, type TableRow } from './table.ts';

const MARGIN = 62;
const BOTTOM = 70;
/** The space a heading needs below it; with less it moves to the next page. */
const WITH_HEADING = 80;

/** A PDF with its letterhead; content is added below. */
export type PdfPage = {
  pdf: PDFKit.PDFDocument;
  paragraph: (text: string) => void;
  heading: (text: string) => void;
  /** The table ends above `above`; longer values are cut. */
  table: (rows: readonly TableRow[], above?: number) => void;
  /** In small print. */
  denseTable: (rows: readonly TableRow[]) => void;
  amounts: (rows: readonly AmountRow[]) => void;
  /** Small print below a table. */
  note: (text: string) => void;
  noteHeight: (text: string) => number;
  nextPage: () => void;
  /** As large as the title of the document. */
  title: (text: string) => void;
  finish: (footer: string) => Promise<Buffer>;
};

/** What the letterhead says. */
type Sender = Pick<DocumentHead, 'at' | 'language' | 'organization'>;

export function newPage(facts: Sender, title: string): PdfPage {
  const at = new Date(facts.at);
  const pdf = new Pdf({
    size: 'A4',
    margins: { top: 56, left: MARGIN, right: MARGIN, bottom: BOTTOM },
    lang: facts.language,
    displayTitle: true,
    bufferPages: true,
    // The dates are part of the bytes, so they come from the facts: the same facts give the same bytes.
    info: {
      Title: title,
      Author: facts.organization.name,
      Creator: 'Depono',
      Producer: 'Depono',
      CreationDate: at,
      ModDate: at,
    },
  });
  registerFonts(pdf);
  const width = pdf.page.width - 2 * MARGIN;
  const lastLine = pdf.page.height - BOTTOM;
  letterhead(pdf, facts, width);
  const writeTitle = (text: string): void => {
    pdf.font(BOLD).fontSize(19).fillColor(PAPER_INK).text(text, MARGIN, pdf.y, { width });
    pdf.moveDown(0.8);
  };
  writeTitle(title);

  const noteOptions = { width, lineGap: 2 };
  return {
    pdf,
    paragraph: (text) => {
      pdf.font(REGULAR).fontSize(10.5).fillColor(PAPER_INK).text(unbroken(text), MARGIN, pdf.y, { width, lineGap: 3 });
      pdf.moveDown(0.8);
    },
    heading: (text) => {
      pdf.moveDown(0.4);
      if (pdf.y + WITH_HEADING > lastLine) pdf.addPage();
      pdf.font(BOLD).fontSize(12).fillColor(PAPER_INK).text(text, MARGIN, pdf.y, { width });
      pdf.moveDown(0.5);
    },
    table: (rows, above = Number.POSITIVE_INFINITY) => {
      drawTable(pdf, inOnePiece(rows), { left: MARGIN, width, above });
    },
    denseTable: (rows) => {
      const place = { left: MARGIN, width, above: Number.POSITIVE_INFINITY, isDense: true };
      drawTable(pdf, inOnePiece(rows), place);
    },
    amounts: (rows) => drawAmounts(pdf, rows, { left: MARGIN, width }),
    note: (text) => {
      pdf.font(REGULAR).fontSize(8.5).fillColor(PAPER_SOFT).text(unbroken(text), MARGIN, pdf.y, noteOptions);
      pdf.moveDown(0.8);
    },
    noteHeight: (text) => pdf.font(REGULAR).fontSize(8.5).heightOfString(unbroken(text), noteOptions),
    nextPage: () => void pdf.addPage(),
    title: writeTitle,
    finish: (footer) => finish(pdf, footer, width),
  };
}

function inOnePiece(rows: readonly TableRow[]): TableRow[] {
  return rows.map(([label, value]): TableRow => [label, unbroken(value)]);
}

/** No line break between currency and amount, or within the citation of an article. */
function unbroken(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\b(CHF|Art\.|art\.|Abs\.|al\.|cpv\.|para\.) (?=[0-9])/g, '$1\u00a0')
    .replaceAll(/(?<=257e) (?=OR|CO|Abs|al|cpv|para)/g, '\u00a0');
}

function letterhead(pdf: PDFKit.PDFDocument, { organization, at }: Sender, width: number): void {
  const { name, address } = organization;
  const top = pdf.y;
  pdf.font(BOLD).fontSize(14).fillColor(PAPER_BRAND).text('Depono', MARGIN, top, { width: 120 });
  pdf.font(REGULAR).fontSize(9).fillColor(PAPER_SOFT);
  const options = { width: width / 2, align: 'right', lineGap: 2 } as const;
  const inLines = (text: string, most: number): string =>
    cutToFit(text, (part) => pdf.heightOfString(part, options) < (most + 0.5) * pdf.heightOfString('A', options), '…');
  const lines = [inLines(name, 2), inLines(streetLine(address), 1), inLines(`${address.zip} ${address.city}`, 1)];
  pdf.y = top;
  for (const line of lines) pdf.text(line, MARGIN + width / 2, pdf.y, options);
  const bottom = pdf.y;
  // Aligned with the last line of the address.
  pdf.text(dayOf(at), MARGIN, bottom - pdf.heightOfString('A', options), { width: width / 2 });
  pdf.y = bottom + 24;
}

/** Adds the footer to every page at the end. A page with a QR-bill has no room for it. */
async function finish(pdf: PDFKit.PDFDocument, footer: string, width: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, failed) => pdf.once('end', done).once('error', failed));
  const { start, count } = pdf.bufferedPageRange();
  for (let number = start; number < start + count; number++) {
    pdf.switchToPage(number);
    if (pdf.page.margins.bottom === 0) continue;
    pdf.page.margins.bottom = 0;
    pdf.font(REGULAR).fontSize(8).fillColor(PAPER_SOFT);
    const y = pdf.page.height - 42;
    const line = cutToFit(footer, (part) => pdf.widthOfString(part) < width - 40, '…');
    pdf.text(line, MARGIN, y, { lineBreak: false });
    if (count > 1) pdf.text(`${number + 1}/${count}`, MARGIN, y, { width, align: 'right' });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
