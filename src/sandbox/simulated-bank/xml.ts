import { SaxesParser } from 'saxes';

/**
 * The simulated bank has its own XML code and uses nothing of `src/bank`: with shared code, both sides would agree on the
 * same mistakes.
 */
export function xmlElement(
  name: string,
  content: string | readonly (string | null)[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const inner = typeof content === 'string' ? escaped(content) : content.filter((part) => part !== null).join('');
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${named.join('')}>${inner}</${name}>`;
}

export function xmlDocument(namespace: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('Document', [content], { xmlns: namespace })}\n`;
}

/** XML allows no control characters, so they are removed. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export type ParsedElement = {
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: ParsedElement[];
  text: string;
};

/** The root of a whole document. Throws for what is not well-formed, or has a document type. */
export function parseXml(xml: string): ParsedElement {
  const parser = new SaxesParser({ xmlns: true });
  const top: ParsedElement = { name: '', namespace: '', attributes: {}, children: [], text: '' };
  const open = [top];
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.values(attributes).map(({ name, value }) => [name, value]);
    const child = { name: local, namespace: uri, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(child);
    open.push(child);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += text;
  });
  parser.write(xml).close();
  return top.children[0] ?? top;
}

export function elementsAt(of: ParsedElement, path: string): ParsedElement[] {
  return path
    .split('/')
    .reduce((found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)), [of]);
}

export function textAt(of: ParsedElement, path: string): string {
  const [found] = elementsAt(of, path);
  if (found === undefined || found.text === '') throw new Error(`${of.name} has no ${path}`);
  return found.text;
}
