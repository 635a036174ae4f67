import { operatorBrand } from '../brand/brand.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyPayload, legalTenant, naturalTenant, payload } from '../../../test/support/payload.ts';
import type { Day } from '../values/calendar.ts';
import { rappen } from '../values/money.ts';
import type { Organization } from '../organization.ts';
import { everyProblem } from './form-problems.ts';
import type { Problem } from './problem.ts';

const ORGANIZATION: Organization = {
  id: 'o',
  parentId: null,
  home: null,
  name: 'Verwaltung AG',
  language: 'de',
  emailDomain: 'verwaltung.example',
  address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
  preSigned: false,
  sendDelayMinutes: 0,
  ownerAlwaysCareOf: false,
  tenantChoosesProduct: true,
  product: 'bank_deposit',
  offersInvestment: true,
  smallDepositLimit: rappen(0),
  contractStatusEnabled: false,
  payoutIban: null,
  payoutHolderName: null,
  payoutBic: null,
  payoutAccounts: [],
  bankProviderId: null,
  insurerProviderId: null,
  brand: {},
  shownBrand: operatorBrand({}),
  providers: { bank: null, insurer: null },
};

const NOBODY: Problem = { field: 'propertyManagerEmail', code: 'invalid_email' };

const ROWS: [name: string, fields: Record<string, unknown>, assignment: Problem | null, found: string[]][] = [
  ['no problem', payload(), null, []],
  [
    'row 8 and row 11 together',
    payload({ tenantType: 'firm', zip: '' }),
    null,
    ['tenantType unknown_tenant_type', 'zip missing'],
  ],
  [
    'row 9 and row 11 together',
    { ...companyPayload({ city: '' }), ...legalTenant('tenant2'), ...legalTenant('tenant3') },
    null,
    ['tenant3Type too_many_signatories', 'city missing'],
  ],
  ['row 10 and row 11 together', payload({ zip: '' }), NOBODY, ['propertyManagerEmail invalid_email', 'zip missing']],
  [
    'one problem per field: the first',
    payload({ propertyManagerEmail: 'x'.repeat(300) }),
    NOBODY,
    ['propertyManagerEmail invalid_email'],
  ],
  [
    'a further tenant with data and no type',
    payload({ ...naturalTenant('tenant3'), tenant3Type: ' ' }),
    null,
    ['tenant3Type missing'],
  ],
  ['row 5 is a missing field', payload({ externalContractId: null }), null, ['externalContractId missing']],
];
for (const [name, fields, assignment, found] of ROWS) {
  test(`a form gets all problems at once: ${name}`, () => {
    const problems = everyProblem(fields, { organization: ORGANIZATION, today: '2026-11-14' as Day, assignment });
    assert.deepEqual(
      problems.map(({ field, code }) => `${field} ${code}`),
      found,
    );
  });
}
