/** The commercial-register number: `CHE` and nine digits, with or without `-` and `.`, the last a check digit. */
const SHAPE = /^CHE-?([0-9]{3})\.?([0-9]{3})\.?([0-9]{3})$/;
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4];

export function isUid(text: string): boolean {
  const digits = uidDigits(text);
  if (digits === null) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === Number(digits[8]);
}

/** The nine digits, for comparing different spellings of one number. */
export function uidDigits(text: string): string | null {
  const parts = SHAPE.exec(text);
  return parts === null ? null : parts.slice(1).join('');
}
