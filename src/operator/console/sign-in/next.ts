import { nextPageIn } from '../../../web/input/next-page.ts';

export const FIRST_CONSOLE_PAGE = '/operator';

const PAGES = {
  first: FIRST_CONSOLE_PAGE,
  inside: /^\/operator(?:\/|$)/,
  outside: /^\/operator\/(?:sign-(?:in|out)|api)(?:\/|$)/,
  longest: 2_000,
};

/** Where to go after signing in: always a page of the console. */
export function nextConsolePage(requested: string | null): string {
  return nextPageIn(PAGES, requested);
}
