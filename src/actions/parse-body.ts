import { isUtf8 } from 'node:buffer';
import { objectBody, type Body } from '../domain/open-call.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** The body of an open call, or a line of an import: one JSON object. */
export function parseBody(payload: Buffer): Body {
  if (!isUtf8(payload)) return { is: 'not_utf8' };
  const text = payload.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    return { is: 'not_json' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { is: 'not_an_object' };
  return objectBody(value as Record<string, unknown>);
}
