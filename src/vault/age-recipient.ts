// A public key of age is 32 bytes in Bech32 (BIP 173) with the prefix `age`. Checked here, because the library that
// encrypts takes a moment to load, and every process reads its settings.

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const PREFIX = 'age';
/** 32 bytes in groups of 5 bits, and 6 letters of checksum. */
const LENGTH = 52 + 6;

/** Whether the text is a public key of age (`age1…`), with the right checksum. */
export function isRecipient(text: string): boolean {
  const data = text.startsWith(`${PREFIX}1`) ? text.slice(PREFIX.length + 1) : '';
  const values = [...data].map((letter) => LETTERS.indexOf(letter));
  if (values.length !== LENGTH || values.includes(-1)) return false;
  const codes = [...PREFIX].map((letter) => letter.charCodeAt(0));
  return checksum([...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]) === 1;
}

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, part] of GENERATOR.entries()) if (((top >> bit) & 1) === 1) sum ^= part;
  }
  return sum;
}
