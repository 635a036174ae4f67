import { isUtf8 } from 'node:buffer';

type Headers = Record<string, string | string[] | undefined>;

/** A header's value; null when it is missing or blank. Bytes beyond ASCII are read as UTF-8 where they are. */
export function headerText(headers: Headers, name: string): string | null {
  const value = headers[name];
  const text = (Array.isArray(value) ? value.join(', ') : (value ?? '')).trim();
  if (text === '') return null;
  // oxlint-disable-next-line no-control-regex -- ASCII is just this range
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}
