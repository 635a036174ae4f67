/** The most similar name of `known`, or null if none is close. */
export function didYouMean(typed: string, known: Iterable<string>): string | null {
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let best: { name: string; distance: number } | null = null;
  for (const name of known) {
    const distance = distanceOf(typed.toLowerCase(), name.toLowerCase());
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** A suggestion to append to a message; empty if no name is close. */
export function orDidYouMean(typed: string, known: Iterable<string>): string {
  const meant = didYouMean(typed, known);
  return meant === null ? '' : ` Did you mean ${meant}?`;
}

/** Edit distance: changed, added, removed or swapped neighbouring letters. */
export function distanceOf(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, with_] of b.entries()) {
      const at = (line: readonly number[], index: number): number => line[index] ?? Infinity;
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === with_;
      row.push(
        Math.min(
          at(row, j) + 1,
          at(last, j + 1) + 1,
          at(last, j) + (letter === with_ ? 0 : 1),
          isSwapped ? at(beforeLast, j - 1) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
