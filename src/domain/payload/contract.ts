import { parseDay, type Day } from '../values/calendar.ts';
import { investmentPossible } from '../investment.ts';
import { LANGUAGES, type Language } from '../values/language.ts';
import { LARGEST_DEPOSIT, plainAmount, rappen, roundedAmount, type Rappen } from '../values/money.ts';
import type { Organization } from '../organization.ts';
import type { TenantType } from '../tenant.ts';
import type { ContractId } from './contract-id.ts';
import { checkedField, fault, oneOf, optional, required, textOf, type Parse, type Reading } from './fields.ts';

/** 2.2, the tenancy contract. */
type Contract = {
  externalContractId: string;
  rentalStart: Day;
  rentalDeposit: Rappen;
  tenantLanguage: Language;
  investmentWished: boolean;
};

export function readContract(
  reading: Reading,
  contractId: ContractId,
  organization: Organization,
): { [K in keyof Contract]: Contract[K] | undefined } {
  const tenantLanguage = optional(reading, 'tenantLanguage', language);
  const investmentWished = optional(reading, 'allowInvestment', yesOrNo);
  return {
    externalContractId: contractIdFrom(reading, contractId),
    rentalStart: required(reading, 'rentalStart', day),
    rentalDeposit: readDeposit(reading),
    tenantLanguage: tenantLanguage === null ? organization.language : tenantLanguage,
    investmentWished: investmentWished === null ? true : investmentWished,
  };
}

function contractIdFrom(reading: Reading, contractId: ContractId): string | undefined {
  if (contractId.fault !== null) return fault(reading, 'externalContractId', contractId.fault);
  return contractId.text ?? undefined;
}

/** 2.2: the service may disable an investment that the partner allows. */
export function decideInvestment(
  reading: Reading,
  wish: { wished: boolean; deposit: Rappen; tenantType: TenantType; organization: Organization },
): boolean {
  if (!wish.wished) return false;
  const { tenantType, deposit: rentalDeposit, organization } = wish;
  const possible = investmentPossible({ tenantType, rentalDeposit, organization });
  if (!possible) {
    const from = textOf(reading.body, 'allowInvestment');
    reading.adjustments.push({ field: 'allowInvestment', rule: 'investment_disabled', from, to: 'false' });
  }
  return possible;
}

const language = oneOf(LANGUAGES);
export const day: Parse<Day> = checkedField(parseDay, { code: 'invalid_date' });

const YES_OR_NO = { true: true, false: false, '1': true, '0': false } as const;

const yesOrNo: Parse<boolean> = (value) =>
  Object.hasOwn(YES_OR_NO, value)
    ? { value: YES_OR_NO[value as keyof typeof YES_OR_NO] }
    : { code: 'invalid_choice', choices: ['true', 'false', '1', '0'] };

export function readDeposit(reading: Reading): Rappen | undefined {
  const amount = required(reading, 'rentalDeposit', depositAmount);
  if (amount?.changed) {
    const from = textOf(reading.body, 'rentalDeposit');
    reading.adjustments.push({ field: 'rentalDeposit', rule: 'amount_rounded', from, to: plainAmount(amount.value) });
  }
  return amount?.value;
}

const depositAmount: Parse<{ value: Rappen; changed: boolean }> = (value) => {
  const amount = value.length <= 255 ? roundedAmount(value) : null;
  if (amount === null) return { code: 'invalid_amount' };
  if (amount.rounded <= 0n) return { code: 'amount_not_positive' };
  if (amount.rounded > BigInt(LARGEST_DEPOSIT)) return { code: 'amount_too_large' };
  return { value: { value: rappen(Number(amount.rounded)), changed: amount.changed } };
};
