import type { OpenCall, OpenCallOutcome } from '../actions/open-deposit.ts';
import type { Language } from '../domain/values/language.ts';
import type { BodyFault, DataRefusal } from '../domain/open-call.ts';
import { speak } from '../domain/messages/speak.ts';
import type { Problem } from '../domain/payload/problem.ts';
import { escapeHtml } from '../web/html.ts';
import { LARGEST_BODY } from './read-body.ts';
import type { Path } from './paths.ts';

type AnswerBody =
  | { success: true; result: 'success'; externalContractId?: string }
  | { success: false; result: 'skipped' | 'errored'; reason: string; externalContractId?: string };

/** 4.1: 200 or 500, and exactly the members that the contract names. */
export type Answer = { status: 200 | 500; body: AnswerBody };

/** Section 7.1, line for line. */
export function answer(call: OpenCall, path: Path, outcome: OpenCallOutcome): Answer {
  if (!('refused' in outcome)) return named({ status: 200, body: { success: true, result: 'success' } }, call, path);
  switch (outcome.refused) {
    case 'unauthorized':
      return errored('Not Authorised!');
    case 'organization_id_missing':
      return errored('External Org ID not provided');
    case 'organization_unknown':
      return errored(
        `Organization with external ID ${quoteHeader(call.externalOrgId)} not found for ${call.integration}`,
      );
    case 'not_at_home':
      return failure();
    case 'no_default_manager':
      return errored('Organization has no default property manager yet: the service operator has to name one');
    case 'no_provider':
      return errored('Organization has no bank or insurer yet: the service operator has to set one up');
    case 'body_unreadable':
      return errored(BODY_FAULTS[outcome.fault]);
    case 'contract_id_missing':
      return skipped('Data item without external contract ID');
    case 'contract_ignored':
      return named(skipped(`Contract ${outcome.ignored} ignored`), call, path);
    case 'contract_exists':
      return named(skipped('Contract with external ID already exists'), call, path);
    case 'tenant_type_unknown':
      return named(errored('Unknown tenant type'), call, path);
    case 'too_many_signatories':
      return named(errored('Too many signatories for a legal entity tenant'), call, path);
    case 'manager_not_assignable':
    case 'fields_invalid':
      return named(refusal(outcome, path), call, path);
  }
}

/** A failure of ours. It must be true that nothing was created. */
export function failure(): Answer {
  return errored('The service could not process the call. Nothing was created; please send it again later');
}

export function overload(): Answer {
  return errored('The service is overloaded. Nothing was created; please send it again later');
}

/** A process that only reads was called. */
export function notOnReader(): Answer {
  return errored('The service can only be read at the moment. Nothing was created; please send it again later');
}

function refusal({ problems, responsible }: DataRefusal, path: Path): Answer {
  const reason = reasonFor(problems, responsible.language, path);
  const isOnlyMissing = problems.every((problem) => problem.code === 'missing');
  return isOnlyMissing && path.missingData === 'skipped' ? skipped(reason) : errored(reason);
}

function reasonFor(problems: readonly Problem[], language: Language, path: Path): string {
  if (problems[0]?.code === 'manager_names_missing') {
    return 'Property manager first and last name missing - cannot invite new user';
  }
  const lines = problems.map((problem) => speak(problem, language));
  switch (path.placement) {
    case 'before':
      return lines.map((line) => `${path.separator}${line}`).join('');
    case 'between':
      return lines.join(path.separator);
  }
}

const BODY_FAULTS: Record<BodyFault, string> = {
  too_large: `The body is larger than ${LARGEST_BODY} bytes`,
  too_slow: 'The body did not arrive in time',
  encoded: 'The body has a content encoding; send it as plain JSON',
  not_utf8: 'The body is not valid UTF-8',
  not_json: 'The body is not valid JSON',
  not_an_object: 'The body is not one JSON object',
};

function errored(reason: string): Answer {
  return { status: 500, body: { success: false, result: 'errored', reason } };
}

function skipped(reason: string): Answer {
  return { status: 500, body: { success: false, result: 'skipped', reason } };
}

function named(given: Answer, call: OpenCall, path: Path): Answer {
  if (!path.answersContractId || call.body.is !== 'object') return given;
  return { ...given, body: { ...given.body, externalContractId: call.body.contractId.shown } };
}

const LONGEST_QUOTED_HEADER = 64;

/** Partners print reasons as HTML. */
function quoteHeader(value: string | null): string {
  return escapeHtml([...(value ?? '')].slice(0, LONGEST_QUOTED_HEADER).join(''));
}
