import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depositAt, NOW } from '../../../../test/support/sample-deposit.ts';
import { parseEmail } from '../../values/contact.ts';
import type { EmailChange } from '../../deposit.ts';
import type { Tenant } from '../../tenant.ts';
import { withTenants } from './people.ts';

const deposit = depositAt('open');
const [main] = deposit.terms.tenants;
const three = { ...deposit, terms: { ...deposit.terms, tenants: [main, main, main] as [Tenant, ...Tenant[]] } };

const newAddress = (tenant: number): EmailChange => ({
  id: `change-${tenant}`,
  tenant,
  email: parseEmail(`neu${tenant}@mail.example`) as EmailChange['email'],
  formerEmail: parseEmail(`alt${tenant}@mail.example`),
  by: 'manager',
  at: NOW,
  confirmedAt: null,
  ended: null,
});

for (const [name, order, expected] of [
  ['years 2: a new address stays with its tenant when another leaves', [1, 3], [1, 2, 2]],
  ['years 2: a new address follows the tenant who becomes the main tenant', [3, 1, 2], [2, 3, 1]],
] as const) {
  test(name, () => {
    const { emailChanges } = withTenants({ ...three, emailChanges: [1, 2, 3].map(newAddress) }, order);
    assert.deepEqual(
      emailChanges.map(({ tenant }) => tenant),
      expected,
    );
    const ended = emailChanges.flatMap((one) => (one.ended === null ? [] : [one.id]));
    assert.deepEqual(ended, order.length === 2 ? ['change-2'] : []);
  });
}
