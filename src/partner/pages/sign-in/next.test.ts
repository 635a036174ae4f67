import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_PARTNER_PAGE, nextPartnerPage } from './next.ts';

const rows: [why: string, requested: string | null, next: string][] = [
  ['no page requested', null, FIRST_PARTNER_PAGE],
  ['empty', '', FIRST_PARTNER_PAGE],
  ['a list', '/partner/calls?outcome=refused', '/partner/calls?outcome=refused'],
  ['a call', '/partner/calls/1', '/partner/calls/1'],
  ['another host', '//evil.example/partner', FIRST_PARTNER_PAGE],
  ['another host, by scheme', 'https://evil.example/partner', FIRST_PARTNER_PAGE],
  ['another host, by a backslash', '/\\evil.example/partner', FIRST_PARTNER_PAGE],
  ['another host, behind a tab', '/\t/evil.example/partner', FIRST_PARTNER_PAGE],
  ['out of the pages', '/partner/../operator', FIRST_PARTNER_PAGE],
  ['out of them, encoded', '/partner/%2e%2e/manager', FIRST_PARTNER_PAGE],
  ['the API', '/partner/api/calls', FIRST_PARTNER_PAGE],
  ['a name that only begins alike', '/partners', FIRST_PARTNER_PAGE],
  ['a script', 'javascript:alert(1)', FIRST_PARTNER_PAGE],
  ['signing in again', '/partner/sign-in?next=/partner', FIRST_PARTNER_PAGE],
  ['signing out', '/partner/sign-out', FIRST_PARTNER_PAGE],
  ['too long', `/partner/${'a'.repeat(3_000)}`, FIRST_PARTNER_PAGE],
];

for (const [why, requested, next] of rows) {
  test(`next page of a partner: ${why}`, () => assert.equal(nextPartnerPage(requested), next));
}
