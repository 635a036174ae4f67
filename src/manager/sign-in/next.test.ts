import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_PAGE, nextPage } from './next.ts';

const rows: [why: string, requested: string | null, next: string][] = [
  ['no page requested', null, FIRST_PAGE],
  ['empty', '', FIRST_PAGE],
  ['the application', '/manager', '/manager'],
  ['a page of it', '/manager/deposits/1?tab=history', '/manager/deposits/1?tab=history'],
  ['a deposit by link', '/import-deposit?propertyZip=8001&a=%26', '/import-deposit?propertyZip=8001&a=%26'],
  ['a path that leads back inside', '/manager/a/../deposits', '/manager/deposits'],
  ['another host', '//evil.example/manager', FIRST_PAGE],
  ['another host, by scheme', 'https://evil.example/manager', FIRST_PAGE],
  ['another host, by a backslash', '/\\evil.example/manager', FIRST_PAGE],
  ['another host, behind a tab', '/\t/evil.example/manager', FIRST_PAGE],
  ['another host, behind a line break', '/\n//evil.example/manager', FIRST_PAGE],
  ['out of the application', '/manager/../..', FIRST_PAGE],
  ['out of it, encoded', '/manager/%2e%2e/operator/api', FIRST_PAGE],
  ['out of it, to another host', '/manager/..//evil.example', FIRST_PAGE],
  ['a page of another application', '/operator/api/partners', FIRST_PAGE],
  ['a name that only begins alike', '/managerial', FIRST_PAGE],
  ['a script', 'javascript:alert(1)', FIRST_PAGE],
  ['a relative path', 'manager/deposits', FIRST_PAGE],
  ['signing in again', '/manager/sign-in?next=/manager', FIRST_PAGE],
  ['a link of a mail', '/manager/sign-in/abc', FIRST_PAGE],
  ['signing out', '/manager/sign-out', FIRST_PAGE],
  ['too long', `/manager/${'a'.repeat(9_000)}`, FIRST_PAGE],
];

for (const [why, requested, next] of rows) {
  test(`next page: ${why}`, () => assert.equal(nextPage(requested), next));
}
