import { electronicFormatIBAN, isQRIBAN, isValidIBAN } from 'ibantools';

type Iban = string & { readonly is: 'Iban' };

/** Any valid IBAN, without spaces. */
export function parseIban(text: string): Iban | null {
  const iban = electronicFormatIBAN(text);
  return iban !== null && isValidIBAN(iban) ? (iban as Iban) : null;
}

/** An account that money can be sent to without a reference. */
export function parsePayable(text: string): Iban | null {
  const iban = parseIban(text);
  return iban !== null && !isQRIBAN(iban) ? iban : null;
}

/** An account that a Swiss QR-bill can be paid to: in Switzerland or Liechtenstein, and not a QR-IBAN. */
export function parseSwissIban(text: string): Iban | null {
  const iban = parseIban(text);
  return iban !== null && /^(CH|LI)/.test(iban) && !isQRIBAN(iban) ? iban : null;
}

export function parseQrIban(text: string): Iban | null {
  const iban = parseIban(text);
  return iban !== null && /^(CH|LI)/.test(iban) && isQRIBAN(iban) ? iban : null;
}

/** In groups of four, for display. */
export function groupedIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** The Swiss IBAN of a bank (five digits) and an account (twelve). */
export function swissIban(bank: string, account: string): Iban {
  const digits = `${bank}${account}121700`;
  const check = 98n - (BigInt(digits) % 97n);
  return `CH${String(check).padStart(2, '0')}${bank}${account}` as Iban;
}

/** For those who may know whose account it is, but not its number. */
export function maskedIban(iban: string): string {
  return `•••• ${iban.slice(-4)}`;
}
