export const FIRST_PAGE = '/manager/deposits';

const NOWHERE = 'http://nowhere.invalid';
const LONGEST = 8_000;
const INSIDE = /^\/(?:manager|import-deposit)(?:\/|$)/;
const SIGNING = /^\/manager\/sign-(?:in|out)(?:\/|$)/;

/** Where to go after signing in: a page of this application, never of another site. Parsed as browsers parse URLs. */
export function nextPage(wished: string | null): string {
  if (wished === null || !wished.startsWith('/') || wished.length > LONGEST) return FIRST_PAGE;
  if (!URL.canParse(wished, NOWHERE)) return FIRST_PAGE;
  const { origin, pathname, search } = new URL(wished, NOWHERE);
  const isPage = origin === NOWHERE && INSIDE.test(pathname) && !SIGNING.test(pathname);
  return isPage ? `${pathname}${search}` : FIRST_PAGE;
}
