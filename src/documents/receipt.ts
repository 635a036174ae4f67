import type { Data } from 'swissqrbill/types';
import { cutToFit } from './fit.ts';
import { REGULAR } from './fonts.ts';

const MILLIMETRE = 72 / 25.4;
/** Lines of name and address that fit twice above the amount of the receipt. */
const MOST_LINES = 5;

/**
 * The receipt of a QR-bill is narrow, and the library would print over its amount. Very long names and addresses are
 * therefore cut, in the code as well as in print: both must say the same.
 */
export function fittingReceipt(pdf: PDFKit.PDFDocument, data: Data): Data {
  const options = { width: 52 * MILLIMETRE, lineGap: -0.5 };
  pdf.font(REGULAR).fontSize(8);
  const line = pdf.heightOfString('A', options);
  // Includes the following line break, which takes space too.
  const linesOf = (text: string): number => Math.round(pdf.heightOfString(`${text}\n`, options) / line);

  const { account, ...person } = data.creditor;
  const { name, address, buildingNumber, zip, city, country } = person;
  // As the library prints them.
  const street = (part: string): string => (buildingNumber === undefined ? part : `${part} ${buildingNumber}`);
  const place = (part: string): string => `${country === 'CH' ? '' : `${country} - `}${zip} ${part}`;
  if (linesOf(name) + linesOf(street(address)) + linesOf(place(city)) <= MOST_LINES) return data;

  const fitting = {
    ...person,
    name: cutToFit(name, (part) => linesOf(part) <= 2),
    address: cutToFit(address, (part) => linesOf(street(part)) <= 2) || '.',
    city: cutToFit(city, (part) => linesOf(place(part)) <= 1) || '.',
  };
  return { ...data, creditor: { account, ...fitting }, debtor: fitting };
}
