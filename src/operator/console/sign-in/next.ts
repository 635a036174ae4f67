export const FIRST_CONSOLE_PAGE = '/operator';

const NOWHERE = 'http://nowhere.invalid';
const LONGEST = 2_000;
const INSIDE = /^\/operator(?:\/|$)/;
const OUTSIDE = /^\/operator\/(?:sign-(?:in|out)|api)(?:\/|$)/;

/** Where to go after signing in: a page of the console, never anyone else's. Read as browsers read addresses. */
export function nextConsolePage(wished: string | null): string {
  if (wished === null || !wished.startsWith('/') || wished.length > LONGEST) return FIRST_CONSOLE_PAGE;
  if (!URL.canParse(wished, NOWHERE)) return FIRST_CONSOLE_PAGE;
  const { origin, pathname, search } = new URL(wished, NOWHERE);
  const isPage = origin === NOWHERE && INSIDE.test(pathname) && !OUTSIDE.test(pathname);
  return isPage ? `${pathname}${search}` : FIRST_CONSOLE_PAGE;
}
