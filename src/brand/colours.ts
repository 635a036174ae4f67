/** The colours of the brand for mails, documents and drawings. Pages use the tokens of `web/assets/css/tokens.css`. */
export const BRAND = '#0b6e66';

/** Mails and documents, which are read on white paper. */
export const PAPER_BRAND = '#0b5c55';
export const PAPER_INK = '#101820';
export const PAPER_SOFT = '#5a6875';
export const PAPER_LINE = '#dde4ea';

/** Mails in the dark: the tokens of pages. */
export const DARK_BRAND = '#45bfb0';
export const DARK_ON_BRAND = '#06201d';
export const DARK_INK = '#e6edf2';
export const DARK_SOFT = '#a5b3bf';
export const DARK_LINE = '#2b3843';
export const DARK_PAPER = '#17212a';
export const DARK_GROUND = '#0e161d';
export const DARK_WARN = '#ff9e8c';
export const DARK_WARN_PALE = '#45201a';
