import { join } from 'node:path';
import Pdf from 'pdfkit';

/** Liberation Sans 2: allowed on QR-bills, and it has every Latin letter, Vietnamese ones too. */
export const REGULAR = 'Liberation Sans';
/** Under this name swissqrbill looks for the bold one. */
export const BOLD = 'Liberation Sans-Bold';

const parsed = [
  [REGULAR, parse('LiberationSans-Regular.ttf')],
  [BOLD, parse('LiberationSans-Bold.ttf')],
] as const;

/** Once, as it takes ten times as long as a document. pdfkit takes back what it has parsed. */
function parse(file: string): object {
  const pdf: unknown = new Pdf({ font: join(import.meta.dirname, 'fonts', file) });
  const { _font: opened } = pdf as { _font: { font: object } };
  return opened.font;
}

/**
 * Each document gets glyphs of its own. A glyph remembers for which letter it was first fetched, and the X in Ẍ is
 * fetched for none: with shared glyphs a document would depend on those made before it.
 */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, font] of parsed) {
    const own: object = Object.create(font, { _glyphs: { value: {} } });
    pdf.registerFont(name, own as Buffer);
  }
}
