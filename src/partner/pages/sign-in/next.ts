import { nextPageIn } from '../../../web/input/next-page.ts';

export const FIRST_PARTNER_PAGE = '/partner';

const PAGES = {
  first: FIRST_PARTNER_PAGE,
  inside: /^\/partner(?:\/|$)/,
  outside: /^\/partner\/(?:sign-(?:in|out)|api)(?:\/|$)/,
  longest: 2_000,
};

/** Where to go after signing in: always a page of the partner. */
export function nextPartnerPage(requested: string | null): string {
  return nextPageIn(PAGES, requested);
}
