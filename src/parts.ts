type Part = { stop: () => Promise<void> | void };

/** The parts of the service that were started. They stop in reverse order, also if the start fails half-way. */
export class Parts {
  readonly #parts: Part[] = [];

  add<P extends Part>(part: P): P {
    this.#parts.push(part);
    return part;
  }

  async stop(): Promise<void> {
    for (const part of this.#parts.splice(0).toReversed()) await part.stop();
  }
}
