import { SaxesParser } from 'saxes';
import { FileRefused } from './file-refused.ts';
import { decodeText, type Chunks } from './decode-text.ts';
import { PlainXml } from './plain-xml.ts';
import { quotedText, type XmlElement } from './xml-element.ts';
import { OUTSIDE, resolveName, type Scope } from './xml-names.ts';

/** ISO 20022 goes about 20 deep. */
const DEEPEST = 50;
/** Characters of one tag or text, or between two. */
const LONGEST_MARK = 1_000_000;
/** Characters that may be held of elements which are not given out yet; an element counts as 100. */
const LARGEST_PART = 20_000_000;
const ELEMENT_COUNTS = 100;

type XmlReading<T> = {
  /** What the namespace of the root may be. */
  namespaces: ReadonlySet<string>;
  /** What the file shall be, for the sentence of a refusal. */
  expected: string;
  /** Why a file of this namespace is refused, where more can be said; null: it is not expected. */
  whyNotRead?: (namespace: string) => string | null;
  /**
   * Paths of elements that are given out as soon as they are closed. They are then cut out of their parent, so that
   * what is held at any time is one of them and the beginnings of those around it.
   */
  cut: ReadonlySet<string>;
  /** What to make of such an element, and of the root. Asked at once: what comes after it is not yet in its parent. */
  read: (element: XmlElement) => Iterable<T>;
};

/**
 * What is made of the elements of a file, as a stream: those to be cut, each after those within it, and the root at the
 * end, when nothing can go wrong any more. Refused: what is no well-formed XML, another namespace, and
 * document types, which alone can declare entities; nothing is ever expanded.
 */
export async function* readXml<T>(chunks: Chunks, reading: XmlReading<T>): AsyncGenerator<T> {
  const tree = new Tree(reading);
  for await (const text of decodeText(chunks, () => tree.line)) {
    tree.write(text);
    yield* tree.take();
  }
  yield* tree.close();
}

class Tree<T> {
  /** Reads the beginning that is plain, mostly the whole file. */
  readonly #plain: PlainXml;
  /** Reads the rest of a file that is not plain. */
  #parser: SaxesParser | null = null;
  readonly #reading: XmlReading<T>;
  readonly #paths: Step;
  /** The open elements, the innermost last. */
  readonly #open: OpenElement[] = [];
  #ready: T[] = [];
  #root: XmlElement | null = null;
  #held = 0;
  #lastMark = 0;
  #isClosing = false;

