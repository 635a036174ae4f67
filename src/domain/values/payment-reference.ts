/** Assigns a payment to its deposit: QRR for a QR-IBAN, SCOR (ISO 11649) for any other. */

const CARRY = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** 26 digits and their check digit, modulo 10 recursive. */
export function qrReference(digits: string): string {
  if (!/^[0-9]{26}$/.test(digits)) throw new Error('a QR reference is made of 26 digits');
  return digits + checkDigit(digits);
}

function checkDigit(digits: string): number {
  let carry = 0;
  for (const digit of digits) carry = CARRY[(carry + Number(digit)) % 10] as number;
  return (10 - carry) % 10;
}

/** `RF`, two check digits, and at most 21 letters and digits. */
export function creditorReference(text: string): string {
  if (!/^[0-9A-Z]{1,21}$/.test(text)) throw new Error('a creditor reference is made of 1 to 21 letters and digits');
  return `RF${String(98 - modulo97(`${text}RF00`)).padStart(2, '0')}${text}`;
}

/** ISO 7064: letters count as 10 to 35. */
function modulo97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Normalizes a reference as people and banks write it, with spaces. */
export function plainReference(text: string): string {
  return text.replaceAll(/\s+/g, '').toUpperCase();
}

export function isReference(text: string): boolean {
  if (/^[0-9]{27}$/.test(text)) return checkDigit(text.slice(0, 26)) === Number(text[26]);
  if (!/^RF[0-9]{2}[0-9A-Z]{1,21}$/.test(text)) return false;
  return modulo97(`${text.slice(4)}${text.slice(0, 4)}`) === 1;
}

/** In groups, as on a payment slip. */
export function groupedReference(reference: string): string {
  if (reference.startsWith('RF')) return reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return `${reference.slice(0, 2)} ${reference.slice(2).replaceAll(/(.{5})(?=.)/g, '$1 ')}`;
}
