import { cutToFit } from './fit.ts';
import { REGULAR } from './fonts.ts';
import type { Tags } from './letter/tags.ts';
import { PAPER_INK, PAPER_LINE, PAPER_SOFT } from '../brand/colours.ts';

const LABEL_WIDTH = 165;
/** Dense: in small print, where a checksum has room on one line. */
const SIZES = {
  normal: { text: 10.5, label: 9.5, padding: 6 },
  dense: { text: 8.5, label: 8.5, padding: 3 },
} as const;
type Size = (typeof SIZES)[keyof typeof SIZES];
/** Space above a value that continues the previous row. */
const GAP = 4;
const BELOW = 14;
const MOST_LINES = 60;

/** A row without a label continues the previous one. */
export type TableRow = readonly [label: string, value: string];

/** `above`: the table must end above this position; values are cut to fit. */
type TablePlace = { left: number; width: number; above: number; isDense?: boolean };

/** Labels and values between thin rules. A row is never split across pages. */
export function drawTable(
  pdf: PDFKit.PDFDocument,
  tags: Tags,
  rows: readonly TableRow[],
  { left, width, above, isDense = false }: TablePlace,
): void {
  const options = { width: width - LABEL_WIDTH, lineGap: 2 };
  // With many tenants, a payment slip has room for small print only.
  const size: Size = isDense || shortest(pdf, rows, options) > above ? SIZES.dense : SIZES.normal;
  const { padding } = size;
  const rule = (): void =>
    tags.artifact(() => {
      pdf.moveTo(left, pdf.y).lineTo(left + width, pdf.y);
      pdf.lineWidth(0.6).strokeColor(PAPER_LINE).stroke();
    });
  const table = tags.group('Table');
  let addToCell: (draw: () => void) => void = () => undefined;
  const bottom = pdf.page.height - pdf.page.margins.bottom;
  for (const [number, [label, value, height]] of measured(pdf, rows, options, { above, size }).entries()) {
    if (pdf.y + 3 * padding + height > bottom) {
      pdf.y += padding;
      if (number > 0) rule();
      pdf.addPage();
      rule();
      pdf.y += padding;
    } else if (number === 0) {
      rule();
      pdf.y += padding;
    } else if (label === '') {
      pdf.y += GAP;
    } else {
      pdf.y += padding;
      rule();
      pdf.y += padding;
    }
    const top = pdf.y;
    if (label !== '' || number === 0) {
      const row = tags.group('TR', table);
      const labelOptions = { width: LABEL_WIDTH - 12, lineGap: 2 };
      // Smaller, on the same baseline.
      const labelTop = top + 0.9 * (size.text - size.label);
      tags.element(
        'TH',
        () => pdf.fontSize(size.label).fillColor(PAPER_SOFT).text(label, left, labelTop, labelOptions),
        {
          parent: row,
          scope: 'Row',
        },
      );
      addToCell = tags.cell(row);
    }
    addToCell(() => {
      pdf
        .fontSize(size.text)
        .fillColor(PAPER_INK)
        .text(value, left + LABEL_WIDTH, top, options);
    });
    pdf.y = top + height;
  }
  pdf.y += padding;
  rule();
  pdf.y += BELOW;
}

/** Where the table ends if each value is cut to one line. */
function shortest(
  pdf: PDFKit.PDFDocument,
  rows: readonly TableRow[],
  options: { width: number; lineGap: number },
): number {
  const { text, padding } = SIZES.normal;
  const line = pdf.font(REGULAR).fontSize(text).heightOfString('A', options);
  return rows.reduce((sum, [label]) => sum + line + (label === '' ? GAP : 2 * padding), pdf.y + BELOW);
}

type Measured = readonly [label: string, value: string, height: number];

function measured(
  pdf: PDFKit.PDFDocument,
  rows: readonly TableRow[],
  options: { width: number; lineGap: number },
  { above, size }: { above: number; size: Size },
): Measured[] {
  pdf.font(REGULAR).fontSize(size.text);
  const line = pdf.heightOfString('A', options);
  const linesOf = (text: string): number => Math.round(pdf.heightOfString(text, options) / line);
  const lines = rows.map(([, value]) => linesOf(value));
  const gaps = rows.reduce((sum, [label]) => sum + (label === '' ? GAP : 2 * size.padding), BELOW);
  const heightWith = (most: number): number => lines.reduce((sum, one) => sum + line * Math.min(one, most), gaps);
  let most = MOST_LINES;
  while (most > 1 && pdf.y + heightWith(most) > above) most--;
  return rows.map(([label, value], number) => {
    const own = Math.min(lines[number] as number, most);
    return [label, cutToFit(value, (part) => linesOf(part) <= own, '…'), own * line];
  });
}
