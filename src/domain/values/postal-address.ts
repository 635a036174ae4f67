/** In Switzerland, without a country: of organizations and providers. */
export type OrganizationAddress = { street: string; streetNumber: string; zip: string; city: string };

export type PostalAddress = {
  street: string;
  streetNumber: string;
  zip: string;
  city: string;
  countryCode: string;
};

/** 2.5: the value for a missing house number. Never printed on a QR-bill. */
export const NO_HOUSE_NUMBER = '-';

/** In one line, as in `Seestrasse 5, 8000 Zürich, CH`. What the bank reports may lack the street. */
export function postalLine({ street, streetNumber, zip, city, countryCode }: PostalAddress): string {
  const house = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`.trim();
  return [house, `${zip} ${city}`.trim(), countryCode].filter((part) => part !== '').join(', ');
}

/** 2.5: the text before the first digit is the street, the rest the house number; null without a digit. */
export function splitStreet(street: string): { street: string; houseNumber: string } | null {
  const digit = street.search(/[0-9]/);
  if (digit === -1) return null;
  return { street: street.slice(0, digit).trim(), houseNumber: street.slice(digit).trim() };
}
