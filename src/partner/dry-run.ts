import type { OpenCall, OpenCallOutcome } from '../actions/open-deposit.ts';
import type { Adjustment, DepositTerms } from '../domain/deposit.ts';
import type { OpenCallDecision } from '../domain/open-call.ts';
import { speakAll } from '../domain/messages/speak.ts';
import { toChf } from '../domain/values/money.ts';
import { ignoredFields, type IgnoredField } from '../domain/payload/ignored-fields.ts';
import type { LocalizedText, Problem, ProblemCode } from '../domain/payload/problem.ts';
import type { Assignment } from '../domain/payload/property-manager.ts';
import { answer, type Answer } from './answer.ts';
import type { Path } from './paths.ts';

type Person = { id: string | null; email: string; firstName: string; lastName: string };

/** What the real call would answer, with everything that helps to fix the payload. */
type DryRun = {
  status: Answer['status'];
  body: Answer['body'];
  problems: { field: string; code: ProblemCode; messages: LocalizedText }[];
  /** Null when the call would not open one. */
  deposit: DryRunDeposit | null;
  adjustments: readonly Adjustment[];
  propertyManager: (Person & { why: Assignment['why'] | 'responsible' }) | null;
  /** What was sent and is not read. */
  ignored: readonly IgnoredField[];
};

type DryRunDeposit = Omit<DepositTerms, 'rentalDeposit'> & { rentalDeposit: number };

export function dryRun(call: OpenCall, path: Path, decision: OpenCallDecision): DryRun {
  return {
    ...answer(call, path, wouldBe(decision)),
    problems: problemsOf(decision).map((problem) => ({
      field: problem.field,
      code: problem.code,
      messages: speakAll(problem),
    })),
    deposit: 'refused' in decision ? null : dryRunDeposit(decision.terms),
    adjustments: 'refused' in decision ? [] : decision.adjustments,
    propertyManager: managerOf(decision),
    ignored: call.body.is === 'object' ? ignoredFields(call.body.fields) : [],
  };
}

/** The outcome of the real call. A dry run opens no deposit, so it has no id. */
export function wouldBe(decision: OpenCallDecision): OpenCallOutcome {
  return 'refused' in decision ? decision : { depositId: '' };
}

function dryRunDeposit(terms: DepositTerms): DryRunDeposit {
  return { ...terms, rentalDeposit: toChf(terms.rentalDeposit) };
}

function problemsOf(decision: OpenCallDecision): readonly Problem[] {
  return 'problems' in decision ? decision.problems : [];
}

function managerOf(decision: OpenCallDecision): DryRun['propertyManager'] {
  if ('responsible' in decision) return { ...person(decision.responsible), why: 'responsible' };
  if ('refused' in decision) return null;
  const { assignment } = decision;
  return assignment.why === 'invited'
    ? { id: null, ...assignment.invitation, why: assignment.why }
    : { ...person(assignment.manager), why: assignment.why };
}

function person({ id, email, firstName, lastName }: Person): Person {
  return { id, email, firstName, lastName };
}
