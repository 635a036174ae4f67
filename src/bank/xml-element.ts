import { FileRefused } from './file-refused.ts';

/** An element of a bank's file. It has text or children, never both; every value stays text. */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: XmlElement | null;
  children: XmlElement[];
  text: string;
};

/** The first element at the end of a path such as `RmtInf/Strd/CdtrRefInf/Ref`, on any branch. */
export function find(element: XmlElement, path: string): XmlElement | null {
  return findAll(element, path)[0] ?? null;
}

/** An element of a foreign namespace does not count, even under the same name. */
export function findAll(element: XmlElement, path: string): XmlElement[] {
  const slash = path.indexOf('/');
  const name = slash === -1 ? path : path.slice(0, slash);
  const found = element.children.filter((child) => child.name === name && child.namespace === element.namespace);
  return slash === -1 ? found : found.flatMap((child) => findAll(child, path.slice(slash + 1)));
}

/** Null when it is missing or blank. */
export function elementText(element: XmlElement, path: string): string | null {
  const text = find(element, path)?.text.trim() ?? '';
  return text === '' ? null : text;
}

export function need(element: XmlElement, path: string): XmlElement {
  const found = find(element, path);
  if (found === null) throw new FileRefused(element.line, `${element.name} has no ${path}.`);
  return found;
}

export function needText(element: XmlElement, path: string): string {
  const text = elementText(element, path);
  if (text === null) throw new FileRefused(element.line, `${element.name} has no ${path}, or it is empty.`);
  return text;
}

/** An invalid value from a file, shortened for a message. */
export function quotedText(text: string): string {
  return text.length > 80 ? `"${text.slice(0, 80)}…"` : `"${text}"`;
}
