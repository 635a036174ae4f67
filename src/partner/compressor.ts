import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';

/**
 * Compresses one content after the other, each to a whole of its own. One compressor does them all: those that zlib's own
 * functions make for a single content stay in memory, with the content, until the heap is marked.
 */
export class Compressor {
  readonly #make: () => ZstdCompress;
  #stream: ZstdCompress | null = null;
  #parts: Buffer[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(make: () => ZstdCompress = createZstdCompress) {
    this.#make = make;
  }

  compress(content: Buffer): Promise<Buffer> {
    const compressed = this.#turn.then(() => this.#compress(content));
    this.#turn = compressed.catch(() => undefined);
    return compressed;
  }

  #compress(content: Buffer): Promise<Buffer> {
    const stream = (this.#stream ??= this.#start());
    return new Promise((done, fail) => {
      const failed = (error: Error): void => {
        // It is of no use any more, whatever else it says. The next content gets another one.
        if (this.#stream === stream) [this.#stream, this.#parts] = [null, []];
        fail(error);
      };
      stream.on('error', failed);
      stream.write(content);
      stream.flush(constants.ZSTD_e_end, () => {
        // Its error is still to come.
        if (stream.errored !== null) return;
        // What is still waiting inside comes out as data, too.
        while (stream.read() !== null);
        stream.off('error', failed);
        done(Buffer.concat(this.#parts));
        this.#parts = [];
      });
    });
  }

  #start(): ZstdCompress {
    return this.#make().on('data', (part: Buffer) => this.#parts.push(part));
  }
}
