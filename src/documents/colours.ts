export const GREEN = '#0b5c55';
export const INK = '#101820';
export const SOFT = '#5a6875';
export const LINE = '#dde4ea';
