import { NO_HOUSE_NUMBER, type PostalAddress } from '../domain/postal-address.ts';

/** What a QR-bill may contain: Latin-1, Latin Extended-A and a few more (Swiss Implementation Guidelines QR-bill 2.3). */
const ALLOWED = /[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]/;

/** A text as a QR-bill may hold it: other letters by their nearest, and no longer than the field. */
export function qrText(text: string, longest: number): string {
  const plain = [...text.normalize('NFC')].map(nearest).join('').replaceAll(/\s+/g, ' ').trim();
  const cut = [...plain].slice(0, longest).join('').trim();
  return cut === '' ? '.' : cut;
}

function nearest(character: string): string {
  if (ALLOWED.test(character)) return character;
  const base = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return base !== '' && [...base].every((part) => ALLOWED.test(part)) ? base : '.';
}

/** A structured address. The house number `-` stands for none, and is never printed. */
export function qrAddress({ street, streetNumber, zip, city, countryCode }: PostalAddress): {
  address: string;
  buildingNumber?: string;
  zip: string;
  city: string;
  country: string;
} {
  return {
    address: qrText(street, 70),
    ...(streetNumber === NO_HOUSE_NUMBER ? {} : { buildingNumber: qrText(streetNumber, 16) }),
    zip: qrText(zip, 16),
    city: qrText(city, 35),
    country: countryCode,
  };
}
