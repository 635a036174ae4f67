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
  return first(element, namesOf(path), 0);
}

/** An element of a foreign namespace does not count, even under the same name. */
export function findAll(element: XmlElement, path: string): XmlElement[] {
  const found: XmlElement[] = [];
  collect(element, namesOf(path), 0, found);
  return found;
}

function first(element: XmlElement, names: readonly string[], at: number): XmlElement | null {
  for (const child of element.children) {
    if (child.name !== names[at] || child.namespace !== element.namespace) continue;
    const found = at === names.length - 1 ? child : first(child, names, at + 1);
    if (found !== null) return found;
  }
  return null;
}

function collect(element: XmlElement, names: readonly string[], at: number, found: XmlElement[]): void {
  for (const child of element.children) {
    if (child.name !== names[at] || child.namespace !== element.namespace) continue;
    if (at === names.length - 1) found.push(child);
    else collect(child, names, at + 1, found);
  }
}

/** The same few paths are asked for in every entry. */
const paths = new Map<string, readonly string[]>();

function namesOf(path: string): readonly string[] {
  let names = paths.get(path);
  if (names === undefined) {
    names = path.split('/');
    paths.set(path, names);
  }
  return names;
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
