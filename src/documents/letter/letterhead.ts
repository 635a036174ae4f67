import { pngOnWhite } from '../../brand/png.ts';
import { PAPER_BRAND, PAPER_INK, PAPER_SOFT } from '../../brand/colours.ts';
import { SERVICE_NAME } from '../../domain/brand/brand.ts';
import { shadesOf } from '../../domain/brand/colour.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { dayOf, streetLine } from '../about.ts';
import { cutToFit } from '../fit.ts';
import { BOLD, REGULAR } from '../fonts.ts';
import type { Tags } from './tags.ts';

/** Who writes, and when. */
export type Sender = Pick<DocumentHead, 'at' | 'language' | 'organization' | 'brand'>;

/** In points: 53 by 15 mm. */
const LOGO_WIDTH = 150;
const LOGO_HEIGHT = 42;
const NAME_HEIGHT = 20;
const CLEAR = 16;

type Place = { left: number; width: number };
type Letterhead = {
  sender: Sender;
  /** The file of the logo. */
  logo: Buffer | null;
  /** In lines; none: the document is no letter. */
  recipient: readonly string[];
};

/** Name or logo and the recipient on the left; the organization and the day on the right. */
export function drawLetterhead(
  pdf: PDFKit.PDFDocument,
  tags: Tags,
  { sender, logo, recipient }: Letterhead,
  { left, width }: Place,
): void {
  const top = pdf.y;
  const belowMark = drawMark(pdf, tags, { sender, logo }, { left, width });
  pdf.y = top;
  tags.element('P', () => drawSender(pdf, sender, { left: left + width / 2, width: width / 2 }));
  const belowSender = pdf.y;
  if (recipient.length === 0) {
    pdf.y = Math.max(belowMark, belowSender) + 24;
    return;
  }
  pdf.y = belowMark + CLEAR;
  const options = { width: width / 2 - CLEAR, lineGap: 2 };
  tags.element('P', () => {
    pdf.font(REGULAR).fontSize(10.5).fillColor(PAPER_INK);
    const fits = (part: string): boolean => pdf.heightOfString(part, options) < 2.5 * pdf.heightOfString('A', options);
    for (const line of recipient) pdf.text(cutToFit(line, fits, '…'), left, pdf.y, options);
  });
  pdf.y = Math.max(belowSender, pdf.y) + 18;
}

/** The logo of the brand, or its name in its colour. Returns where it ends. */
function drawMark(
  pdf: PDFKit.PDFDocument,
  tags: Tags,
  { sender: { brand }, logo }: Pick<Letterhead, 'sender' | 'logo'>,
  { left, width }: Place,
): number {
  const top = pdf.y;
  const name = brand?.name ?? SERVICE_NAME;
  const picture = logo === null || brand === undefined || brand.logo === null ? null : { ...brand.logo, content: logo };
  const file = picture === null ? null : picture.type === 'image/png' ? onWhite(picture.sha256, picture.content) : logo;
  if (picture === null || file === null) {
    const colour = brand === undefined || brand.colour === null ? PAPER_BRAND : shadesOf(brand.colour).light.brand;
    tags.element('P', () => {
      pdf.font(BOLD).fontSize(14).fillColor(colour);
      const options = { width: width / 2 - CLEAR, lineBreak: true };
      const fits = (part: string): boolean =>
        pdf.heightOfString(part, options) < 2.5 * pdf.heightOfString('A', options);
      pdf.text(cutToFit(name, fits, '…'), left, top, options);
    });
    return Math.max(top + NAME_HEIGHT, pdf.y);
  }
  const scale = Math.min(LOGO_WIDTH / picture.width, LOGO_HEIGHT / picture.height, 72 / 96);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  tags.element('Figure', () => void pdf.image(file, left, top, { width: wide, height: high }), {
    alt: name,
    bbox: [left, top, left + wide, top + high],
  });
  return top + high;
}

function drawSender(pdf: PDFKit.PDFDocument, { organization, at }: Sender, { left, width }: Place): void {
  const { name, address } = organization;
  pdf.font(REGULAR).fontSize(9).fillColor(PAPER_SOFT);
  const options = { width, align: 'right', lineGap: 2 } as const;
  const inLines = (text: string, most: number): string =>
    cutToFit(text, (part) => pdf.heightOfString(part, options) < (most + 0.5) * pdf.heightOfString('A', options), '…');
  const lines = [inLines(name, 2), inLines(streetLine(address), 1), inLines(`${address.zip} ${address.city}`, 1)];
  for (const line of [...lines, dayOf(at)]) pdf.text(line, left, pdf.y, options);
}

/** Decoding takes longer than the rest of a document. */
const MOST_KNOWN = 50;
const known = new Map<string, Buffer | null>();

function onWhite(sha256: string, content: Buffer): Buffer | null {
  const found = known.get(sha256);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const picture = pngOnWhite(content);
  known.set(sha256, picture);
  return picture;
}
