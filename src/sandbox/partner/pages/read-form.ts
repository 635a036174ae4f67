import type { Form } from '../../../web/forms.ts';
import type { PlayField, PlayForm } from './play-form.ts';

/** The body of the call that a form stands for. What is left empty is not sent; what is malformed is refused by its schema. */
export function bodyOf(
  { fields, fixed = {} }: Pick<PlayForm, 'fields' | 'fixed'>,
  form: Form,
): Record<string, unknown> {
  const body: Record<string, unknown> = { ...fixed };
  for (const field of fields) {
    const value = valueOf(field, (form.get(field.name) ?? '').trim());
    if (value !== undefined) put(body, field.name.split('.'), value);
  }
  return body;
}

function valueOf({ kind }: PlayField, text: string): unknown {
  if (kind === 'yes') return text === 'yes';
  if (text === '') return undefined;
  if (kind === 'amount' || kind === 'tenant') return numberOr(text);
  return kind === 'fields' ? jsonOr(text) : text;
}

/** `2’400.50` is read as people write it. */
function numberOr(text: string): number | string {
  const plain = text.replaceAll(/['’\s]/g, '');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function put(body: Record<string, unknown>, [name = '', ...inside]: readonly string[], value: unknown): void {
  if (inside.length === 0) {
    body[name] = value;
    return;
  }
  const member = (body[name] ?? {}) as Record<string, unknown>;
  body[name] = member;
  put(member, inside, value);
}
