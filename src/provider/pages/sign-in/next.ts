import { nextPageIn } from '../../../web/input/next-page.ts';

export const FIRST_PROVIDER_PAGE = '/provider';

const PAGES = {
  first: FIRST_PROVIDER_PAGE,
  inside: /^\/provider(?:\/|$)/,
  outside: /^\/provider\/(?:sign-(?:in|out)|api)(?:\/|$)/,
  longest: 2_000,
};

/** Where to go after signing in: always a page of the provider. */
export function nextProviderPage(requested: string | null): string {
  return nextPageIn(PAGES, requested);
}
