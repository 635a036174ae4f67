import { NO_HOUSE_NUMBER, type PostalAddress } from '../domain/values/postal-address.ts';

/** The characters allowed on a QR-bill: Latin-1, Latin Extended-A and a few more (Swiss Implementation Guidelines QR-bill 2.3). */
const ALLOWED = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0218-\u021b\u20ac]$/;

/** The maximum lengths of the fields of a QR-bill. */
export const LONGEST = { name: 70, street: 70, houseNumber: 16, zip: 16, city: 35, message: 140 } as const;

/** Common characters that a QR-bill allows only in their plain form. */
const PLAIN = new Map([...pairs('‘’‚‛ʼʻ′', "'"), ...pairs('“”„″', '"'), ...pairs('‐‑‒–—―−', '-'), ['ẞ', 'SS']]);

function pairs(signs: string, plain: string): [sign: string, plain: string][] {
  return [...signs].map((sign) => [sign, plain]);
}

/** A text in the characters of a QR-bill, cut to the length of the field. */
export function qrText(text: string, longest: number): string {
  const plain = [...text.normalize('NFC').replaceAll(/\s/g, ' ')].map(nearest).join('');
  const cut = [...plain.replaceAll(/ +/g, ' ').trim()].slice(0, longest).join('').trim();
  return cut === '' ? '.' : cut;
}

/** The character without diacritics. Lone marks and invisible characters become nothing, all others a point. */
function nearest(character: string): string {
  if (ALLOWED.test(character)) return character;
  if (/[\p{M}\p{C}]/u.test(character)) return '';
  const plain = PLAIN.get(character);
  if (plain !== undefined) return plain;
  const base = [...character.normalize('NFKD').replaceAll(/\p{M}/gu, '')];
  return base.every((part) => ALLOWED.test(part)) ? base.join('') : '.';
}

/** A structured address. The house number `-` means none and is never printed. */
export function qrAddress({ street, streetNumber, zip, city, countryCode }: PostalAddress): {
  address: string;
  buildingNumber?: string;
  zip: string;
  city: string;
  country: string;
} {
  return {
    address: qrText(street, LONGEST.street),
    ...(streetNumber === NO_HOUSE_NUMBER ? {} : { buildingNumber: qrText(streetNumber, LONGEST.houseNumber) }),
    zip: qrText(zip, LONGEST.zip),
    city: qrText(city, LONGEST.city),
    country: countryCode,
  };
}
