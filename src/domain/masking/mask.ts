import {
  CONTRACT_FIELDS,
  PROPERTY_FIELDS,
  TENANT_FIELDS,
  TENANT_PREFIXES,
  type TenantField,
} from '../payload/problem.ts';

/** A payload as an operator may see it: personal data is masked, but its shape still helps to find a fault. */
export function maskPayload(payload: Uint8Array): { is: 'fields'; text: string } | { is: 'shape'; text: string } {
  const text = new TextDecoder().decode(payload);
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { is: 'fields', text: JSON.stringify(masked(value, null), null, 2) };
  } catch {
    return { is: 'shape', text: shapeOf(text) };
  }
}

/** Fields about a contract, a property or a company. All others, also unknown ones, may be about a person. */
const SHOWN_OF_TENANT: readonly TenantField[] = [
  'Type',
  'Title',
  'AddressCountryCode',
  'CompanyName',
  'LegalForm',
  'Domicile',
  'ZefixUid',
];
const SHOWN: ReadonlySet<string> = new Set([
  ...CONTRACT_FIELDS,
  ...PROPERTY_FIELDS,
  'ownerCountryCode',
  ...TENANT_PREFIXES.flatMap((prefix) => SHOWN_OF_TENANT.map((field) => `${prefix}${field}`)),
]);

/** Field names of our own reveal nothing; others might. */
const KNOWN: ReadonlySet<string> = new Set([
  ...SHOWN,
  ...TENANT_PREFIXES.flatMap((prefix) => TENANT_FIELDS.map((field) => `${prefix}${field}`)),
]);

function masked(value: unknown, field: string | null): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, field));
  if (typeof value === 'object' && value !== null) {
    const inner = field === null ? (name: string) => name : () => 'unknown';
    return Object.fromEntries(
      Object.entries(value).map(([name, content]) => [nameOf(name), masked(content, inner(name))]),
    );
  }
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return field !== null && SHOWN.has(field) ? value : '•••';
  const text = typeof value === 'string' ? value : '';
  return field !== null && SHOWN.has(field) ? maskStrays(text) : maskText(text);
}

/** An unknown field name is shown unless it looks like a value. */
function nameOf(name: string): string {
  return KNOWN.has(name) || /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name) ? name : maskText(name);
}

const MOST_DOTS = 12;

/** The first letter and a few dots: the length helps to find a fault, the content does not. */
export function maskText(text: string): string {
  const letters = [...text];
  if (letters.length <= 1) return letters.length === 0 ? '' : '•';
  return `${letters[0]}${'•'.repeat(Math.min(letters.length - 1, MOST_DOTS))}`;
}

const STRAYS = [
  // Only from the start of a word, so that a long word without an @ is scanned once.
  /(?<![^\s@<>"',;])[^\s@<>"',;]+@[^\s@<>"',;]+/g,
  /\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{1,4}){3,8}\b/g,
  /(?:\+|\b00?)[0-9][0-9 ()/.-]{7,}[0-9]/g,
];

/** Recognizable personal data is masked in any field. */
function maskStrays(text: string): string {
  return STRAYS.reduce((rest, pattern) => rest.replaceAll(pattern, maskText), text);
}

const LONGEST_SHAPE = 4_000;

/** Of a body that is not JSON only the shape is shown: letters become x, digits 0. */
function shapeOf(text: string): string {
  const shape = text.slice(0, LONGEST_SHAPE).replaceAll(/\p{L}/gu, 'x').replaceAll(/\p{N}/gu, '0');
  return text.length > LONGEST_SHAPE ? `${shape}…` : shape;
}
