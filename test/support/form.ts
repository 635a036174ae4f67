/** The fields a browser would send for the form with this action, unchanged. */
export function readForm(page: string, action: string): Record<string, string> {
  const forms = page.split('<form ').slice(1);
  const form = forms.find((text) => attribute(text.slice(0, text.indexOf('>')), 'action')?.split('?')[0] === action);
  if (form === undefined) throw new Error(`there is no form to ${action}`);
  const body = form.slice(0, form.indexOf('</form>'));
  const inputs = [...body.matchAll(/<input\b([^>]*)>/g)].flatMap(([, attributes = '']): [string, string][] => {
    const name = attribute(attributes, 'name');
    return name === null ? [] : [[name, attribute(attributes, 'value') ?? '']];
  });
  const selects = [...body.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map(
    ([, attributes = '', options = '']): [string, string] => {
      const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, text = '']) => text);
      const chosen = all.find((text) => /\bselected\b/.test(text)) ?? all[0] ?? '';
      return [attribute(attributes, 'name') ?? '', attribute(chosen, 'value') ?? ''];
    },
  );
  return Object.fromEntries([...inputs, ...selects]);
}

/** The problem shown at a field, or null. */
export function problemAt(page: string, field: string): string | null {
  const text = new RegExp(`id="${field}-problem">([^<]*)<`).exec(page)?.[1];
  return text === undefined ? null : unescaped(text);
}

/** The names of the fields with a problem. */
export function problemFields(page: string): string[] {
  return [...page.matchAll(/id="([A-Za-z0-9]+)-problem"/g)].map(([, field = '']) => field);
}

function attribute(attributes: string, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? null : unescaped(value);
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

export function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] as string);
}
