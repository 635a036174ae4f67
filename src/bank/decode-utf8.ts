import { FileRefused } from './file-refused.ts';

export type Chunks = AsyncIterable<Uint8Array | string>;

/** A file given as one chunk is still read in pieces. */
const PIECE = 65_536;

/** The text of a file, in small pieces. A character may span chunks; invalid UTF-8 refuses the file. */
export async function* decodeUtf8(chunks: Chunks, line: () => number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') yield decode(new Uint8Array());
    for (let start = 0; start < chunk.length; start += PIECE) {
      const end = start + PIECE;
      yield typeof chunk === 'string' ? chunk.slice(start, end) : decode(chunk.subarray(start, end), true);
    }
  }
  yield decode(new Uint8Array());

  function decode(bytes: Uint8Array, stream = false): string {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      throw new FileRefused(line() + linesBeforeFault(bytes), 'the file is not in UTF-8 (a character is damaged).');
    }
  }
}

function linesBeforeFault(bytes: Uint8Array): number {
  const [sound = ''] = new TextDecoder().decode(bytes).split('\uFFFD');
  return sound.split('\n').length - 1;
}
