import Pdf from 'pdfkit';
import { SwissQRBill } from 'swissqrbill/svg';
import type { DocumentFacts } from '../domain/document.ts';
import { cutToFit } from './fit.ts';
import { REGULAR, registerFonts } from './fonts.ts';
import { qrBill } from './payment-slip.ts';
import { fittingReceipt } from './receipt.ts';
import { WORDS } from './words.ts';

type Slip = Extract<DocumentFacts, { kind: 'payment_slip' }>;

/** 210 by 105 mm, in pixels of 1/96 inch. */
const [WIDTH, HEIGHT] = [(210 / 25.4) * 96, (105 / 25.4) * 96];

/** Fonts allowed on a QR-bill; every device has at least one of them. */
const FONTS = 'font-family="Arial, Helvetica, Liberation Sans, sans-serif"';

/** The QR-bill of a slip as SVG, with the same content as the PDF. */
export function slipPicture(facts: Slip): string {
  const paper = new Pdf({ autoFirstPage: false });
  registerFonts(paper);
  const data = fittingReceipt(paper, qrBill(facts, WORDS[facts.language]));
  const bill = new (measuredWith(paper))(data, {
    language: facts.language.toUpperCase() as 'DE',
    fontName: 'Arial',
  });
  return drawnAsOne(bill.toString())
    .replaceAll('font-family="Arial"', FONTS)
    .replace('<svg ', `<svg viewBox="0 0 ${WIDTH.toFixed(2)} ${HEIGHT.toFixed(2)}" `);
}

type Size = '8pt' | '10pt';
type Bill = new (...parameters: ConstructorParameters<typeof SwissQRBill>) => { toString: () => string };

/**
 * The library knows the widths of Latin-1 alone: it takes any other letter for so wide that it breaks the line there, and
 * leaves out what is then too much. Measured with the font of the PDF, whose widths are those of Arial, lines break as
 * they do there.
 */
function measuredWith(paper: PDFKit.PDFDocument): Bill {
  return class extends (SwissQRBill as unknown as Bill) {
    _fitTextToWidth(text: string, width: number, mostLines: number, size: Size): string[] {
      paper.font(REGULAR).fontSize(Number.parseInt(size, 10));
      const fits = (part: string): boolean => (paper.widthOfString(part.trimEnd()) / 72) * 96 <= width;
      const lines = linesOf(text, fits);
      if (lines.length <= mostLines) return lines;
      const last = lines.slice(mostLines - 1).join('');
      return [...lines.slice(0, mostLines - 1), cutToFit(last, fits, '...')].map((line) => line.trimEnd());
    }
  };
}

/** Broken after spaces and hyphens; a word that is longer than a line, within it. */
function linesOf(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=[ -])/)) {
    if (fits(line + word)) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line.trim() === '' ? lines : [...lines, line];
}

const MODULE = /<rect x="([0-9.e-]+)mm" y="([0-9.e-]+)mm" width="([0-9.]+)mm" height="\3mm" fill="black" \/>/g;
const LARGEST_MODULE = 2;

/** The library draws each module of the code separately. As one path it takes a third of the size and has no seams. */
function drawnAsOne(svg: string): string {
  const path: string[] = [];
  const marked = svg.replaceAll(MODULE, (rect: string, x: string, y: string, side: string) => {
    if (Number(side) > LARGEST_MODULE) return rect;
    path.push(`M${pixels(x)} ${pixels(y)}h${pixels(side)}v${pixels(side)}h-${pixels(side)}z`);
    return path.length === 1 ? HERE : '';
  });
  return marked.replace(HERE, `<path shape-rendering="crispEdges" fill="black" d="${path.join('')}"/>`);
}

const HERE = '<!--code-->';

function pixels(millimetres: string): string {
  return String(Number(((Number(millimetres) / 25.4) * 96).toFixed(3)));
}
