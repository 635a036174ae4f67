import * as z from 'zod';
import { repeatedAccount, type LandlordAccount } from '../../domain/payee/payout-accounts.ts';
import { accountToPay, bic, holderInput, textInput } from './basic-inputs.ts';

/** An account of landlords in the settings of an organization. */
const payoutAccount = z
  .strictObject({
    iban: accountToPay,
    propertyId: textInput.nullish(),
    ownerName: textInput.nullish().describe('As the partner sends it.'),
    holderName: holderInput.nullish().describe('Without it, the owner; without an owner, the organization.'),
    bic: bic.nullish().describe('Required for an account outside Switzerland and Liechtenstein.'),
  })
  .transform(
    ({ iban, propertyId = null, ownerName = null, holderName: name = null, bic: code = null }): LandlordAccount => ({
      iban,
      propertyId,
      ownerName,
      holderName: name,
      bic: code,
    }),
  );

const MOST_PAYOUT_ACCOUNTS = 2_000;

export const payoutAccountsInput = z
  .array(payoutAccount)
  .max(MOST_PAYOUT_ACCOUNTS, `must not have more than ${MOST_PAYOUT_ACCOUNTS} accounts`)
  .superRefine((accounts, context) => {
    // Accounts with another fault come as they were given, without the members that are missing.
    const keys: readonly { propertyId?: string | null; ownerName?: string | null }[] = accounts;
    const index = repeatedAccount(keys.map(({ propertyId = null, ownerName = null }) => ({ propertyId, ownerName })));
    if (index === null) return;
    const message = 'another account of the list has the same property and owner: keep one of them';
    context.addIssue({ code: 'custom', path: [index], message });
  });
