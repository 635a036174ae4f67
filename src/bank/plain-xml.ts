/** What is told of a document while it is read. */
type XmlEvents = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close: () => void;
  text: (text: string) => void;
};

const NO_ATTRIBUTES = Object.freeze({});

/** `<?xml version="1.0" encoding="UTF-8"?>`, up to the first element. */
const BEGINNING =
  /^(?:<\?xml version="1\.0"(?: encoding="[A-Za-z][A-Za-z0-9._-]*")?(?: standalone="(?:yes|no)")? ?\?>)?[ \t\n]*(?=<[A-Za-z_])/;
/** A beginning that has no element until then is left to a complete parser. */
const LONGEST_BEGINNING = 500;
/** A start tag, and an attribute in it. The value has no `&`, no `<`, and no white space but spaces. */
const TAG = /<([A-Za-z_][A-Za-z0-9_.:-]*)((?:[ \t\n]+[A-Za-z_][A-Za-z0-9_.:-]*="[^"<&\t\n]*")*)[ \t\n]*(\/?)>/y;
const ATTRIBUTE = /(?<![A-Za-z0-9_.:-])([A-Za-z_][A-Za-z0-9_.:-]*)="([^"]*)"/g;
/** What XML does not allow, and characters of two units, of which a half may be missing. */
// oxlint-disable-next-line no-control-regex
const UNUSUAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', apos: "'", quot: '"' };

/**
 * Reads the plain part of XML, which is nearly all of what banks write: elements, attributes, text and the five entities
 * that every document has. That takes a third of the time of a complete parser. At anything else (comments, CDATA,
 * processing instructions, a document type, whatever is malformed) it stops at the last mark before it: a complete parser
 * goes on from there, with its rules and in its words.
 */
export class PlainXml {
  readonly #events: XmlEvents;
  /** The names of the open elements. */
  readonly path: string[] = [];
  /** Text that was not read yet. It begins with a text or a mark. */
  rest = '';
  /** The line of `rest`. */
  line = 1;
  /** Start tags by their text: the same few occur in every entry. */
  readonly #tags = new Map<string, Tag>();
  #hasBegun = false;
  hasRoot = false;
  /** Of the text that is being read: whether a content of it may have entities, and where its next line ends. */
  #mayHaveEntities = true;
  #lineEnd = -1;

  constructor(events: XmlEvents) {
    this.#events = events;
  }

  /** False: it does not know what `rest` begins with. */
  write(text: string): boolean {
    const whole = this.rest + text;
    // The second unit of a line break may be in the next piece.
    const isHalf = whole.endsWith('\r');
    const read = isHalf ? whole.slice(0, -1) : whole;
    this.rest = read.includes('\r') ? read.replaceAll(/\r\n?/g, '\n') : read;
    const isKnown = !UNUSUAL.test(text) && this.#read();
    if (isHalf) this.rest += '\r';
    return isKnown;
  }

  /** Whether the document may end here. */
  get isComplete(): boolean {
    return this.hasRoot && this.path.length === 0 && this.rest.trim() === '';
  }

