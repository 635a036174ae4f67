import * as z from 'zod';
import { callbackFault } from '../callbacks/addresses.ts';
import { fromChf, type Rappen } from '../domain/values/money.ts';
import { defined } from '../operator/routes.ts';
import { wrongCall } from './command.ts';

/** Validates input with the schemas of the operator API. Throws one message with all problems. */
export function checkedInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw wrongCall(read.error.issues.flatMap(sentences).join('\n'));
}

function sentences(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[...issue.path, key].map(String).join('.')} is not a known setting.`);
  }
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const words = isMissing ? 'is missing' : issue.message.replace(/^Invalid (?:input|option): /, 'is invalid: ');
  return [`${issue.path.map(String).join('.')} ${words}.`.trimStart()];
}

/** As in the service. */
export function checkCallbackAddress(url: string, { callbackAllowPrivate }: { callbackAllowPrivate: boolean }): void {
  const fault = callbackFault(url, { allowPrivate: callbackAllowPrivate });
  if (fault !== null) throw wrongCall(`A callback URL ${fault}. Got: ${url}`);
}

/**
 * `name=value` words as an object; a dot leads into a part of it. Values of other than text fields are read as true,
 * false, null or a number.
 */
export function readSettings(words: readonly string[], textFields: ReadonlySet<string>): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1) throw wrongCall(`"${word}" is not a setting. Write name=value, such as preSigned=true`);
    const [name, text] = [word.slice(0, at), word.slice(at + 1)];
    put(read, name.split('.'), textFields.has(name) ? text : plain(text));
  }
  return read;
}

function put(record: Record<string, unknown>, [field = '', ...more]: readonly string[], value: unknown): void {
  if (more.length === 0) {
    record[field] = value;
    return;
  }
  const inner = { ...(record[field] as Record<string, unknown> | undefined) };
  put(inner, more, value);
  record[field] = inner;
}

function plain(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null' || text === '') return null;
  if (text.startsWith('[')) return list(text);
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A list is written as JSON. */
function list(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongCall(`This is not a list in JSON: ${text}`);
  }
}

type Limited = { smallDepositLimit?: number | undefined };
type InRappen<T> = { [K in keyof Omit<T, 'smallDepositLimit'>]: Exclude<T[K], undefined> } & {
  smallDepositLimit?: Rappen;
};

/** Converts CHF to Rappen. */
export function inRappen<T extends Limited>(input: T): InRappen<T> {
  const { smallDepositLimit, ...rest } = input;
  const limit = smallDepositLimit === undefined ? undefined : (fromChf(smallDepositLimit) ?? undefined);
  return defined({ ...rest, smallDepositLimit: limit }) as InRappen<T>;
}
