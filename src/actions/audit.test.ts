import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences, given } from './audit.ts';

test('only differences are recorded, nested fields by their full path', () => {
  const before = { name: 'A', limit: 1, address: { city: 'Bern', zip: '3000' }, kinds: ['x'], iban: null };
  const after = { name: 'A', limit: 2, address: { city: 'Thun', zip: '3000' }, kinds: ['x', 'y'], iban: 'CH1' };
  assert.deepEqual(differences(before, after), {
    limit: { from: 1, to: 2 },
    'address.city': { from: 'Bern', to: 'Thun' },
    kinds: { from: ['x'], to: ['x', 'y'] },
    iban: { from: null, to: 'CH1' },
  });
  assert.deepEqual(differences(before, before), {});
});

test('an added or removed object is recorded field by field', () => {
  const on = { callback: { url: 'https://a.example', inline: false } };
  assert.deepEqual(differences({ callback: null }, on), {
    'callback.url': { from: null, to: 'https://a.example' },
    'callback.inline': { from: null, to: false },
  });
});

test('secrets are never recorded', () => {
  const secrets = { callback: { secret: 'whsec_x' }, apiKey: 'dpk_x', token: 'x', password: 'x', name: 'A' };
  assert.deepEqual(given(secrets), { name: { to: 'A' } });
  assert.deepEqual(differences({}, secrets), { name: { from: null, to: 'A' } });
});
