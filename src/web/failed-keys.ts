import { setTimeout as wait } from 'node:timers/promises';

const ALLOWED_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const WAIT_MS = 1_000;
const MOST_ADDRESSES = 10_000;

/** Slows down an address that keeps trying wrong keys. Right keys never wait. */
export class FailedKeys {
  /** The times of the last failures, newest last. */
  readonly #failures = new Map<string, number[]>();

  async slowDown(address: string): Promise<void> {
    const now = performance.now();
    const recent = (this.#failures.get(address) ?? []).filter((time) => time > now - MINUTE_MS);
    recent.push(now);
    this.#failures.delete(address);
    this.#failures.set(address, recent.slice(-ALLOWED_A_MINUTE - 1));
    if (this.#failures.size > MOST_ADDRESSES) this.#forgetOldest();
    if (recent.length > ALLOWED_A_MINUTE) await wait(WAIT_MS);
  }

  #forgetOldest(): void {
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined) this.#failures.delete(oldest);
  }
}
