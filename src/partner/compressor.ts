import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';

/**
 * Compresses contents one after the other, each to a complete frame, with a single compressor. The compressors that
 * zlib's own functions create stay in memory, with their content, until V8 marks the heap.
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
        // The stream is unusable after an error; the next content gets a new one.
        if (this.#stream === stream) [this.#stream, this.#parts] = [null, []];
        fail(error);
      };
      stream.on('error', failed);
      stream.write(content);
      stream.flush(constants.ZSTD_e_end, () => {
        // The error event follows.
        if (stream.errored !== null) return;
        // Emits the rest as data events.
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
