import { nextPageIn } from '../../web/input/next-page.ts';

export const FIRST_PAGE = '/manager/start';

const PAGES = {
  first: FIRST_PAGE,
  inside: /^\/(?:manager|import-deposit)(?:\/|$)/,
  outside: /^\/manager\/sign-(?:in|out)(?:\/|$)/,
  longest: 8_000,
};

/** Where to go after signing in. */
export function nextPage(requested: string | null): string {
  return nextPageIn(PAGES, requested);
}
