export class GivenUp extends Error {}

/**
 * Lets many wait for their work and be released together when it is given up. Whoever was waiting is forgotten with the end of
 * its work: a promise that all of them raced against would remember each for as long as the process lives.
 */
export class GivingUp {
  readonly #waiting = new Set<(end: GivenUp) => void>();
  #isOver = false;

  /** What the work gives or throws, or that it was given up; it is not ended by that. */
  wait<T>(work: Promise<T>): Promise<T | GivenUp> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      void work.then(resolve, reject).finally(() => this.#waiting.delete(resolve));
      if (this.#isOver) resolve(new GivenUp('stopped'));
    });
  }

  now(): void {
    this.#isOver = true;
    for (const release of this.#waiting) release(new GivenUp('stopped'));
  }
}
