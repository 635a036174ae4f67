/** Reproducible random numbers: the same seed and number give the same input, whatever ran before. */
export class Random {
  #state: number;

  constructor(seed: number, number: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
    for (let n = 0; n < 4; n++) this.#next();
  }

  /** mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** From 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor((this.#next() / 4_294_967_296) * limit);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(share: number): boolean {
    return this.#next() / 4_294_967_296 < share;
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('Nothing to pick from.');
    return choices[this.below(choices.length)] as T;
  }

  /** `[3, a], [1, b]`: a three times as often as b. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let rest = this.below(choices.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, choice] of choices) {
      if (rest < weight) return choice;
      rest -= weight;
    }
    throw new Error('Nothing to choose from.');
  }

  /** Some of them, each once, in their order. */
  some<T>(choices: readonly T[], count: number): T[] {
    const rest = [...choices];
    while (rest.length > count) rest.splice(this.below(rest.length), 1);
    return rest;
  }

  characters(alphabet: string, length: number): string {
    let text = '';
    for (let n = 0; n < length; n++) text += alphabet[this.below(alphabet.length)];
    return text;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let n = 0; n < length; n++) bytes[n] = this.below(256);
    return bytes;
  }
}
