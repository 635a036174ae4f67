export const FIRST_PROVIDER_PAGE = '/provider';

const NOWHERE = 'http://nowhere.invalid';
const LONGEST = 2_000;
const INSIDE = /^\/provider(?:\/|$)/;
const OUTSIDE = /^\/provider\/(?:sign-(?:in|out)|api)(?:\/|$)/;

/** Where to go after signing in: always a page of the provider. URLs are parsed as browsers parse them. */
export function nextProviderPage(requested: string | null): string {
  if (requested === null || !requested.startsWith('/') || requested.length > LONGEST) return FIRST_PROVIDER_PAGE;
  if (!URL.canParse(requested, NOWHERE)) return FIRST_PROVIDER_PAGE;
  const { origin, pathname, search } = new URL(requested, NOWHERE);
  const isPage = origin === NOWHERE && INSIDE.test(pathname) && !OUTSIDE.test(pathname);
  return isPage ? `${pathname}${search}` : FIRST_PROVIDER_PAGE;
}
