import { isUtf8 } from 'node:buffer';

type Headers = Record<string, string | string[] | undefined>;

/** A header's value, or null if it is missing or blank. Read as UTF-8 if it is valid UTF-8, else as Latin-1. */
export function headerText(headers: Headers, name: string): string | null {
  const value = headers[name];
  const text = (Array.isArray(value) ? value.join(', ') : (value ?? '')).trim();
  if (text === '') return null;
  // oxlint-disable-next-line no-control-regex -- ASCII is just this range
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

const LONGEST_BROWSER = 200;

/** The browser as it names itself, for the evidence of a signature. */
export function browserIn(headers: Headers): string | null {
  return headerText(headers, 'user-agent')?.slice(0, LONGEST_BROWSER) ?? null;
}
