/** A piece of XML. Text becomes one only through `element`, which escapes it. */
export type Xml = { readonly xml: string };

/** Text, or elements in their order; null stands for one that is left out. */
export function element(
  name: string,
  content: string | readonly (Xml | null)[],
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const names = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner =
    typeof content === 'string'
      ? escaped(content)
      : `\n${content.flatMap((part) => (part === null ? [] : `${part.xml}\n`)).join('')}`;
  return { xml: `<${name}${names.join('')}>${inner}</${name}>` };
}

export function document(namespace: string, content: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', [content], { xmlns: namespace }).xml}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
