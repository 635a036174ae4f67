/** Counts calls, so that a stop can wait for the last one. */
export class CallsInProgress {
  #count = 0;
  #ended: () => void = () => undefined;

  async track<T>(call: Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await call;
    } finally {
      this.#count--;
      if (this.#count === 0) this.#ended();
    }
  }

  async end(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((ended) => (this.#ended = ended));
  }
}
