import { FileRefused } from './file-refused.ts';

export type Chunks = AsyncIterable<Uint8Array>;

/** A file given as one chunk is still read in pieces. */
const PIECE = 65_536;

/** The XML declaration is in the first bytes. */
const HEAD = 1_024;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The text of a file, in small pieces. A character may span chunks; an invalid one refuses the file. */
export async function* decodeText(chunks: Chunks, line: () => number): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    if (decoder !== null) {
      yield* pieces(chunk, decoder);
      continue;
    }
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < HEAD) continue;
    const head = Buffer.concat(held);
    held = [];
    decoder = decoderFor(head);
    yield* pieces(head, decoder);
  }
  const rest = Buffer.concat(held);
  decoder ??= decoderFor(rest);
  yield* pieces(rest, decoder);
  yield decode(decoder, new Uint8Array(), false);

  function* pieces(bytes: Uint8Array, by: TextDecoder): Generator<string> {
    for (let start = 0; start < bytes.length; start += PIECE)
      yield decode(by, bytes.subarray(start, start + PIECE), true);
  }

  function decode(by: TextDecoder, bytes: Uint8Array, stream: boolean): string {
    try {
      return by.decode(bytes, { stream });
    } catch {
      const problem = `the file is not in ${by.encoding.toUpperCase()} (a character is damaged).`;
      throw new FileRefused(line() + linesBeforeFault(by.encoding, bytes), problem);
    }
  }
}

/** The beginning of a file as text. Null: its encoding is not one that is read. */
export function beginning(head: Uint8Array): string | null {
  const encoding = encodingOf(head);
  return encoding.is === 'unreadable' ? null : new TextDecoder(encoding.is).decode(head);
}

/** The end of a file as text; `tail` starts at an even position of the file, `head` are its first bytes. */
export function ending(head: Uint8Array, tail: Uint8Array): string {
  const encoding = encodingOf(head);
  return new TextDecoder(encoding.is === 'unreadable' ? 'utf-8' : encoding.is).decode(tail);
}

function decoderFor(head: Uint8Array): TextDecoder {
  const encoding = encodingOf(head);
  if (encoding.is === 'unreadable') throw new FileRefused(1, encoding.why);
  return new TextDecoder(encoding.is, { fatal: true });
}

/**
 * What the declaration may call them. As browsers do, ISO-8859-1 is read as Windows-1252: they differ in control
 * characters alone, which are in no name.
 */
const DECLARED: ReadonlyMap<string, Encoding | 'utf-16'> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['utf-16', 'utf-16'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
]);

/** A byte order mark, or the first `<` in two bytes. */
const MARKS: readonly [Encoding, ...number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
  ['utf-16le', 0x3c, 0x00],
  ['utf-16be', 0x00, 0x3c],
];

function encodingOf(head: Uint8Array): { is: Encoding } | { is: 'unreadable'; why: string } {
  const [marked = null] = MARKS.find(([, ...bytes]) => bytes.every((byte, index) => head[index] === byte)) ?? [];
  const declaration = /^<\?xml\s[^>]*/.exec(
    new TextDecoder(marked ?? 'windows-1252').decode(head.subarray(0, HEAD)),
  )?.[0];
  const name = /\sencoding\s*=\s*["']([^"']{1,40})["']/.exec(declaration ?? '')?.[1];
  if (name === undefined) return { is: marked ?? 'utf-8' };
  const declared = DECLARED.get(name.toLowerCase());
  if (declared === undefined) {
    const why = `the file is in ${JSON.stringify(name)}. UTF-8, UTF-16, ISO-8859-1 and Windows-1252 can be read.`;
    return { is: 'unreadable', why };
  }
  if (marked === null && !declared.startsWith('utf-16')) return { is: declared as Encoding };
  if (marked !== null && marked.startsWith(declared)) return { is: marked };
  const why = `the file says that it is in ${JSON.stringify(name)}, and it is in ${marked?.toUpperCase() ?? 'another encoding'}.`;
  return { is: 'unreadable', why };
}

function linesBeforeFault(encoding: string, bytes: Uint8Array): number {
  const [sound = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD');
  return sound.split('\n').length - 1;
}
