import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldsOf, ownFields, type Known } from './own-fields.ts';

const LEA: Known = {
  emailKey: 'lea@mail.example',
  people: [{ firstName: 'Lea', lastName: 'Müller', phone: '+41791112233', birthDate: '1990-03-04' }],
  contracts: new Set(['o1 C-1']),
};

describe('which fields of a payload are about a person:', () => {
  const ROWS: readonly [name: string, fields: object, contract: string, own: readonly string[]][] = [
    ['by the address', { tenantEmail: ' LEA@mail.example', tenantCity: 'x' }, 'C-9', ['tenantEmail']],
    [
      'as a further tenant, and nothing of the first',
      { tenantEmail: 'noa@mail.example', tenantLastName: 'A', tenant2Email: 'lea@mail.example', tenant2LastName: 'B' },
      'C-9',
      ['tenant2LastName', 'tenant2Email'],
    ],
    ['as the property manager', { propertyManagerEmail: 'lea@mail.example' }, 'C-9', ['propertyManagerEmail']],
    ['as the assistant', { assistentEmail: 'lea@mail.example' }, 'C-9', ['assistentEmail']],
    [
      'by name and telephone, however both are written',
      { tenantFirstName: 'lea', tenantLastName: 'Mueller', tenantPhoneNumber: '079 111 22 33' },
      'C-9',
      ['tenantFirstName', 'tenantLastName', 'tenantPhoneNumber'],
    ],
    [
      'by name and birth date, though the address is another',
      {
        tenantFirstName: 'Lea',
        tenantLastName: 'Müller',
        tenantBirthDate: '1990-03-04',
        tenantEmail: 'old@mail.example',
      },
      'C-9',
      ['tenantFirstName', 'tenantLastName', 'tenantEmail', 'tenantBirthDate'],
    ],
    [
      'by name in a contract of theirs, where there is no address',
      { tenantFirstName: 'Lea', tenantLastName: 'Müller', tenantEmail: 'nonsense' },
      'C-1',
      ['tenantFirstName', 'tenantLastName', 'tenantEmail'],
    ],
    ['not by name alone', { tenantFirstName: 'Lea', tenantLastName: 'Müller' }, 'C-9', []],
    [
      'not a namesake with an address of their own, even in the same contract',
      { tenantFirstName: 'Lea', tenantLastName: 'Müller', tenantEmail: 'other@mail.example' },
      'C-1',
      [],
    ],
    [
      'not the family: same telephone, same last name',
      { tenantFirstName: 'Max', tenantLastName: 'Müller', tenantPhoneNumber: '079 111 22 33' },
      'C-1',
      [],
    ],
    ['not by a value that is not text', { tenantEmail: ['lea@mail.example'], tenantFirstName: {} }, 'C-1', []],
  ];
  for (const [name, fields, contractId, own] of ROWS) {
    test(name, () => {
      const found = ownFields(fields as Record<string, unknown>, { organizationId: 'o1', contractId }, LEA);
      assert.deepEqual(Object.keys(found), own);
    });
  }
  test('a payload that is not an object has no fields', () => {
    for (const text of ['', '[]', 'null', '"x"', '{"a":']) assert.equal(fieldsOf(Buffer.from(text)), null);
    assert.deepEqual(fieldsOf(Buffer.from('\uFEFF{"a":1}')), { a: 1 });
  });
});
