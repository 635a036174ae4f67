export type EmailAddress = string & { readonly is: 'EmailAddress' };
export type PhoneNumber = string & { readonly is: 'PhoneNumber' };

const LONGEST_EMAIL = 254;
const LONGEST_LOCAL_PART = 64;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const NUMBER = /^[0-9]+$/;

export function parseEmail(text: string): EmailAddress | null {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > LONGEST_LOCAL_PART || text.length > LONGEST_EMAIL) return null;
  if (!LOCAL_PART.test(text.slice(0, at)) || !isDomain(text.slice(at + 1))) return null;
  return text as EmailAddress;
}

/** A domain that mail can be sent to: at least two labels, the last one not a number. */
export function isDomain(text: string): boolean {
  return text.length <= 253 && DOMAIN.test(text) && !NUMBER.test(text.slice(text.lastIndexOf('.') + 1));
}

/** Addresses and domains are compared case-insensitively. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Whether a text contains the address as a whole, not as part of a longer address, which belongs to someone else. */
export function isNamedIn(text: string, key: string): boolean {
  const folded = emailKey(text);
  for (let at = folded.indexOf(key); at >= 0; at = folded.indexOf(key, at + 1)) {
    const before = folded.slice(Math.max(0, at - LOOKED_AT), at);
    const after = folded.slice(at + key.length, at + key.length + LOOKED_AT);
    if (!GOES_ON_BEFORE.test(before) && !GOES_ON_AFTER.test(after)) return true;
  }
  return false;
}

/** Two characters of up to two UTF-16 units each. */
const LOOKED_AT = 4;
/** Quotes and other delimiters end an address; an apostrophe does not if it is inside a name. */
const GOES_ON_BEFORE = /[\p{L}\p{N}._+-]$|[\p{L}\p{N}]'$/u;
const GOES_ON_AFTER = /^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u;

export function emailDomain(email: EmailAddress): string {
  return emailKey(email.slice(email.lastIndexOf('@') + 1));
}

const PHONE = /^\+[1-9][0-9]{6,14}$/;

/** 2.7, in its order. A number that starts with `+` after cleaning is left as it is. */
export function normalizePhone(text: string): PhoneNumber | null {
  const cleaned = text.replaceAll(/[^0-9+]/g, '');
  const phone = international(cleaned);
  return PHONE.test(phone) ? (phone as PhoneNumber) : null;
}

function international(cleaned: string): string {
  if (cleaned.startsWith('+')) return cleaned;
  if (cleaned.startsWith('00')) return `+${cleaned.slice(2)}`;
  if (cleaned.startsWith('41')) return `+${cleaned}`;
  if (cleaned.startsWith('0')) return `+41${cleaned.slice(1)}`;
  return `+${cleaned}`;
}

/** Country codes of one and two digits (ITU-T E.164); all others have three. */
const SHORT_CODES = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** For display: `+41 44 123 45 67`. */
export function groupedPhone(phone: string): string {
  const swiss = /^\+41(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(phone);
  if (swiss !== null) return `+41 ${swiss.slice(1).join(' ')}`;
  if (!PHONE.test(phone)) return phone;
  const digits = phone.slice(1);
  const code = SHORT_CODES.exec(digits)?.[0] ?? digits.slice(0, 3);
  return `+${code} ${digits.slice(code.length).replaceAll(/(\d{3})(?=\d{2})/g, '$1 ')}`;
}

/** `l•••@m•••.example`: enough to recognize one's own address, too little to reveal another's. */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  const labels = domain.split('.');
  return `${first(name)}•••@${first(labels[0] ?? '')}•••.${labels.at(-1)}`;
}

function first(text: string): string {
  return [...text][0] ?? '';
}
