/** The colours of the brand for mails, documents and drawings. Pages use the tokens of `web/assets/css/tokens.css`. */
export const BRAND = '#0b6e66';

/** Mails and documents, which are read on white paper. */
export const PAPER_BRAND = '#0b5c55';
export const PAPER_INK = '#101820';
export const PAPER_SOFT = '#5a6875';
export const PAPER_LINE = '#dde4ea';
