import { join } from 'node:path';
import Pdf from 'pdfkit';

/** Liberation Sans 2: allowed on QR-bills, and it has every Latin letter, Vietnamese ones too. */
export const REGULAR = 'Liberation Sans';
/** swissqrbill expects the bold font under this name. */
export const BOLD = 'Liberation Sans-Bold';

const parsed = [
  [REGULAR, parse('LiberationSans-Regular.ttf')],
  [BOLD, parse('LiberationSans-Bold.ttf')],
] as const;

// Every new document starts with pdfkit's default font, which is loaded by the first. Load it now: a running process reads
// no files of its release, so that an upgrade cannot change them under it.
void new Pdf({ autoFirstPage: false });

/** Parsed once, because parsing takes ten times as long as a document. pdfkit accepts a parsed font. */
function parse(file: string): object {
  const pdf: unknown = new Pdf({ font: join(import.meta.dirname, 'fonts', file) });
  const { _font: opened } = pdf as { _font: { font: object } };
  return opened.font;
}

/**
 * Each document gets its own glyph cache. A glyph stores the letter it was first requested for, and the X in Ẍ is
 * requested for none: with a shared cache a document would depend on those made before it.
 */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, font] of parsed) {
    const own: object = Object.create(font, { _glyphs: { value: {} } });
    pdf.registerFont(name, own as Buffer);
  }
}
