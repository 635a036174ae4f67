import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * A statement that each connection parses and plans once. For texts with few variants: each stays in memory. The columns of
 * its result are named, because PostgreSQL refuses a prepared `select *` once a migration has added a column.
 */
export function prepared(text: string, values: readonly unknown[]): { name: string; text: string; values: unknown[] } {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return { name, text, values: [...values] };
}
