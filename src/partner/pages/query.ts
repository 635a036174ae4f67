import { withoutInvisible } from '../../domain/values/visible.ts';
import { isId } from '../../storage/database/ids.ts';

/** What the address of a list asks for. What is malformed is not asked for. */

export function idIn(query: URLSearchParams, name: string): string | null {
  const id = query.get(name);
  return id !== null && isId(id) ? id : null;
}

export function textIn(query: URLSearchParams, name: string): string | null {
  const text = withoutInvisible(query.get(name) ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim();
  return text === '' ? null : text;
}

export function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
