import Pdf from 'pdfkit';
import { PAPER_INK, PAPER_SOFT } from '../brand/colours.ts';
import { SERVICE_NAME } from '../domain/brand/brand.ts';
import { cutToFit } from './fit.ts';
import { BOLD, REGULAR, registerFonts } from './fonts.ts';
import { drawLetterhead, type Sender } from './letter/letterhead.ts';
import { Tags } from './letter/tags.ts';
import { drawAmounts, type AmountRow } from './amounts.ts';
import { drawTable, type TableRow } from './table.ts';

const MARGIN = 62;
const BOTTOM = 70;
/** The space a heading needs below it; with less it moves to the next page. */
const WITH_HEADING = 80;

/** A PDF with its letterhead; content is added below. */
export type PdfPage = {
  pdf: PDFKit.PDFDocument;
  tags: Tags;
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

/** What a page has besides its facts. */
type Setting = {
  logo?: Buffer | null | undefined;
  /** In lines. */
  recipient?: readonly string[];
};

/** Tagged for screen readers, as PDF/UA asks (ISO 14289-1). */
export function newPage(facts: Sender, title: string, setting: Setting = {}): PdfPage {
  const pdf = emptyPdf(facts, title);
  registerFonts(pdf);
  const width = pdf.page.width - 2 * MARGIN;
  const lastLine = pdf.page.height - BOTTOM;
  const tags = new Tags(pdf);
  const { logo = null, recipient = [] } = setting;
  drawLetterhead(pdf, tags, { sender: facts, logo, recipient }, { left: MARGIN, width });
  const writeTitle = (text: string): void => {
    tags.element('H1', () => pdf.font(BOLD).fontSize(19).fillColor(PAPER_INK).text(text, MARGIN, pdf.y, { width }));
    pdf.moveDown(0.8);
  };
  writeTitle(title);

  const noteOptions = { width, lineGap: 2 };
  return {
    pdf,
    tags,
    paragraph: (text) => {
      tags.element('P', () => {
        pdf
          .font(REGULAR)
          .fontSize(10.5)
          .fillColor(PAPER_INK)
          .text(unbroken(text), MARGIN, pdf.y, { width, lineGap: 3 });
      });
      pdf.moveDown(0.8);
    },
    heading: (text) => {
      pdf.moveDown(0.4);
      if (pdf.y + WITH_HEADING > lastLine) pdf.addPage();
      tags.element('H2', () => pdf.font(BOLD).fontSize(12).fillColor(PAPER_INK).text(text, MARGIN, pdf.y, { width }));
      pdf.moveDown(0.5);
    },
    table: (rows, above = Number.POSITIVE_INFINITY) => {
      drawTable(pdf, tags, inOnePiece(rows), { left: MARGIN, width, above });
    },
    denseTable: (rows) => {
      const place = { left: MARGIN, width, above: Number.POSITIVE_INFINITY, isDense: true };
      drawTable(pdf, tags, inOnePiece(rows), place);
    },
    amounts: (rows) => drawAmounts(pdf, tags, rows, { left: MARGIN, width }),
    note: (text) => {
      tags.element('P', () => {
        pdf.font(REGULAR).fontSize(8.5).fillColor(PAPER_SOFT).text(unbroken(text), MARGIN, pdf.y, noteOptions);
      });
      pdf.moveDown(0.8);
    },
    noteHeight: (text) => pdf.font(REGULAR).fontSize(8.5).heightOfString(unbroken(text), noteOptions),
    nextPage: () => void pdf.addPage(),
    title: writeTitle,
    finish: (footer) => finish(pdf, tags, { footer, house: facts.brand?.footer ?? null, width }),
  };
}

/** Tagged, in a language, with a title. */
function emptyPdf(facts: Sender, title: string): PDFKit.PDFDocument {
  const at = new Date(facts.at);
  const service = facts.brand?.service ?? SERVICE_NAME;
  return new Pdf({
    size: 'A4',
    margins: { top: 56, left: MARGIN, right: MARGIN, bottom: BOTTOM },
    lang: facts.language,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    bufferPages: true,
    // The dates are part of the bytes, so they come from the facts: the same facts give the same bytes.
    info: {
      Title: title,
      Author: facts.organization.name,
      Creator: service,
      Producer: 'Depono',
      CreationDate: at,
      ModDate: at,
    },
  });
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

/** Adds the footer to every page at the end. A page with a QR-bill has no room for it. */
async function finish(
  pdf: PDFKit.PDFDocument,
  tags: Tags,
  { footer, house, width }: { footer: string; house: string | null; width: number },
): Promise<Buffer> {
  tags.end();
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, failed) => pdf.once('end', done).once('error', failed));
  const { start, count } = pdf.bufferedPageRange();
  for (let number = start; number < start + count; number++) {
    pdf.switchToPage(number);
    if (pdf.page.margins.bottom === 0) continue;
    pdf.page.margins.bottom = 0;
    tags.artifact(() => {
      pdf.font(REGULAR).fontSize(8).fillColor(PAPER_SOFT);
      const fitting = (text: string): string => cutToFit(text, (part) => pdf.widthOfString(part) < width - 40, '…');
      const y = pdf.page.height - 42;
      if (house !== null) pdf.text(fitting(house), MARGIN, y - 11, { lineBreak: false });
      pdf.text(fitting(footer), MARGIN, y, { lineBreak: false });
      if (count > 1) pdf.text(`${number + 1}/${count}`, MARGIN, y, { width, align: 'right' });
    }, 'Pagination');
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
