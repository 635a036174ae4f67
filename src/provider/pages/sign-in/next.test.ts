import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_PROVIDER_PAGE, nextProviderPage } from './next.ts';

const rows: [why: string, requested: string | null, next: string][] = [
  ['no page requested', null, FIRST_PROVIDER_PAGE],
  ['empty', '', FIRST_PROVIDER_PAGE],
  ['the queue', '/provider?state=all', '/provider?state=all'],
  ['an application', '/provider/applications/1', '/provider/applications/1'],
  ['another host', '//evil.example/provider', FIRST_PROVIDER_PAGE],
  ['another host, by scheme', 'https://evil.example/provider', FIRST_PROVIDER_PAGE],
  ['another host, by a backslash', '/\\evil.example/provider', FIRST_PROVIDER_PAGE],
  ['another host, behind a tab', '/\t/evil.example/provider', FIRST_PROVIDER_PAGE],
  ['out of the pages', '/provider/../operator', FIRST_PROVIDER_PAGE],
  ['out of them, encoded', '/provider/%2e%2e/manager', FIRST_PROVIDER_PAGE],
  ['the API', '/provider/api/applications', FIRST_PROVIDER_PAGE],
  ['a name that only begins alike', '/providers', FIRST_PROVIDER_PAGE],
  ['a script', 'javascript:alert(1)', FIRST_PROVIDER_PAGE],
  ['signing in again', '/provider/sign-in?next=/provider', FIRST_PROVIDER_PAGE],
  ['signing out', '/provider/sign-out', FIRST_PROVIDER_PAGE],
  ['too long', `/provider/${'a'.repeat(3_000)}`, FIRST_PROVIDER_PAGE],
];

for (const [why, requested, next] of rows) {
  test(`next page of a provider: ${why}`, () => assert.equal(nextProviderPage(requested), next));
}
