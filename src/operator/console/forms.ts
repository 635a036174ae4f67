import type * as z from 'zod';
import { SetUpRefused } from '../../actions/set-up/refused.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { problemNotice } from '../../web/parts.ts';

/** What is wrong with a form, by the names of its fields. The key '' holds problems that belong to no field. */
export type Problems = Readonly<Record<string, string>>;

/** A form read by the rules of the operator API; the names of its fields are those of the API. */
export function readInput<S extends z.ZodType>(
  schema: S,
  typed: object,
): { value: z.output<S>; problems: null } | { value: null; problems: Problems } {
  const read = schema.safeParse(typed);
  if (read.success) return { value: read.data, problems: null };
  const problems: Record<string, string> = {};
  // The first problem of a field is the most specific.
  for (const { path, message } of read.error.issues) problems[path.join('.')] ??= inSentence(message);
  return { value: null, problems };
}

/** Runs a set-up action. A refusal becomes a problem of its field. Null: what it changes does not exist. */
export async function trySetUp<T>(
  work: Promise<T>,
  fields: readonly string[],
): Promise<{ value: T; problems: null } | { value: null; problems: Problems } | null> {
  try {
    return { value: await work, problems: null };
  } catch (error) {
    if (!(error instanceof SetUpRefused)) throw error;
    if (error.kind === 'unknown') return null;
    const field = fields.includes(error.about) ? error.about : '';
    return { value: null, problems: { [field]: inSentence(error.message) } };
  }
}

/** Shown above a refused form: each problem, with a link to its field. */
export function formProblemSummary(problems: Problems, labels: Readonly<Record<string, string>>): Content {
  const found = Object.entries(problems);
  if (found.length === 0) return null;
  const line = ([name, message]: [string, string]): Html =>
    labels[name] === undefined
      ? html`<li>${message}</li>`
      : html`<li><a href="#${name}">${labels[name]}</a>: ${message}</li>`;
  return problemNotice(
    html`<h2>${found.length === 1 ? '1 entry to correct' : `${found.length} entries to correct`}</h2>
      <ul>
        ${found.map(line)}
      </ul>`,
  );
}

/** Reads 4’500.50 and 4'500.50. Other text is returned unchanged, and the schema refuses it. */
export function numberFrom(text: string): number | string {
  const plain = text.replaceAll(/['’\s]/g, '');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text;
}

/** `must not be empty` becomes `This must not be empty.` */
export function inSentence(message: string): string {
  const words = /^(?:must|is|names|has|cannot)\b/.test(message) ? `This ${message}` : message;
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
