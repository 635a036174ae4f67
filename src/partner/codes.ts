import type { OpenCallOutcome } from '../actions/open-deposit.ts';

/** What a program does next. */
export type NextStep = 'done' | 'ask_operator' | 'correct_and_resend' | 'resend_later';

/** Stable codes of the outcomes of an open call; in headers, because the bodies are exactly those of the contract. */
export const OUTCOME_CODES = {
  opened: 'done',
  not_authorised: 'ask_operator',
  organization_missing: 'correct_and_resend',
  organization_unknown: 'ask_operator',
  organization_incomplete: 'ask_operator',
  body_unreadable: 'correct_and_resend',
  contract_id_missing: 'correct_and_resend',
  ignored_temporarily: 'resend_later',
  ignored_permanently: 'done',
  contract_exists: 'done',
  tenant_type_unknown: 'correct_and_resend',
  too_many_signatories: 'correct_and_resend',
  property_manager: 'correct_and_resend',
  data_missing: 'correct_and_resend',
  data_invalid: 'correct_and_resend',
  unavailable: 'resend_later',
} as const satisfies Record<string, NextStep>;
export type OutcomeCode = keyof typeof OUTCOME_CODES;

/** Both headers: names and values in turn. */
export function codeHeaders(code: OutcomeCode): readonly string[] {
  return ['x-depono-code', code, 'x-depono-next', OUTCOME_CODES[code]];
}

/** The same for the real call and for its dry run. */
export function codeOf(outcome: OpenCallOutcome): OutcomeCode {
  if (!('refused' in outcome)) return 'opened';
  switch (outcome.refused) {
    case 'unauthorized':
      return 'not_authorised';
    case 'organization_id_missing':
      return 'organization_missing';
    case 'not_at_home':
      return 'unavailable';
    case 'no_default_manager':
    case 'no_provider':
      return 'organization_incomplete';
    case 'contract_ignored':
      return outcome.ignored === 'temporarily' ? 'ignored_temporarily' : 'ignored_permanently';
    case 'manager_not_assignable':
      return 'property_manager';
    case 'fields_invalid':
      return outcome.problems.every(({ code }) => code === 'missing') ? 'data_missing' : 'data_invalid';
    case 'organization_unknown':
    case 'body_unreadable':
    case 'contract_id_missing':
    case 'contract_exists':
    case 'tenant_type_unknown':
    case 'too_many_signatories':
      return outcome.refused;
  }
}
