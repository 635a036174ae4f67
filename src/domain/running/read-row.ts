import type { Adjustment, DepositTerms } from '../deposit.ts';
import type { OpenCallFacts } from '../open-call.ts';
import { readContractId } from '../payload/contract-id.ts';
import { sent } from '../payload/fields.ts';
import { everyProblem } from '../payload/form-problems.ts';
import type { Problem, TenantField } from '../payload/problem.ts';
import { assignManager, type Assignment } from '../payload/property-manager.ts';
import { readPayload } from '../payload/read-payload.ts';
import { providerFor } from '../provider.ts';
import { parseDay, swissDay, type Day } from '../values/calendar.ts';
import { parseIban, parseQrIban, parseSwissIban } from '../values/iban.ts';
import { fromChf, type Rappen } from '../values/money.ts';

/** What a row has beside the fields of an open call. */
export const RUNNING_FIELDS = ['iban', 'policyNumber', 'openSince', 'balance', 'balanceOn'] as const;
type RunningField = (typeof RUNNING_FIELDS)[number];

/** What may be missing of a tenant in an old contract. Everything else is as in an open call. */
const OLD_CONTRACTS_MAY_LACK: ReadonlySet<TenantField> = new Set(['BirthDate', 'PhoneNumber', 'Email']);

export type RunningFault =
  | 'iban_or_policy'
  | 'iban_and_policy'
  | 'invalid_iban'
  | 'qr_iban'
  | 'foreign_iban'
  | 'account_taken'
  | 'account_of_operator'
  | 'no_bank'
  | 'no_insurer'
  | 'policy_too_long'
  | 'day_missing'
  | 'day_invalid'
  | 'day_in_future'
  | 'before_open_since'
  | 'balance_invalid'
  | 'balance_without_account'
  | 'not_a_text';
export type RunningProblem = { field: RunningField; running: RunningFault };

/** Why a row is left alone: nothing is wrong with it. */
export type SkipReason = 'contract_exists' | 'temporarily_ignored' | 'permanently_ignored';

/** How the deposit is secured, and since when. `balance`: what is held at the end of `balanceOn`. */
export type Security =
  | { product: 'bank_deposit'; openSince: Day; iban: string; balance: Rappen; balanceOn: Day }
  | { product: 'insurance'; openSince: Day; policyNumber: string };

export type RunningRow = {
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  assignment: Assignment;
  security: Security;
};

export type RowDecision =
  | ({ is: 'accepted' } & RunningRow)
  | { is: 'skipped'; why: SkipReason }
  | { is: 'errored'; problems: readonly (Problem | RunningProblem)[] };

type Fields = Readonly<Record<string, unknown>>;

const LONGEST_POLICY = 64;

/** Decides a row by the rules of the open call. Whether its account is free is not known here. */
export function decideRow(fields: Fields, facts: OpenCallFacts): RowDecision {
  const { organization } = facts;
  const { defaultManager } = facts.staff;
  if (defaultManager === null) throw new Error('whether there is a default property manager is asked before');
  if (readContractId(fields).fault === null) {
    if (facts.ignored !== null) return { is: 'skipped', why: `${facts.ignored}_ignored` };
    if (facts.taken) return { is: 'skipped', why: 'contract_exists' };
  }
  const today = swissDay(facts.now);
  const assignment = assignManager(fields, organization, { ...facts.staff, defaultManager });
  const problems = everyProblem(fields, { organization, today, assignment, mayLack: OLD_CONTRACTS_MAY_LACK });
  const found: RunningProblem[] = [];
  const security = readSecurity(fields, facts, found);
  if (problems.length > 0 || found.length > 0 || 'code' in assignment || security === null) {
    return { is: 'errored', problems: [...problems, ...found] };
  }
  const payload = readPayload(fields, { organization, today, mayLack: OLD_CONTRACTS_MAY_LACK });
  if (!payload.ok) throw new Error('all problems of the payload were found');
  const { terms, adjustments } = payload;
  const whole =
    security.product === 'bank_deposit' ? { ...security, balance: security.balance ?? terms.rentalDeposit } : security;
  return { is: 'accepted', terms, adjustments, assignment, security: whole };
}

