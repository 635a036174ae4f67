import { PAPER_INK, PAPER_LINE } from '../brand/colours.ts';
import type { Tags } from './letter/tags.ts';
import { BOLD, REGULAR } from './fonts.ts';

const AMOUNT_WIDTH = 120;
const PADDING = 4;
const BELOW = 14;

/** A total is bold. */
export type AmountRow = readonly [label: string, amount: string, kind?: 'total'];

/** Labels on the left, amounts in CHF on the right, between thin rules. A row is never split across pages. */
export function drawAmounts(
  pdf: PDFKit.PDFDocument,
  tags: Tags,
  rows: readonly AmountRow[],
  { left, width }: { left: number; width: number },
): void {
  const rule = (): void =>
    tags.artifact(() => {
      pdf.moveTo(left, pdf.y).lineTo(left + width, pdf.y);
      pdf.lineWidth(0.6).strokeColor(PAPER_LINE).stroke();
    });
  const table = tags.group('Table');
  const labelOptions = { width: width - AMOUNT_WIDTH, lineGap: 2 };
  const bottom = pdf.page.height - pdf.page.margins.bottom;
  pdf.fontSize(10.5);
  rule();
  for (const [label, amount, kind] of rows) {
    pdf.font(kind === 'total' ? BOLD : REGULAR).fillColor(PAPER_INK);
    const height = pdf.heightOfString(label, labelOptions);
    if (pdf.y + height + 2 * PADDING > bottom) {
      pdf.addPage();
      rule();
    }
    const top = pdf.y + PADDING;
    const row = tags.group('TR', table);
    tags.element('TH', () => pdf.text(label, left, top, labelOptions), { parent: row, scope: 'Row' });
    const amountOptions = { width: AMOUNT_WIDTH, align: 'right' } as const;
    const amountText = `CHF\u00a0${amount}`;
    tags.element('TD', () => pdf.text(amountText, left + width - AMOUNT_WIDTH, top, amountOptions), { parent: row });
    pdf.y = top + height + PADDING;
    rule();
  }
  pdf.y += BELOW;
}
