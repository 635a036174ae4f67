import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntryOfPeople } from '../../storage/data-protection/person.ts';
import { names, ownEntry, type DataSubject } from './own-part.ts';

const LEA: DataSubject = { key: 'lea@m.example', position: 1 };
const NOA: DataSubject = { key: 'noa@m.example', position: 2 };
const MAX: DataSubject = { key: 'max@v.example', position: null };

const entry = (parts: Partial<EntryOfPeople>): EntryOfPeople => ({
  at: new Date('2026-11-15T09:00:00Z'),
  actor: 'tenant',
  event: 'tenant_signed',
  detail: {},
  personal: null,
  ...parts,
});

const SIGNED = entry({ detail: { tenant: 1 }, personal: { name: 'Lea B', email: 'Lea@m.example', from: '10.0.0.1' } });
const ACCOUNT = entry({ event: 'account_opened', personal: { iban: 'CH93', paymentReference: 'RF18' } });
const PROPOSED = entry({
  event: 'counter_proposed',
  actor: 'manager',
  personal: { name: 'Max M', email: 'max@v.example', reason: 'Kratzer' },
});
const CORRECTED = entry({
  event: 'corrected',
  actor: 'manager',
  detail: { fields: 'tenantPhoneNumber, tenant2BirthDate, tenant2Email, street' },
  personal: {
    name: 'Max M',
    email: 'max@v.example',
    tenantPhoneNumber: '+41 → +42',
    tenant2BirthDate: '1990-01-01 → 1991-01-01',
    tenant2Email: 'no@m.example → noa@m.example',
    street: 'A → B',
  },
});

const ROWS: [string, EntryOfPeople, DataSubject, string[]][] = [
  ['one’s own signature with its evidence', SIGNED, LEA, ['tenant', 'name', 'email', 'from']],
  ['another tenant’s signature: only that it was given', SIGNED, NOA, ['tenant']],
  ['data that identifies no person: visible to every tenant', ACCOUNT, NOA, ['iban', 'paymentReference']],
  ['data that identifies no person: not visible to a manager', ACCOUNT, MAX, []],
  ['a manager’s reason, without the manager’s name', PROPOSED, LEA, ['reason']],
  ['everything about one’s own action', PROPOSED, MAX, ['name', 'email', 'reason']],
  [
    'a correction: one’s own fields and those of the contract',
    CORRECTED,
    LEA,
    ['fields', 'tenantPhoneNumber', 'street'],
  ],
  ['tenant2 is not tenant', CORRECTED, NOA, ['fields', 'tenant2BirthDate', 'tenant2Email', 'street']],
];
for (const [title, shown, reader, fields] of ROWS) {
  test(title, () => assert.deepEqual(Object.keys(ownEntry(shown, reader).detail), fields));
}

test('an address is found before and after its correction, and never as a part of another', () => {
  const isNamed = (key: string): boolean => names(CORRECTED, { key, position: null });
  assert.deepEqual(['noa@m.example', 'no@m.example', 'o@m.example'].map(isNamed), [true, true, false]);
});
