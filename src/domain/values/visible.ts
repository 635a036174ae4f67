/**
 * Characters that cannot be seen but change what is: marks of writing direction, zero-width characters, soft hyphens
 * (category `Cf`), and the two separators that break lines. With them, a name can show as another one.
 */
const INVISIBLE = /[\p{Cf}\u2028\u2029]/gu;

/** All of them but the soft hyphen lie above. Most texts have none, and a loop is faster than a regular expression. */
const FIRST_INVISIBLE = 0x600;
const SOFT_HYPHEN = 0xad;

export function withoutInvisible(text: string): string {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= FIRST_INVISIBLE || code === SOFT_HYPHEN) return text.replaceAll(INVISIBLE, '');
  }
  return text;
}

/** The same for every text in a value, such as the facts of a mail or a document. */
export function withoutInvisibleIn<T>(value: T): T {
  if (typeof value === 'string') return withoutInvisible(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutInvisibleIn(one)) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutInvisibleIn(one as unknown)])) as T;
}
