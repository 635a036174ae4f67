import { accountFault } from '../../../domain/payee/account.ts';
import type { PayeeAccount } from '../../../domain/payee/payee-account.ts';
import { parseBic } from '../../../domain/values/bic.ts';
import { parseIban, parsePayable } from '../../../domain/values/iban.ts';
import { field, type Form } from '../../../web/forms.ts';
import type { LandlordAccountWords } from '../words/account.ts';

type AccountField = 'iban' | 'holderName' | 'bic';
type AccountProblem = keyof LandlordAccountWords['problem'];
export type AccountProblems = Partial<Record<AccountField, AccountProblem>>;

/** As a payment file can hold it. */
const LONGEST_HOLDER = 70;

/** The landlord's account, or all that is wrong with it. Its address is that of the organization or the owner. */
export function readLandlordAccount(
  form: Form,
  rules: { refusedCountries: readonly string[] },
): PayeeAccount | { problems: AccountProblems } {
  const typed = { iban: field(form, 'iban'), bic: field(form, 'bic'), holder: field(form, 'holderName') };
  const iban = parsePayable(typed.iban);
  const bic = typed.bic === '' ? null : parseBic(typed.bic);
  const problems: AccountProblems = {};
  if (iban === null) problems.iban = ibanProblem(typed.iban);
  if (typed.bic !== '' && bic === null) problems.bic = 'bic_invalid';
  if ([...typed.holder].length > LONGEST_HOLDER) problems.holderName = 'too_long';
  const fault = iban === null ? null : accountFault({ iban, bic, address: null }, rules);
  if (fault !== null && fault.field !== 'address') problems[fault.field] ??= fault.refused as AccountProblem;
  if (iban === null || Object.keys(problems).length > 0) return { problems };
  const holderName = typed.holder === '' ? null : typed.holder.replaceAll(/\s+/g, ' ');
  return { iban, holderName, bic, address: null };
}

function ibanProblem(typed: string): AccountProblem {
  if (typed === '') return 'iban_missing';
  return parseIban(typed) === null ? 'iban_invalid' : 'iban_qr';
}
