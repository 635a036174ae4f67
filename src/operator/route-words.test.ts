import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeFromRoute } from './route-words.ts';

const changeOf = (
  route: string,
  { params = {}, body = {}, answer = {} }: Partial<Record<'params' | 'body' | 'answer', object>>,
) => {
  const [method = '', url = ''] = route.split(' ');
  return changeFromRoute({ method, url, params: params as Record<string, string>, body, answer });
};

describe('what a call of the operator has changed:', () => {
  const ROUTES: readonly [route: string, verb: string, thing: string][] = [
    ['POST /operator/api/partners', 'add', 'partner'],
    ['POST /operator/api/partners/:id/keys', 'issue', 'partner key'],
    ['DELETE /operator/api/partners/:id/keys/:keyId', 'revoke', 'partner key'],
    ['POST /operator/api/partners/:id/conformance-report', 'note', 'conformance report'],
    ['POST /operator/api/providers', 'add', 'provider'],
    ['PATCH /operator/api/providers/:id', 'change', 'provider'],
    ['POST /operator/api/providers/:id/keys', 'issue', 'provider key'],
    ['DELETE /operator/api/providers/:id/keys/:keyId', 'revoke', 'provider key'],
    ['POST /operator/api/providers/:id/contacts', 'add', 'contact'],
    ['DELETE /operator/api/providers/:id/contacts/:contactId', 'remove', 'contact'],
    ['POST /operator/api/providers/:id/callback-secret', 'rotate', 'callback secret'],
    ['POST /operator/api/organizations', 'add', 'organization'],
    ['PATCH /operator/api/organizations/:id', 'change', 'organization'],
    ['POST /operator/api/organizations/:id/connections', 'add', 'connection'],
    ['PATCH /operator/api/organizations/:id/connections/:connectionId', 'change', 'connection'],
    ['POST /operator/api/organizations/:id/connections/:connectionId/callback-secret', 'rotate', 'callback secret'],
    ['DELETE /operator/api/organizations/:id/connections/:connectionId/callback-secret', 'retire', 'callback secret'],
    ['DELETE /operator/api/organizations/:id/members/:memberId', 'remove', 'member'],
    ['POST /operator/api/organizations/:id/status-keys', 'issue', 'status key'],
    ['PUT /operator/api/organizations/:id/ignored-contracts/:externalContractId', 'set', 'ignored contract'],
    ['POST /operator/api/deposits/:id/cover-ended', 'cover ended', 'deposit'],
    ['POST /operator/api/deliveries/:id/replay', 'replay', 'delivery'],
    ['POST /operator/deposits/:id/withdraw', 'withdraw', 'deposit'],
    ['POST /operator/money/:id/completed', 'completed', 'order'],
  ];
  for (const [route, verb, thing] of ROUTES) {
    test(route, () => {
      const change = changeOf(route, {});
      assert.deepEqual([change.verb, change.thing], [verb, thing]);
    });
  }
});

describe('what it was about:', () => {
  test('the ids in its address', () => {
    const params = { id: 'o1', memberId: 'm1' };
    const { about, organizationId } = changeOf('DELETE /operator/api/organizations/:id/members/:memberId', { params });
    assert.deepEqual(about, { organization: 'o1', member: 'm1' });
    assert.equal(organizationId, 'o1');
  });
  test('the ids of what was created', () => {
    const answer = { id: 'p1', keyId: 'k1', apiKey: 'dpk_secret' };
    const { about, partnerId } = changeOf('POST /operator/api/partners', { answer });
    assert.deepEqual(about, { partner: 'p1', 'partner key': 'k1' });
    assert.equal(partnerId, 'p1');
  });
  test('the ids of a provider and its key', () => {
    const answer = { id: 'v1', keyId: 'k1', apiKey: 'dvk_secret' };
    assert.deepEqual(changeOf('POST /operator/api/providers', { answer }).about, {
      provider: 'v1',
      'provider key': 'k1',
    });
    const params = { id: 'v1', keyId: 'k1' };
    const { about, partnerId } = changeOf('DELETE /operator/api/providers/:id/keys/:keyId', { params });
    assert.deepEqual([about, partnerId], [{ provider: 'v1', 'provider key': 'k1' }, null]);
  });
  test('the given values, for set-up data', () => {
    const body = { name: 'Muster', address: { city: 'Bern' }, parentId: null };
    const { changes } = changeOf('POST /operator/api/organizations', { body });
    assert.deepEqual(changes, { name: { to: 'Muster' }, 'address.city': { to: 'Bern' } });
  });
  test('no values, for a deposit', () => {
    const body = { evidence: 'Frau Muster klagt', amountLandlord: 200, token: 'x' };
    const { changes } = changeOf('POST /operator/api/deposits/:id/release-ground', { body });
    assert.deepEqual(changes, { evidence: { to: '…' }, amountLandlord: { to: 200 } });
  });
});
