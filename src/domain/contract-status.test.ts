import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractStatus, type StatusFacts } from './contract-status.ts';
import { rappen } from './values/money.ts';

const PROVIDERS = { bank_deposit: 'a_bank', insurance: 'an_insurer' };
const IBAN = 'CH9300762011623852957';
const AT = '2027-05-06T07:08:09.000Z';

/** A deposit with every value set, so that only the state decides what is shown. */
const full: StatusFacts = {
  externalContractId: 'C-1',
  state: 'open',
  product: 'bank_deposit',
  iban: IBAN,
  rentalDeposit: rappen(356000),
  paidOutTime: AT,
  paidOutAmountTenant: rappen(300005),
  provider: null,
};
const bank = { product: 'bank_deposit', provider: 'a_bank' } as const;
const insurance = { product: 'insurance', provider: 'an_insurer' } as const;
const nothing = { iban: null, paidInAmount: null, paidOutTime: null, paidOutAmountTenant: null };

const ROWS: [name: string, facts: Partial<StatusFacts>, shown: object][] = [
  ['3 draft_editing', { state: 'draft_editing' }, { ...nothing, product: null, provider: null }],
  [
    '3 opening, not chosen yet',
    { state: 'opening', iban: null, product: null },
    { ...nothing, product: null, provider: null },
  ],
  ['3 opening, account exists', { state: 'opening' }, { ...nothing, ...bank, iban: IBAN }],
  ['3 open', { state: 'open' }, { ...nothing, ...bank, iban: IBAN, paidInAmount: 3560 }],
  ['3 closing', { state: 'closing' }, { ...nothing, ...bank, iban: IBAN }],
  ['3 closed', { state: 'closed' }, { ...nothing, ...bank, iban: IBAN, paidOutTime: AT, paidOutAmountTenant: 3000.05 }],
  ['3 withdrawn before the account', { state: 'withdrawn', iban: null }, { ...nothing, ...bank }],
  ['3 withdrawn after the account', { state: 'withdrawn' }, { ...nothing, ...bank, iban: IBAN }],
  ['2.8 insurance, open', { state: 'open', product: 'insurance' }, { ...nothing, ...insurance }],
  ['2.8 insurance, closing', { state: 'closing', product: 'insurance' }, { ...nothing, ...insurance }],
  [
    '2.8 insurance, closed: end of cover and 0',
    { state: 'closed', product: 'insurance', paidOutAmountTenant: null },
    { ...nothing, ...insurance, paidOutTime: AT, paidOutAmountTenant: 0 },
  ],
];
for (const [name, facts, shown] of ROWS) {
  test(name, () => {
    const given = { ...full, ...facts };
    assert.deepEqual(contractStatus(given, PROVIDERS), { externalContractId: 'C-1', state: given.state, ...shown });
  });
}
