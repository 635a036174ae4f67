/** Money is whole Rappen; CHF numbers exist only in answers. */
export type Rappen = number & { readonly unit: 'Rappen' };

export const LARGEST_DEPOSIT = 99_999_999_995 as Rappen;

export function rappen(count: number): Rappen {
  if (!Number.isSafeInteger(count)) throw new Error(`${count} is not a whole number of Rappen`);
  return count as Rappen;
}

/** As `toChf`, also of an amount below 0. */
export function signedChf(amount: number): number {
  return amount / 100;
}

/** The CHF number of an answer: 356000 Rappen are 3560. */
export function toChf(amount: Rappen): number {
  return amount / 100;
}

/** A CHF number from a set-up or sandbox call, or null when it has more than two decimals. */
export function fromChf(chf: number): Rappen | null {
  const [whole, fraction = ''] = chf.toFixed(4).split('.') as [string, string?];
  if (Math.abs(chf) > 1e12 || Number(`${whole}.${fraction.slice(0, 2)}`) !== chf) return null;
  return rappen(Math.round(chf * 100));
}

const AMOUNT = /^[0-9]+(?:\.[0-9]+)?$/;

/**
 * 2.2 rentalDeposit: digits, optionally a point and digits, rounded to the nearest 0.05 on the exact
 * decimal, halves up. Null when the text is not an amount. Huge amounts stay exact.
 */
export function roundedAmount(text: string): { rounded: bigint; changed: boolean } | null {
  if (!AMOUNT.test(text)) return null;
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  const scaled = BigInt(whole + fraction);
  const scale = 10n ** BigInt(fraction.length);
  const fives = (scaled * 40n + scale) / (scale * 2n);
  const rounded = fives * 5n;
  return { rounded, changed: rounded * scale !== scaled * 100n };
}

const TYPED_AMOUNT = /^(?:CHF)?([0-9]{1,12})(?:[.,]([0-9]{1,2}|[-–—]{1,2})?)?$/i;

/** An amount as people in Switzerland write it: `1’250.50`, `1250,5`, `CHF 250.–`. Null: not an amount. */
export function parseAmount(text: string): Rappen | null {
  const found = TYPED_AMOUNT.exec(text.replaceAll(/[\s’'`]/g, ''));
  if (found === null) return null;
  const [, whole = '', fraction = ''] = found;
  return rappen(Number(whole) * 100 + Number(fraction.replaceAll(/[-–—]/g, '').padEnd(2, '0')));
}

/** `4'500.50`, the Swiss format, the same in all four languages. */
export function formatChf(amount: Rappen): string {
  const whole = Math.trunc(amount / 100).toString();
  const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, '’');
  return `${grouped}.${String(amount % 100).padStart(2, '0')}`;
}

/** `−12.50`: also of an amount below 0. */
export function formatSigned(amount: number): string {
  return `${amount < 0 ? '−' : ''}${formatChf(rappen(Math.abs(amount)))}`;
}

/** The plain text of an amount, as in adjustments: `1000.05`. */
export function plainAmount(amount: Rappen): string {
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

/** As in files; below 0 with a hyphen: `-12.50`. */
export function plainSignedAmount(amount: number): string {
  return `${amount < 0 ? '-' : ''}${plainAmount(rappen(Math.abs(amount)))}`;
}
