import { join } from 'node:path';
import Pdf from 'pdfkit';
import { sharedFont, type ParsedFont } from './shared-font.ts';

/** Liberation Sans 2: allowed on QR-bills, and it has every Latin letter, Vietnamese ones too. */
export const REGULAR = 'Liberation Sans';
/** swissqrbill expects the bold font under this name. */
export const BOLD = 'Liberation Sans-Bold';

const parsed = [
  [REGULAR, sharedFont(parse('LiberationSans-Regular.ttf'))],
  [BOLD, sharedFont(parse('LiberationSans-Bold.ttf'))],
] as const;

// Every new document starts with pdfkit's default font, which is loaded by the first. Load it now: a running process reads
// no files of its release, so that an upgrade cannot change them under it.
void new Pdf({ autoFirstPage: false });

/** Parsed once, because parsing takes ten times as long as a document. pdfkit accepts a parsed font. */
function parse(file: string): ParsedFont {
  const pdf: unknown = new Pdf({ font: join(import.meta.dirname, 'fonts', file) });
  const { _font: opened } = pdf as { _font: { font: ParsedFont } };
  return opened.font;
}

/** Each document gets fonts of its own; what does not depend on the document is worked out once, in `shared-font.ts`. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, font] of parsed) pdf.registerFont(name, font.forDocument() as Buffer);
}
