import type { Random } from '../random.ts';
import type { Route } from './routes.ts';

/** A form as a page shows it: names with the values that are in them, and what else could be chosen. */
export type ShownForm = {
  action: string;
  isMultipart: boolean;
  fields: { name: string; value: string; choices: readonly string[] }[];
  files: string[];
};

const MOST_OF_A_ROUTE = 24;

/** The forms that pages have shown, by route; the newest are kept. And the query parameters that links have. */
export class FormBook {
  readonly #forms = new Map<string, ShownForm[]>();
  readonly #parameters = new Map<string, Set<string>>();

  add({ name }: Route, form: ShownForm): void {
    const forms = this.#forms.get(name) ?? [];
    this.#forms.set(name, [...forms, form].slice(-MOST_OF_A_ROUTE));
  }

  pick(random: Random, { name }: Route): ShownForm | null {
    const forms = this.#forms.get(name) ?? [];
    return forms.length === 0 ? null : random.pick(forms);
  }

  noteParameter({ name: route }: Route, name: string): void {
    const names = this.#parameters.get(route) ?? new Set();
    this.#parameters.set(route, names.add(name));
  }

  parametersOf({ name }: Route): string[] {
    return [...(this.#parameters.get(name) ?? [])];
  }
}

/** The POST forms of a page. */
export function formsIn(page: string): ShownForm[] {
  return [...page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, head = '', content = '']) => {
    if (!/method="post"/i.test(head)) return [];
    const action = attribute(head, 'action');
    if (action === null || !action.startsWith('/')) return [];
    return [{ action, isMultipart: head.includes('multipart/form-data'), ...fieldsIn(content) }];
  });
}

function fieldsIn(content: string): Pick<ShownForm, 'fields' | 'files'> {
  const fields = new Map<string, { name: string; value: string; choices: string[] }>();
  const files: string[] = [];
  const note = (name: string, value: string, isSet: boolean): void => {
    const known = fields.get(name) ?? { name, value: '', choices: [] };
    known.choices.push(value);
    if (isSet) known.value = value;
    fields.set(name, known);
  };
  for (const [, tag = '', head = ''] of content.matchAll(/<(input|button|textarea)\b([^>]*)>/g)) {
    const name = attribute(head, 'name');
    if (name === null) continue;
    const type = attribute(head, 'type') ?? 'text';
    if (type === 'file') files.push(name);
    else if (type === 'checkbox' || type === 'radio')
      note(name, attribute(head, 'value') ?? 'on', / checked/.test(head));
    else if (tag === 'button') note(name, attribute(head, 'value') ?? '', true);
    else note(name, attribute(head, 'value') ?? '', true);
  }
  for (const [, name = '', choices = ''] of content.matchAll(/<select\b[^>]*\bname="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    for (const [, head = ''] of choices.matchAll(/<option\b([^>]*)>/g)) {
      note(name, attribute(head, 'value') ?? '', / selected/.test(head));
    }
  }
  return { fields: [...fields.values()], files };
}

function attribute(head: string, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1];
  return value === undefined ? null : unescaped(value);
}

const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => SIGNS[sign] ?? sign);
}
