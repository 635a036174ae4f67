import type { Adjustment } from '../deposit.ts';
import { withoutInvisible } from '../values/visible.ts';
import type { FieldName, PayloadFault, Problem, TenantField } from './problem.ts';

/** A JSON object as it was sent, with the problems and adjustments found so far. */
export type Reading = {
  body: Readonly<Record<string, unknown>>;
  problems: Problem[];
  adjustments: Adjustment[];
  /** Fields of a tenant that are required of an open call and may be missing here. */
  mayLack?: ReadonlySet<TenantField> | undefined;
};

type Sent = { is: 'text'; text: string } | { is: 'nothing' } | { is: 'not_text' };

/** 2.1: every value is a string; `""` and `null` count as not sent; a number or boolean is invalid. */
export function sent(body: Readonly<Record<string, unknown>>, field: string): Sent {
  const value = body[field];
  if (typeof value === 'string') {
    const text = shown(field, value);
    return text === '' ? { is: 'nothing' } : { is: 'text', text };
  }
  return value === undefined || value === null ? { is: 'nothing' } : { is: 'not_text' };
}

/** The text of a field whose problems are reported elsewhere. */
export function textOf(body: Readonly<Record<string, unknown>>, field: FieldName): string | null {
  const value = body[field];
  return typeof value === 'string' ? shown(field, value) || null : null;
}

/** Contract status repeats the contract id as it was sent; everything else is read by people. */
function shown(field: string, value: string): string {
  return clean(field === 'externalContractId' ? value : withoutInvisible(value));
}

/** Removes control characters, then surrounding white space. */
export function clean(value: string): string {
  return (hasControlCharacter(value) ? value.replaceAll(/\p{Cc}/gu, '') : value).trim();
}

/** Category `Cc`. On short texts this loop is several times faster than a regular expression. */
function hasControlCharacter(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  }
  return false;
}

export const LONGEST_TEXT = 255;
export const LONGEST_CONTRACT_ID = 128;

/** Reads a text into a value, or says what is wrong with it. */
export type Parse<T> = (text: string) => { value: T } | PayloadFault;

/** Undefined: there is a problem; it is recorded. */
export function required<T>(reading: Reading, field: FieldName, parse: Parse<T>): T | undefined {
  const value = optional(reading, field, parse);
  if (value === null) return fault(reading, field, { code: 'missing' });
  return value;
}

/** Null: not sent. Undefined: there is a problem; it is recorded. */
export function optional<T>(reading: Reading, field: FieldName, parse: Parse<T>): T | null | undefined {
  const value = sent(reading.body, field);
  switch (value.is) {
    case 'nothing':
      return null;
    case 'not_text':
      return fault(reading, field, { code: 'not_text' });
    case 'text': {
      const parsed = parse(value.text);
      return 'value' in parsed ? parsed.value : fault(reading, field, parsed);
    }
  }
}

export function fault(reading: Reading, field: FieldName, found: PayloadFault): undefined {
  reading.problems.push({ field, ...found });
}

/** A text of at most `limit` code points. */
export function textUpTo(limit: number): Parse<string> {
  return (value) => {
    if (!value.isWellFormed()) return { code: 'not_unicode' };
    return isLonger(value, limit) ? { code: 'too_long', limit } : { value };
  };
}

/** Any text of ordinary length. */
export const text = textUpTo(LONGEST_TEXT);

/** A text that `check` converts to a value; null is a fault. */
export function checkedField<T>(check: (text: string) => T | null, found: PayloadFault): Parse<T> {
  return (value) => {
    const read = check(value);
    return read === null ? found : { value: read };
  };
}

export function oneOf<const T extends string>(choices: readonly T[]): Parse<T> {
  return (value) =>
    (choices as readonly string[]).includes(value) ? { value: value as T } : { code: 'invalid_choice', choices };
}

function isLonger(value: string, limit: number): boolean {
  if (value.length <= limit) return false;
  return value.length > limit * 2 || [...value].length > limit;
}

/** All parts, or undefined if any part has a problem. */
export function complete<T extends object>(parts: { [K in keyof T]: T[K] | undefined }): T | undefined {
  for (const name in parts) if (parts[name] === undefined) return undefined;
  return parts as T;
}
