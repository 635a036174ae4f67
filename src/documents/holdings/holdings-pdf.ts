import { PAPER_INK, PAPER_LINE, PAPER_SOFT } from '../../brand/colours.ts';
import { SERVICE_NAME } from '../../domain/brand/brand.ts';
import { totalHeld, type BalanceConfirmation, type Holding } from '../../domain/statements/holdings.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { formatSigned } from '../../domain/values/money.ts';
import { withoutInvisibleIn } from '../../domain/values/visible.ts';
import { momentOf } from '../about.ts';
import { cutToFit } from '../fit.ts';
import { BOLD, REGULAR } from '../fonts.ts';
import { newPage, type PdfPage } from '../page.ts';
import type { Tagged } from '../letter/tags.ts';
import { WORDS } from '../words.ts';
import type { Words } from '../words/words.ts';

/** The balance confirmation as PDF. */
export async function holdingsPdf(given: BalanceConfirmation, logo: Buffer | null = null): Promise<Buffer> {
  const { madeAt, language, on, brand } = given;
  const service = brand?.service ?? SERVICE_NAME;
  const { organization, holdings } = withoutInvisibleIn({
    organization: given.organization,
    holdings: given.holdings,
  });
  const words = WORDS[language];
  const own = words.holdings;
  const page = newPage({ at: madeAt.toISOString(), language, organization, ...(brand && { brand }) }, own.title, {
    logo,
  });
  page.paragraph(own.lead(formatDay(on), service));
  page.table([
    [own.organization, organization.name],
    [own.day, formatDay(on)],
    [own.count, String(holdings.length)],
    [own.total, `CHF ${formatSigned(totalHeld(holdings))}`],
    [own.computing, own.computed],
    [own.making, own.made(momentOf(madeAt.toISOString()), service)],
  ]);
  page.heading(own.each);
  listOf(page, holdings, words);
  return page.finish(own.footer(organization.name, formatDay(on)));
}

const LEFT = 62;
const GAP = 8;
const PADDING = 4;
const FONT_SIZE = 8;
const LINE = 11;

type Column = { width: number; align: 'left' | 'right' };
const CONTRACT: Column = { width: 92, align: 'left' };
const WHO: Column = { width: 184, align: 'left' };
const ACCOUNT: Column = { width: 115, align: 'left' };
const AMOUNT: Column = { width: 80, align: 'right' };
const COLUMNS = [CONTRACT, WHO, ACCOUNT, AMOUNT];
const WIDTH = COLUMNS.reduce((sum, { width }) => sum + width, 0);

type Row = readonly [contract: string, who: string, account: string, amount: string];

/** Contract, tenants with the property below them, account and amount. The head is on each page. */
function listOf(page: PdfPage, holdings: readonly Holding[], { holdings: own }: Words): void {
  const { pdf, tags } = page;
  const table = tags.group('Table');
  const bottom = pdf.page.height - pdf.page.margins.bottom;
  let isFirst = true;
  const head = (): void => {
    const { contract, tenants, property, account, amount } = own.columns;
    pdf.fillColor(PAPER_SOFT).font(REGULAR);
    const lines = linesOf(pdf, [contract, `${tenants}, ${property}`, account, amount]);
    // Read once; on the pages after the first it is only seen.
    if (isFirst) drawRow(page, lines, { row: tags.group('TR', table), type: 'TH' });
    else
      tags.artifact(() => {
        drawLines(pdf, lines, (draw) => draw());
        rule(pdf);
      });
    isFirst = false;
    pdf.fillColor(PAPER_INK);
  };
  const add = (row: Row): void => {
    const lines = linesOf(pdf, row);
    if (pdf.y + heightOf(lines) > bottom) {
      pdf.addPage();
      head();
    }
    drawRow(page, lines, { row: tags.group('TR', table), type: 'TD' });
  };
  pdf.fontSize(FONT_SIZE);
  tags.artifact(() => rule(pdf));
  head();
  for (const { externalContractId, tenants, property, iban, amount } of holdings) {
    const account = iban === null ? '' : groupedIban(iban);
    add([externalContractId, `${tenants}\n${property}`, account, formatSigned(amount)]);
  }
  pdf.font(BOLD);
  add([own.total, '', '', formatSigned(totalHeld(holdings))]);
}

/** The lines of each cell. The library breaks lines, too, but takes much longer. */
function linesOf(pdf: PDFKit.PDFDocument, row: Row): string[][] {
  return COLUMNS.map(({ width }, index) =>
    (row[index] as string).split('\n').flatMap((text) => broken(pdf, text, width - GAP)),
  );
}

/** Broken between words, and within a word that is too long for a line. */
function broken(pdf: PDFKit.PDFDocument, text: string, width: number): string[] {
  const fits = (part: string): boolean => pdf.widthOfString(part) <= width;
  if (fits(text)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      const part = cutToFit(line, fits) || line.slice(0, 1);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
}

type CellType = 'TH' | 'TD';

function drawRow(
  { pdf, tags }: PdfPage,
  lines: readonly string[][],
  { row, type }: { row: Tagged; type: CellType },
): void {
  const scope = type === 'TH' ? ({ scope: 'Column' } as const) : {};
  drawLines(pdf, lines, (draw) => tags.element(type, draw, { parent: row, ...scope }));
  tags.artifact(() => rule(pdf));
}

/** Each cell is drawn within what `cell` does around it. */
function drawLines(pdf: PDFKit.PDFDocument, lines: readonly string[][], cell: (draw: () => void) => void): void {
  const top = pdf.y;
  let left = LEFT;
  for (const [column, { width, align }] of COLUMNS.entries()) {
    const at = left;
    cell(() => {
      for (const [index, text] of (lines[column] as string[]).entries()) {
        const indent = align === 'right' ? width - pdf.widthOfString(text) : 0;
        pdf.text(text, at + indent, top + PADDING + index * LINE, { lineBreak: false });
      }
    });
    left += width;
  }
  pdf.y = top + heightOf(lines);
}

function heightOf(lines: readonly string[][]): number {
  return Math.max(...lines.map(({ length }) => length)) * LINE + 2 * PADDING;
}

function rule(pdf: PDFKit.PDFDocument): void {
  pdf.moveTo(LEFT, pdf.y).lineTo(LEFT + WIDTH, pdf.y);
  pdf.lineWidth(0.6).strokeColor(PAPER_LINE).stroke();
}
