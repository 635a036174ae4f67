import type { Random } from '../random.ts';
import type { Place } from './routes.ts';

const MOST_OF_A_PLACE = 300;
const LONGEST = 2_000;

/** Values that answers have shown: ids and tokens by the place of an address, which later inputs use. */
export class Pool {
  readonly #values = new Map<Place, string[]>();
  readonly #known = new Map<Place, Set<string>>();

  /** What visitors need to stay: no input that removes or changes things names these. */
  readonly kept = new Set<string>();

  add(place: Place, value: string): void {
    if (value === '' || value.length > LONGEST) return;
    const values = this.#values.get(place) ?? [];
    const known = this.#known.get(place) ?? new Set();
    this.#values.set(place, values);
    this.#known.set(place, known);
    if (known.has(value)) return;
    known.add(value);
    if (values.length < MOST_OF_A_PLACE) values.push(value);
    else {
      const at = Math.floor(Math.random() * MOST_OF_A_PLACE);
      known.delete(values[at] ?? '');
      values[at] = value;
    }
  }

  /** Null: none is known. With `isFree`, none of those that must stay. */
  pick(random: Random, place: Place, isFree = false): string | null {
    const values = this.#values.get(place) ?? [];
    const free = isFree ? values.filter((value) => !this.kept.has(value)) : values;
    // The newest are the likeliest to be in a step where something is possible.
    const newest = free.slice(-30);
    if (free.length === 0) return null;
    return random.chance(0.4) ? random.pick(newest) : random.pick(free);
  }

  sizes(): Record<string, number> {
    return Object.fromEntries([...this.#values].map(([place, values]) => [place, values.length]));
  }
}
