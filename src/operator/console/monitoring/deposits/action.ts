import type * as z from 'zod';
import { freeAccount } from '../../../../actions/deposit-account.ts';
import type { MoveInput } from '../../../../actions/move-deposit.ts';
import type { Services } from '../../../../actions/services.ts';
import type { Deposit } from '../../../../domain/deposit.ts';
import { canMove, type InputOf, type MoveName } from '../../../../domain/lifecycle/moves.ts';
import type { Acting } from '../../../../domain/operator.ts';
import type { Form } from '../../../../web/forms.ts';
import type { Content } from '../../../../web/html.ts';
import { tryMove } from '../../../move.ts';
import { askFor } from '../../approvals/asking.ts';
import { readInput, type Problems } from '../../forms.ts';

/** Null: done. Otherwise the request that waits for a second person, or why it was not done. */
type Outcome = { approvalId: string } | NotMade | null;
/** What is wrong with the fields, or why the deposit does not allow it. */
type NotMade = { problems: Problems } | { refusal: Content };

/** One move of the table that the operator makes on a deposit, the same as through the API. */
export type Action = {
  label: string;
  /** What happens next. */
  means: string;
  done: string;
  isDanger: boolean;
  fields: (deposit: Deposit) => readonly ActionField[];
  isPossible: (deposit: Deposit) => boolean;
  make: (services: Services, by: Acting, depositId: string, form: Form) => Promise<Outcome>;
};

export type ActionField = {
  name: string;
  label: string;
  hint?: string;
  kind: 'text' | 'long' | readonly (readonly [value: string, label: string])[];
  isOptional?: boolean;
};

type Words = Pick<Action, 'label' | 'means' | 'done'> & {
  isDanger?: boolean;
  fields?: readonly ActionField[] | ((deposit: Deposit) => readonly ActionField[]);
};

type Make<N extends MoveName> = (
  services: Services,
  by: Acting,
  depositId: string,
  input: InputOf<N>,
) => Promise<Outcome>;

/** Types each action by its own input. The form is validated as the body of the same API call. */
export function action<S extends z.ZodType, N extends MoveName>(
  { isDanger = false, fields = [], ...words }: Words,
  move: N,
  schema: S,
  body: (form: Form) => unknown,
  input: (read: z.infer<S>) => InputOf<N>,
  make: Make<N> = (services, _by, depositId, given) => makeMove(services, depositId, move, given),
): Action {
  return {
    ...words,
    isDanger,
    fields: typeof fields === 'function' ? fields : () => fields,
    isPossible: (deposit) => canMove(move, deposit),
    make: async (services, by, depositId, form) => {
      const read = readInput(schema, body(form) as object);
      if (read.problems !== null) return { problems: read.problems };
      return make(services, by, depositId, input(read.value));
    },
  };
}

function makeMove<N extends MoveName>(
  services: Services,
  depositId: string,
  move: N,
  input: InputOf<N>,
): Promise<Outcome> {
  return makeMoveWith(services, depositId, move, () => input);
}

async function makeMoveWith<N extends MoveName>(
  services: Services,
  depositId: string,
  move: N,
  input: MoveInput<N>,
): Promise<Outcome> {
  const refusal = await tryMove(services, depositId, move, input);
  if (refusal === null) return null;
  switch (refusal.is) {
    case 'unknown_deposit':
      return { refusal: GONE };
    case 'invalid_field':
      return { problems: { [refusal.field]: refusal.message } };
    case 'not_possible':
      return { refusal: refusal.message };
  }
}

const GONE = 'The deposit no longer exists.';

/** An account belongs to one living deposit. */
export const openFreeAccount: Make<'open_account'> = (services, _by, depositId, account) =>
  makeMoveWith(services, depositId, 'open_account', freeAccount(services, account));

/** After money has arrived, a second person must approve it. */
export const askToCorrectAccount: Make<'correct_account'> = async (services, by, depositId, input) =>
  outcomeOf(await askFor(services, by, 'correct_account', { depositId, ...input }));

/** The payout without consent, which a second person must approve. */
export const askToRelease: Make<'release'> = async (services, by, depositId, input) =>
  outcomeOf(await askFor(services, by, 'release', { depositId, ...input }));

/** After the whole sum has arrived, a second person must approve it. */
export const askToWithdraw: Make<'withdraw_as_operator'> = async (services, by, depositId, { reason = null }) =>
  outcomeOf(await askFor(services, by, 'withdraw', { depositId, reason }));

/** Money may go out again, which a second person must approve. */
export const askToLiftHold: Make<'lift_hold'> = async (services, by, depositId, { reason }) =>
  outcomeOf(await askFor(services, by, 'lift_hold', { depositId, reason }));

function outcomeOf(asked: Awaited<ReturnType<typeof askFor>>): Outcome {
  switch (asked.is) {
    case 'done':
      return null;
    case 'asked':
      return { approvalId: asked.approvalId };
    case 'invalid':
      return { problems: asked.problems };
    case 'refused':
      return { refusal: asked.refusal };
    case 'unknown':
      return { refusal: GONE };
  }
}
