/** What a round is about. All but the usual ones have a world of their own. */
export const SPECIAL = {
  standby: 'a primary and its standby, of which one fails',
  cells: 'organizations move between two cells, some moves are killed',
  years: 'the clock jumps over the year of closings that nobody has answered',
} as const;
export type SpecialSort = keyof typeof SPECIAL;
export type RoundSort = 'usual' | SpecialSort;

/** So many rounds are a block: the usual ones in one world, then one of each other sort. */
const BLOCK = 20;
const SORTS = Object.keys(SPECIAL) as SpecialSort[];

export type Numbered = { round: number; sort: RoundSort };

/** The sort follows from the number, so that a round can be repeated alone. */
export function sortOf(round: number, without: readonly SpecialSort[]): RoundSort {
  const sort = SORTS[((round - 1) % BLOCK) - (BLOCK - SORTS.length)];
  return sort === undefined || without.includes(sort) ? 'usual' : sort;
}

/** The rounds that share a world with the first of these. */
export function blockOf([first, ...others]: readonly Numbered[]): Numbered[] {
  if (first === undefined) return [];
  if (first.sort !== 'usual') return [first];
  const block = ({ round }: Numbered): number => Math.floor((round - 1) / BLOCK);
  const end = others.findIndex((one) => one.sort !== 'usual' || block(one) !== block(first));
  return [first, ...(end < 0 ? others : others.slice(0, end))];
}