  #read(): boolean {
    if (!this.#hasBegun) {
      const beginning = BEGINNING.exec(this.rest)?.[0];
      if (beginning === undefined) return this.rest.length < LONGEST_BEGINNING;
      // All of it is left to the other parser if the root is unusual.
      if (!this.rest.includes('>', beginning.length)) return this.rest.length < LONGEST_BEGINNING;
      TAG.lastIndex = beginning.length;
      if (!TAG.test(this.rest)) return false;
      this.#hasBegun = true;
      this.#pass(this.rest, 0, beginning.length);
      this.rest = this.rest.slice(beginning.length);
    }
    const text = this.rest;
    this.#mayHaveEntities = text.includes('&') || text.includes(']]>');
    this.#lineEnd = -1;
    let at = 0;
    let isKnown = true;
    while (isKnown) {
      const mark = text.indexOf('<', at);
      const end = mark === -1 ? -1 : text.indexOf('>', mark);
      if (end === -1) break;
      const next = this.#step(text, at, mark, end);
      isKnown = next !== null;
      at = next ?? at;
    }
    this.rest = text.slice(at);
    return isKnown;
  }

  /** Reads a text and the mark after it. Returns where that ends; null: it is unusual, and nothing was told of it. */
  #step(text: string, at: number, mark: number, end: number): number | null {
    const name = this.path.at(-1);
    const content = mark === at ? '' : this.#contentOf(text.slice(at, mark));
    if (content === null || (name === undefined && (this.hasRoot || content.trim() !== ''))) return null;
    if (text.charCodeAt(mark + 1) === SLASH) {
      if (name === undefined || end - mark - 2 !== name.length || !text.startsWith(name, mark + 2)) return null;
      this.#tell(text, at, mark, content);
      this.path.pop();
      this.#events.close();
      return end + 1;
    }
    const written = text.slice(mark + 1, end);
    const seen = this.#tags.get(written);
    const tag = seen ?? tagAt(text, mark);
    if (tag === null) return null;
    if (seen === undefined) this.#remember(written, tag);
    this.#tell(text, at, mark, content);
    if (tag.hasLines) this.#pass(text, mark, mark + tag.length);
    this.hasRoot = true;
    this.path.push(tag.name);
    this.#events.open(tag.name, tag.attributes);
    if (tag.isEmpty) {
      this.path.pop();
      this.#events.close();
    }
    return mark + tag.length;
  }

  /** A `>` in an attribute is not its end. */
  #remember(written: string, tag: Tag): void {
    const isWhole = tag.length === written.length + 2;
    if (isWhole && written.length <= LONGEST_TAG && this.#tags.size < MOST_TAGS) this.#tags.set(written, tag);
  }

  #tell(text: string, at: number, mark: number, content: string): void {
    if (mark === at) return;
    this.#pass(text, at, mark);
    this.#events.text(content);
  }

  /** Null: it has something else than the five entities. */
  #contentOf(text: string): string | null {
    if (!this.#mayHaveEntities) return text;
    if (text.includes(']]>')) return null;
    if (!text.includes('&')) return text;
    const isPlain = text.replaceAll(/&(?:amp|lt|gt|apos|quot);/g, '').includes('&');
    return isPlain ? null : text.replaceAll(/&([a-z]+);/g, (_, name: string) => ENTITIES[name] ?? '');
  }

  /** Counts the lines. What comes before was counted. */
  #pass(text: string, from: number, to: number): void {
    if (this.#lineEnd < from) this.#lineEnd = lineEnd(text, from);
    while (this.#lineEnd < to) {
      this.line++;
      this.#lineEnd = lineEnd(text, this.#lineEnd + 1);
    }
  }
}

const SLASH = '/'.charCodeAt(0);
const MOST_TAGS = 1_000;
const LONGEST_TAG = 100;

type Tag = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  isEmpty: boolean;
  length: number;
  hasLines: boolean;
};

/** Where the line ends; infinite: not in this text. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? Infinity : end;
}

/** Null: it is unusual. */
function tagAt(text: string, mark: number): Tag | null {
  TAG.lastIndex = mark;
  const tag = TAG.exec(text);
  const attributes = tag === null ? null : attributesOf(tag[2] ?? '');
  if (tag === null || attributes === null) return null;
  const [whole, name = '', , end] = tag;
  return { name, attributes, isEmpty: end === '/', length: whole.length, hasLines: whole.includes('\n') };
}

/** Null: one occurs twice. */
function attributesOf(written: string): Readonly<Record<string, string>> | null {
  if (written === '') return NO_ATTRIBUTES;
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [, name = '', value = ''] of written.matchAll(ATTRIBUTE)) {
    if (name in attributes) return null;
    attributes[name] = value;
  }
  return attributes;
}
