import type * as z from 'zod';
import { BY_OPERATOR } from '../../domain/lifecycle/applications.ts';
import { parseAmount, toChf } from '../../domain/values/money.ts';
import { isId } from '../../storage/database/ids.ts';
import { providerOfApplication } from '../../storage/providers/queue.ts';
import { together, type Author } from '../audit.ts';
import type { Services } from '../services.ts';
import { acknowledgeApplication, type AnswerResult } from './answer-application.ts';
import { acknowledgeInput, ANSWER_INPUTS, type AnswerCall } from './answer-inputs.ts';
import type { AnswerMember, AnswerRow } from './answers-csv.ts';
import { giveAnswer } from './give-answer.ts';
import { recordSeen } from './record-seen.ts';

/** What became of a row of a file of answers. */
export type RowOutcome = Pick<AnswerRow, 'line' | 'application' | 'answer'> & {
  /** `skipped`: the row has no answer. `recorded`: the application was cancelled, its account is kept with the deposit. */
  is: 'done' | 'skipped' | 'recorded' | 'unknown' | 'invalid' | 'conflict';
  /** What is wrong, as a sentence; empty if the answer was taken. */
  message: string;
};

/** Whose applications are answered, and who sends the file. `providerId` null: those of every provider. */
type Sender = { providerId: string | null; author: Author };

/** One row, in one transaction with its entry in the audit log. The next row does not depend on it. */
export async function giveAnswerRow(services: Services, sender: Sender, row: AnswerRow): Promise<RowOutcome> {
  const { line, application, answer, members } = row;
  const outcome = (is: RowOutcome['is'], message: string): RowOutcome => ({ line, application, answer, is, message });
  if (answer === '' && Object.keys(members).length === 0) return outcome('skipped', 'No answer is given.');
  if (application === '') return outcome('invalid', 'The id of the application is missing.');
  if (!isAnswer(answer)) return outcome('invalid', `The answer must be one of ${ANSWERS.join(', ')}.`);
  const { body, problem } = bodyOf(answer, members);
  if (problem !== null) return outcome('invalid', problem);
  const providerId = isId(application) ? await providerOfApplication(services.database, application) : null;
  const isTheirs = sender.providerId === null || sender.providerId === providerId;
  if (providerId === null || !isTheirs) return outcome('unknown', 'There is no such application.');
  const result = await give(services, sender.author, { providerId, applicationId: application, answer, body });
  services.wakeWorker();
  switch (result.is) {
    case 'done':
      return outcome('done', '');
    case 'unknown':
      return outcome('unknown', 'There is no such application.');
    case 'invalid':
      return outcome('invalid', `${result.field}: ${sentence(result.message)}`);
    case 'conflict':
      return outcome(result.recorded ? 'recorded' : 'conflict', sentence(result.message));
  }
}

const ANSWERS = ['acknowledge', ...(Object.keys(ANSWER_INPUTS) as AnswerCall[])] as const;
type RowAnswer = (typeof ANSWERS)[number];

function isAnswer(name: string): name is RowAnswer {
  return ANSWERS.some((one) => one === name);
}

type Given = { providerId: string; applicationId: string; answer: RowAnswer; body: unknown };

async function give(
  services: Services,
  author: Author,
  { providerId, applicationId, answer, body }: Given,
): Promise<AnswerResult> {
  const whose = { providerId, applicationId, by: BY_OPERATOR };
  return together(services, async (inside) => {
    const result =
      answer === 'acknowledge'
        ? // Without a number, the one that it has stays.
          await acknowledgeApplication(inside, { ...whose, reference: (body as { reference?: string }).reference })
        : await giveAnswer(inside, { ...whose, name: answer, body });
    const isStored = result.is === 'done' || (result.is === 'conflict' && result.recorded);
    if (isStored) await recordSeen(inside, { author, providerId }, { verb: 'answer', applications: [applicationId] });
    return result;
  });
}

/** The members as the API would get them, read by the same schemas. */
function bodyOf(
  answer: RowAnswer,
  members: AnswerRow['members'],
): { body: object; problem: null } | { body: null; problem: string } {
  const given: Record<string, unknown> = {};
  for (const [name, typed] of Object.entries(members) as [AnswerMember, string][]) {
    const value = VALUES[name]?.(typed) ?? typed;
    given[name] = value;
    if (Number.isNaN(value)) return { body: null, problem: `${name}: “${typed}” is not an amount, such as 1500.50.` };
  }
  const read = (answer === 'acknowledge' ? acknowledgeInput : ANSWER_INPUTS[answer]).safeParse(given);
  if (read.success) return { body: read.data ?? {}, problem: null };
  return { body: null, problem: read.error.issues.flatMap((issue) => problemOf(issue, given)).join(' ') };
}

/** As spreadsheets write amounts and days. */
const VALUES: Partial<Record<AnswerMember, (typed: string) => unknown>> = {
  premium: amountFrom,
  amount: amountFrom,
  openedOn: dayFrom,
  from: dayFrom,
  on: dayFrom,
  code: (typed) => typed.toLowerCase(),
};

function amountFrom(typed: string): number {
  const amount = parseAmount(typed);
  return amount === null ? Number.NaN : toChf(amount);
}

/** `31.3.2027` is `2027-03-31`. The schema refuses what is no day. */
function dayFrom(typed: string): string {
  const swiss = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed);
  return swiss === null ? typed : `${swiss[3]}-${swiss[2]?.padStart(2, '0')}-${swiss[1]?.padStart(2, '0')}`;
}

function problemOf(issue: z.core.$ZodIssue, given: Record<string, unknown>): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${key}: does not belong to this answer.`);
  const field = String(issue.path[0] ?? '');
  if (given[field] === undefined) return [`${field}: is missing.`];
  if (issue.code === 'invalid_value') return [`${field}: must be one of ${issue.values.join(', ')}.`];
  return [`${field}: ${sentence(issue.message)}`];
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
