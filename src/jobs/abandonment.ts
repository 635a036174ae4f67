export class Abandoned extends Error {}

/**
 * Lets a stop release everyone who waits for work in progress. Each waiter is forgotten when its work ends: racing all
 * of them against one promise would keep every one in memory for as long as the process lives.
 */
export class Abandonment {
  readonly #waiting = new Set<(end: Abandoned) => void>();
  #isOver = false;

  /** Resolves or rejects with the work, or resolves with `Abandoned`. The work itself is not ended. */
  wait<T>(work: Promise<T>): Promise<T | Abandoned> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      void work.then(resolve, reject).finally(() => this.#waiting.delete(resolve));
      if (this.#isOver) resolve(new Abandoned('stopped'));
    });
  }

  now(): void {
    this.#isOver = true;
    for (const release of this.#waiting) release(new Abandoned('stopped'));
  }
}
