const HIDDEN = '…';

/** The host of an URL is kept; user, path and query, which may contain secrets, are not. */
const WEB_ADDRESS = /([a-z][a-z0-9+.-]{0,30}:\/\/)(?:[^\s/@]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi;
/** Matches only from the start of a word, so that a long word without an @ is scanned only once. */
const EMAIL = /(?<![^\s<>"'(),;:=])[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g;
/** Phone numbers, account numbers and references. */
const LONG_NUMBER = /\+?\d(?:[ -]?\d){7,}/g;
/** API keys and callback secrets, by their prefixes. */
const ISSUED = /\b(?:dpk|dsk|whsec)_[\w+/=-]{8,}/g;
const LONG_WORD = /[A-Za-z0-9_-]{20,}/g;

/** Shorter names are also common words. */
const SHORTEST_NAME = 3;

/** Removes what may be personal or secret: addresses, numbers, keys, tokens, and the given names. */
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

/** Random: digits with lower and upper case letters, or long hexadecimal. Identifiers in programs rarely look so. */
function isSecret(word: string): boolean {
  const isMixed = /[0-9]/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
  return isMixed || /^[0-9a-f]{32,}$/.test(word);
}
