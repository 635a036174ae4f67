import * as z from 'zod';
import { accountsFromText, repeatedAccount, type LandlordAccount } from '../../domain/payee/payout-accounts.ts';
import { parseBic } from '../../domain/values/bic.ts';
import { parseIban, parsePayable } from '../../domain/values/iban.ts';

const LONGEST = 255;
const short = z.string().max(LONGEST).nullable();
const parts = z.object({ propertyId: short, ownerName: short, holderName: z.string().max(70).nullable() });

/** Why a line is no account. The numbers count from 1. */
export type AccountLineFault = { line: number; why: 'iban' | 'qr_iban' | 'bic' | 'too_long' | 'repeated' };

/** Accounts as an administrator types them, one per line. */
export function typedAccounts(text: string): LandlordAccount[] | AccountLineFault {
  const accounts: LandlordAccount[] = [];
  for (const [index, typed] of accountsFromText(text).entries()) {
    const { iban = '', propertyId = null, ownerName = null, holderName = null, bic: code } = typed;
    const line = index + 1;
    const [payable, bic] = [parsePayable(iban), code === undefined ? null : parseBic(code)];
    if (payable === null) return { line, why: parseIban(iban) === null ? 'iban' : 'qr_iban' };
    if (code !== undefined && bic === null) return { line, why: 'bic' };
    if (!parts.safeParse({ propertyId, ownerName, holderName }).success) return { line, why: 'too_long' };
    accounts.push({ iban: payable, propertyId, ownerName, holderName, bic });
  }
  const repeated = repeatedAccount(accounts);
  return repeated === null ? accounts : { line: repeated + 1, why: 'repeated' };
}
