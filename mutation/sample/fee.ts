const LEAST = 10;

/** A tenth of the amount, at least ten; nothing for members. */
export function fee(amount: number, isMember: boolean): number {
  if (isMember) return 0;
  return Math.max(amount / 10, LEAST);
}

export function isLong(text: string): boolean {
  return text.length > 3;
}

export function untilZero(from: number): number {
  let left = from;
  while (left > 0) left -= 1;
  return left;
}

export function untested(one: boolean): string {
  return one ? 'a' : 'b';
}