type ReadSecurity =
  | (Omit<Extract<Security, { product: 'bank_deposit' }>, 'balance'> & { balance: Rappen | null })
  | Extract<Security, { product: 'insurance' }>;

function readSecurity(
  fields: Fields,
  { organization, now }: OpenCallFacts,
  found: RunningProblem[],
): ReadSecurity | null {
  const today = swissDay(now);
  const openSince = readDay(fields, 'openSince', today, found);
  if (openSince === null) fault(found, 'openSince', 'day_missing');
  const iban = textIn(fields, 'iban', found);
  const policyNumber = textIn(fields, 'policyNumber', found);
  const balance = readBalance(fields, found);
  const balanceOn = readDay(fields, 'balanceOn', today, found);
  if (balanceOn && openSince && balanceOn < openSince) fault(found, 'balanceOn', 'before_open_since');
  if (iban === null && policyNumber === null) fault(found, 'iban', 'iban_or_policy');
  if (iban && policyNumber) fault(found, 'policyNumber', 'iban_and_policy');
  const product = iban ? 'bank_deposit' : 'insurance';
  const hasProvider = providerFor(organization.providers, product) !== null;
  if ((iban || policyNumber) && !hasProvider) {
    fault(found, iban ? 'iban' : 'policyNumber', iban ? 'no_bank' : 'no_insurer');
  }
  if (iban) {
    const why = faultOfIban(iban);
    if (why !== null) fault(found, 'iban', why);
  } else {
    if (balance !== null && balance !== undefined) fault(found, 'balance', 'balance_without_account');
    if (balanceOn) fault(found, 'balanceOn', 'balance_without_account');
  }
  if (policyNumber && policyNumber.length > LONGEST_POLICY) fault(found, 'policyNumber', 'policy_too_long');
  if (found.length > 0 || !openSince) return null;
  if (iban) {
    const account = parseSwissIban(iban) as string;
    return {
      product: 'bank_deposit',
      openSince,
      iban: account,
      balance: balance ?? null,
      balanceOn: balanceOn ?? openSince,
    };
  }
  return policyNumber ? { product: 'insurance', openSince, policyNumber } : null;
}

function faultOfIban(text: string): RunningFault | null {
  if (parseSwissIban(text) !== null) return null;
  if (parseQrIban(text) !== null) return 'qr_iban';
  return parseIban(text) === null ? 'invalid_iban' : 'foreign_iban';
}

/** Null: not sent. Undefined: there is a problem; it is recorded. */
function textIn(fields: Fields, field: RunningField, found: RunningProblem[]): string | null | undefined {
  const value = sent(fields, field);
  if (value.is === 'nothing') return null;
  if (value.is === 'text' && value.text.isWellFormed()) return value.text;
  return fault(found, field, 'not_a_text');
}

function readDay(fields: Fields, field: 'openSince' | 'balanceOn', today: Day, found: RunningProblem[]) {
  const text = textIn(fields, field, found);
  if (text === null || text === undefined) return text;
  const day = parseDay(text);
  if (day === null) return fault(found, field, 'day_invalid');
  return day > today ? fault(found, field, 'day_in_future') : day;
}

/** A number, in a CSV file a text. */
function readBalance(fields: Fields, found: RunningProblem[]): Rappen | null | undefined {
  const value = fields['balance'];
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value.trim() : null;
  if (text === '') return null;
  const number = text !== null && /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/.test(text) ? Number(text) : value;
  const balance = typeof number === 'number' && number >= 0 && number <= MOST ? fromChf(number) : null;
  return balance ?? fault(found, 'balance', 'balance_invalid');
}

const MOST = 999_999_999.95;

function fault(found: RunningProblem[], field: RunningField, running: RunningFault): undefined {
  found.push({ field, running });
}
