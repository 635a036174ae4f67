const HIDDEN = '…';

/** Kept of an address on the web: where it leads to, not what opens the door there. */
const WEB_ADDRESS = /([a-z][a-z0-9+.-]{0,30}:\/\/)(?:[^\s/@]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi;
/** From the beginning of a word on, never from its middle: a long one without an @ is then looked at only once. */
const EMAIL = /(?<![^\s<>"'(),;:=])[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g;
/** Numbers of telephones, accounts and references. */
const LONG_NUMBER = /\+?\d(?:[ -]?\d){7,}/g;
/** What we issue says what it is, however its letters fell. */
const ISSUED = /\b(?:dpk|dsk|whsec)_[\w+/=-]{8,}/g;
const LONG_WORD = /[A-Za-z0-9_-]{20,}/g;

/** Shorter ones are words of any language, too. */
const SHORTEST_NAME = 3;

/** A text without what may be personal or secret in it: addresses, numbers of people, keys and tokens, and these names. */
export function scrub(text: string, names: readonly string[] = []): string {
  return withoutNames(text, names)
    .replace(ISSUED, HIDDEN)
    .replace(WEB_ADDRESS, `$1$2/${HIDDEN}`)
    .replace(EMAIL, HIDDEN)
    .replace(IBAN, HIDDEN)
    .replace(LONG_WORD, (word) => (isSecret(word) ? HIDDEN : word))
    .replace(LONG_NUMBER, HIDDEN);
}

function withoutNames(text: string, names: readonly string[]): string {
  const parts = names.flatMap((name) => name.split(/[^\p{L}\p{M}]+/u)).filter((part) => part.length >= SHORTEST_NAME);
  if (parts.length === 0) return text;
  return text.replaceAll(new RegExp(`(?<!\\p{L})(?:${parts.join('|')})(?!\\p{L})`, 'giu'), HIDDEN);
}

/** Drawn by lot: all sorts of characters, or hexadecimal digits throughout. Names in programs have few of either. */
function isSecret(word: string): boolean {
  const isMixed = /[0-9]/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
  return isMixed || /^[0-9a-f]{32,}$/.test(word);
}
