export const FIRST_CONSOLE_PAGE = '/operator';

const NOWHERE = 'http://nowhere.invalid';
const LONGEST = 2_000;
const INSIDE = /^\/operator(?:\/|$)/;
const OUTSIDE = /^\/operator\/(?:sign-(?:in|out)|api)(?:\/|$)/;

/** Where to go after signing in: always a page of the console. URLs are parsed as browsers parse them. */
export function nextConsolePage(requested: string | null): string {
  if (requested === null || !requested.startsWith('/') || requested.length > LONGEST) return FIRST_CONSOLE_PAGE;
  if (!URL.canParse(requested, NOWHERE)) return FIRST_CONSOLE_PAGE;
  const { origin, pathname, search } = new URL(requested, NOWHERE);
  const isPage = origin === NOWHERE && INSIDE.test(pathname) && !OUTSIDE.test(pathname);
  return isPage ? `${pathname}${search}` : FIRST_CONSOLE_PAGE;
}
