import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FileRefused } from './file-refused.ts';
import { decodeUtf8, type Chunks } from './decode-utf8.ts';
import { quotedText, type XmlElement } from './xml-element.ts';

/** ISO 20022 goes about 20 deep. */
const DEEPEST = 50;
/** Characters of one tag, text or comment. */
const LONGEST_MARK = 1_000_000;
/** Characters that may be held of elements which are not given out yet; an element counts as 100. */
const LARGEST_PART = 20_000_000;
const ELEMENT_COUNTS = 100;

type XmlReading<T> = {
  /** What the namespace of the root may be. */
  namespaces: ReadonlySet<string>;
  /** What the file shall be, for the sentence of a refusal. */
  expected: string;
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
 * end, when nothing can go wrong any more. Refused: what is no well-formed UTF-8 XML, another namespace, and
 * document types, which alone can declare entities; nothing is ever expanded.
 */
export async function* readXml<T>(chunks: Chunks, reading: XmlReading<T>): AsyncGenerator<T> {
  const tree = new Tree(reading);
  for await (const text of decodeUtf8(chunks, () => tree.line)) {
    tree.write(text);
    yield* tree.take();
  }
  yield* tree.close();
}

class Tree<T> {
  readonly #parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  readonly #reading: XmlReading<T>;
  readonly #cutNames: ReadonlySet<string>;
  /** The open elements, with what was held before each. */
  readonly #open: { element: XmlElement; heldBefore: number }[] = [];
  #ready: T[] = [];
  #root: XmlElement | null = null;
  #held = 0;
  #lastMark = 0;
  #isClosing = false;

  constructor(reading: XmlReading<T>) {
    this.#reading = reading;
    this.#cutNames = new Set([...reading.cut].map((path) => path.slice(path.lastIndexOf('/') + 1)));
    const parser = this.#parser;
    parser.on('error', ({ message }) => this.#refuse(this.#malformed(message.replace(/^[0-9]+:[0-9]+: /, ''))));
    parser.on('doctype', () => this.#refuse('the file has a document type (DOCTYPE), which no bank needs.'));
    parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
      if (!/^(utf-?8|us-ascii)$/i.test(encoding)) this.#refuse(`the file is in ${quotedText(encoding)}, not in UTF-8.`);
    });
    parser.on('opentag', (tag) => this.#openElement(tag));
    parser.on('closetag', () => this.#closeElement());
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
    parser.on('comment', () => this.#mark());
    parser.on('processinginstruction', () => this.#mark());
  }

  get line(): number {
    return this.#parser.line;
  }

  write(text: string): void {
    this.#parser.write(text);
    if (this.#parser.position - this.#lastMark > LONGEST_MARK) {
      this.#refuse(`a tag, a text or a comment is longer than ${LONGEST_MARK} characters.`);
    }
  }

  close(): Iterable<T> {
    this.#isClosing = true;
    this.#parser.close();
    return this.#root === null ? [] : this.#reading.read(this.#root);
  }

  take(): T[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #openElement({ local, uri, attributes }: SaxesTagNS): void {
    this.#mark();
    const parent = this.#open.at(-1)?.element ?? null;
    if (parent === null) this.#checkRoot(local, uri);
    if (this.#open.length >= DEEPEST) this.#refuse(`elements are nested more than ${DEEPEST} deep.`);
    if (parent !== null && parent.text !== '') this.#refuse(`${parent.name} has text beside elements.`);
    const values = Object.values(attributes).map(({ name, value }): [string, string] => [name, value]);
    const element: XmlElement = {
      name: local,
      namespace: uri,
      line: this.line,
      attributes: Object.fromEntries(values),
      parent,
      children: [],
      text: '',
    };
    parent?.children.push(element);
    this.#open.push({ element, heldBefore: this.#held });
    this.#hold(values.reduce((sum, [name, value]) => sum + name.length + value.length, ELEMENT_COUNTS));
  }

  #closeElement(): void {
    this.#mark();
    const isCut = this.#isCut();
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const { element, heldBefore } = closed;
    if (element.parent === null) {
      this.#root = element;
    } else if (isCut) {
      element.parent.children.pop();
      this.#ready.push(...this.#reading.read(element));
      this.#held = heldBefore;
    }
  }

  #isCut(): boolean {
    const last = this.#open.at(-1)?.element;
    if (last === undefined || !this.#cutNames.has(last.name)) return false;
    const path = this.#open.map(({ element }) => element);
    if (!this.#reading.cut.has(path.map(({ name }) => name).join('/'))) return false;
    return path.every(({ namespace }) => namespace === last.namespace && this.#reading.namespaces.has(namespace));
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
    const { namespaces, expected } = this.#reading;
    if (name === 'Document' && namespaces.has(namespace)) return;
    const found =
      namespace === '' ? `${quotedText(name)} without a namespace` : `${quotedText(name)} of ${quotedText(namespace)}`;
    this.#refuse(`the file is no ${expected}: its root is ${found}.`);
  }

  #hold(characters: number): void {
    this.#held += characters;
    if (this.#held > LARGEST_PART) this.#refuse(`a part of the file is larger than ${LARGEST_PART} characters.`);
  }

  #mark(): void {
    this.#lastMark = this.#parser.position;
  }

  #malformed(message: string): string {
    const problem = message.replace(/\.$/, '');
    return this.#isClosing
      ? `the file ends too early and is not complete (${problem}).`
      : `the file is not well-formed XML (${problem}).`;
  }

  #refuse(problem: string): never {
    throw new FileRefused(this.line, problem);
  }
}
