type Pages = {
  /** Where to go if nothing else is requested, or nothing that is allowed. */
  first: string;
  /** Paths of the pages; then those of them that nobody is sent to. */
  inside: RegExp;
  outside: RegExp;
  longest: number;
};

const NOWHERE = 'http://nowhere.invalid';

/** Where to go after signing in: a page of the application, never of another site. URLs are parsed as browsers parse them. */
export function nextPageIn({ first, inside, outside, longest }: Pages, requested: string | null): string {
  if (requested === null || !requested.startsWith('/') || requested.length > longest) return first;
  if (!URL.canParse(requested, NOWHERE)) return first;
  const { origin, pathname, search } = new URL(requested, NOWHERE);
  const isPage = origin === NOWHERE && inside.test(pathname) && !outside.test(pathname);
  return isPage ? `${pathname}${search}` : first;
}
