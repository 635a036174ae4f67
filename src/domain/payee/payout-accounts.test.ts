import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsAsText, accountsFromText, fittingAccount, repeatedAccount } from './payout-accounts.ts';

const account = (iban: string, propertyId: string | null = null, ownerName: string | null = null) => ({
  iban,
  propertyId,
  ownerName,
  holderName: null,
  bic: null,
});
const ALL = [
  account('neither'),
  account('owner', null, 'Anna Frei'),
  account('property', 'L-1'),
  account('both', 'L-1', 'Anna Frei'),
];

const ROWS: [
  what: string,
  list: ReturnType<typeof account>[],
  propertyId: string,
  ownerName: string,
  iban: string | null,
][] = [
  ['both before property', ALL, 'L-1', 'anna  frei', 'both'],
  ['property before owner', ALL, 'L-1', 'Urs', 'property'],
  ['owner before neither', ALL, 'L-2', 'Anna Frei', 'owner'],
  ['neither', ALL, 'L-2', 'Urs', 'neither'],
  ['nothing fits', [account('both', 'L-1', 'Anna Frei')], 'L-1', 'Urs', null],
];
for (const [what, list, propertyId, ownerName, iban] of ROWS) {
  test(`years 6 payoutAccounts: ${what}`, () => {
    assert.equal(fittingAccount(list, { propertyId, ownerName })?.iban ?? null, iban);
    assert.equal(fittingAccount(list.toReversed(), { propertyId, ownerName })?.iban ?? null, iban);
  });
}

test('years 6 payoutAccounts: the same key twice', () => {
  assert.equal(repeatedAccount(ALL), null);
  assert.equal(repeatedAccount([...ALL, account('x', 'L-1', 'ANNA FREI')]), 4);
});

test('typed accounts are read as they are shown', () => {
  assert.deepEqual(
    accountsFromText(accountsAsText(ALL)).map(({ iban, propertyId = null, ownerName = null }) => [
      iban,
      propertyId,
      ownerName,
    ]),
    ALL.map(({ iban, propertyId, ownerName }) => [iban, propertyId, ownerName]),
  );
});
