import Pdf from 'pdfkit';
import { SwissQRBill } from 'swissqrbill/svg';
import type { DocumentFacts } from '../domain/document.ts';
import { registerFonts } from './fonts.ts';
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
  const bill = new SwissQRBill(fittingReceipt(paper, qrBill(facts, WORDS[facts.language])), {
    language: facts.language.toUpperCase() as 'DE',
    fontName: 'Arial',
  });
  return drawnAsOne(bill.toString())
    .replaceAll('font-family="Arial"', FONTS)
    .replace('<svg ', `<svg viewBox="0 0 ${WIDTH.toFixed(2)} ${HEIGHT.toFixed(2)}" `);
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