  constructor(reading: XmlReading<T>) {
    this.#reading = reading;
    this.#paths = stepsOf(reading.cut);
    this.#plain = new PlainXml({
      open: (name, attributes) => this.#openElement(name, attributes),
      close: () => this.#closeElement(),
      text: (text) => this.#addText(text),
    });
  }

  /** Of what was written. */
  get line(): number {
    return this.#parser?.line ?? this.#plain.line + this.#plain.rest.split('\n').length - 1;
  }

  write(text: string): void {
    if (this.#parser !== null) this.#parser.write(text);
    else if (!this.#plain.write(text)) this.#goOn().write(this.#plain.rest);
    if (this.#pending() > LONGEST_MARK) {
      this.#refuse(`there is no element in more than ${LONGEST_MARK} characters.`, this.line);
    }
  }

  close(): Iterable<T> {
    if (this.#parser === null && !this.#plain.isComplete) this.#goOn().write(this.#plain.rest);
    this.#isClosing = true;
    this.#parser?.close();
    const last = this.#root === null ? [] : this.#reading.read(this.#root);
    return [...this.take(), ...last];
  }

  take(): T[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Has a complete parser go on where the plain part ends: it knows which elements are open, and nothing else. */
  #goOn(): SaxesParser {
    const parser = new SaxesParser({ xmlns: false, forceXMLVersion: true, defaultXMLVersion: '1.0' });
    const { path, hasRoot, line } = this.#plain;
    parser.write(hasRoot && path.length === 0 ? '<Document/>' : path.map((name) => `<${name}>`).join(''));
    parser.line = line;
    // At most six: with a seventh handler V8 turns the parser into a slow object, and reading takes four times as long.
    parser.on('error', ({ message }) => this.#refuse(this.#malformed(message.replace(/^[0-9]+:[0-9]+: /, ''))));
    parser.on('doctype', () => this.#refuse('the file has a document type (DOCTYPE), which no bank needs.'));
    parser.on('opentag', ({ name, attributes }) => this.#openElement(name, attributes));
    parser.on('closetag', () => this.#closeElement());
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
    this.#parser = parser;
    this.#mark();
    return parser;
  }

  /** Characters since the last mark. */
  #pending(): number {
    return this.#parser === null ? this.#plain.rest.length : this.#parser.position - this.#lastMark;
  }

  #lineOfMark(): number {
    return this.#parser?.line ?? this.#plain.line;
  }

  #openElement(written: string, attributes: Readonly<Record<string, string>>): void {
    this.#mark();
    const around = this.#open.at(-1);
    const resolved = resolveName(written, attributes, around?.scope ?? OUTSIDE);
    if ('problem' in resolved) this.#refuse(this.#malformed(resolved.problem));
    const { name, namespace, scope } = resolved;
    const parent = around?.element ?? null;
    if (parent === null) this.#checkRoot(name, namespace);
    else if (parent.text !== '') this.#refuse(`${parent.name} has text beside elements.`);
    if (this.#open.length >= DEEPEST) this.#refuse(`elements are nested more than ${DEEPEST} deep.`);
    let held = ELEMENT_COUNTS;
    let hasAttributes = false;
    for (const attribute in attributes) {
      hasAttributes = true;
      held += attribute.length + (attributes[attribute] as string).length;
    }
    const element: XmlElement = {
      name,
      namespace,
      line: this.#lineOfMark(),
      attributes: hasAttributes ? attributes : NO_ATTRIBUTES,
      parent,
      children: NO_CHILDREN,
      text: '',
    };
    if (parent?.children === NO_CHILDREN) parent.children = [element];
    else parent?.children.push(element);
    // The elements of a path are all of one namespace.
    const isSame = parent === null || parent.namespace === namespace;
    const step = isSame ? (around === undefined ? this.#paths : around.step)?.next.get(name) : undefined;
    this.#open.push({ element, step, scope, heldBefore: this.#held });
    this.#hold(held);
  }

  #closeElement(): void {
    this.#mark();
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const { element, step, heldBefore } = closed;
    if (element.parent === null) {
      this.#root = element;
    } else if (step?.isEnd === true) {
      element.parent.children.pop();
      for (const made of this.#reading.read(element)) this.#ready.push(made);
      this.#held = heldBefore;
    }
  }

  /** White space between elements is not kept: it would add up in the element around a hundred thousand others. */
  #addText(text: string): void {
    this.#mark();
    const element = this.#open.at(-1)?.element;
    if (element === undefined || !/\S/.test(text)) return;
    if (element.children.length > 0) this.#refuse(`${element.name} has text beside elements.`);
    element.text += text;
    this.#hold(text.length);
  }

  #checkRoot(name: string, namespace: string): void {
    const { namespaces, expected, whyNotRead } = this.#reading;
    if (name === 'Document' && namespaces.has(namespace)) return;
    const why = whyNotRead?.(namespace) ?? null;
    if (why !== null) this.#refuse(why);
    const found =
      namespace === '' ? `${quotedText(name)} without a namespace` : `${quotedText(name)} of ${quotedText(namespace)}`;
    this.#refuse(`the file is no ${expected}: its root is ${found}.`);
  }

  #hold(characters: number): void {
    this.#held += characters;
    if (this.#held > LARGEST_PART) this.#refuse(`a part of the file is larger than ${LARGEST_PART} characters.`);
  }

  #mark(): void {
    this.#lastMark = this.#parser?.position ?? 0;
  }

  #malformed(message: string): string {
    const problem = message.replace(/\.$/, '');
    return this.#isClosing
      ? `the file ends too early and is not complete (${problem}).`
      : `the file is not well-formed XML (${problem}).`;
  }

  #refuse(problem: string, line = this.#lineOfMark()): never {
    throw new FileRefused(line, problem);
  }
}

type OpenElement = { element: XmlElement; step: Step | undefined; scope: Scope; heldBefore: number };

/** The paths of the elements to be cut, as a tree. */
type Step = { next: Map<string, Step>; isEnd: boolean };

function stepsOf(paths: ReadonlySet<string>): Step {
  const first: Step = { next: new Map(), isEnd: false };
  for (const path of paths) {
    let step = first;
    for (const name of path.split('/')) {
      const next: Step = step.next.get(name) ?? { next: new Map(), isEnd: false };
      step.next.set(name, next);
      step = next;
    }
    step.isEnd = true;
  }
  return first;
}

/** Most elements have neither: nothing is allocated for them. */
const NO_ATTRIBUTES = Object.freeze({});
const NO_CHILDREN: XmlElement[] = [];
