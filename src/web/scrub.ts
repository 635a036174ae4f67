const HIDDEN = '…';

/** Kept of an address on the web: where it leads to, not what opens the door there. */
const WEB_ADDRESS = /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi;
const EMAIL = /[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g;
/** Numbers of telephones, accounts and references. */
const LONG_NUMBER = /\+?\d(?:[ -]?\d){7,}/g;
const LONG_WORD = /[A-Za-z0-9_-]{20,}/g;

/** A text without what may be personal or secret in it: addresses, numbers of people, keys and tokens. */
export function scrub(text: string): string {
  return text
    .replace(WEB_ADDRESS, `$1$2/${HIDDEN}`)
    .replace(EMAIL, HIDDEN)
    .replace(IBAN, HIDDEN)
    .replace(LONG_WORD, (word) => (isSecret(word) ? HIDDEN : word))
    .replace(LONG_NUMBER, HIDDEN);
}

/** Drawn by lot: all sorts of characters, or hexadecimal digits throughout. Names in programs have few of either. */
function isSecret(word: string): boolean {
  const isMixed = /[0-9]/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
  return isMixed || /^[0-9a-f]{32,}$/.test(word);
}
