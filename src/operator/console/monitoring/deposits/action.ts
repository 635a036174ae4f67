import type * as z from 'zod';
import type { Services } from '../../../../actions/services.ts';
import type { Deposit } from '../../../../domain/deposit.ts';
import { canMove, type InputOf, type MoveName } from '../../../../domain/lifecycle/moves.ts';
import type { Form } from '../../../../web/forms.ts';
import { HttpProblem } from '../../../../web/problem.ts';
import { makeMove } from '../../../move.ts';
import { readInput, type Problems } from '../../forms.ts';

/** Made, or what is wrong: with fields, or with the deposit as it stands. */
type Outcome = { problems: Problems } | { refusal: string } | null;

/** Something that the operator does to a deposit: one move of the table, as the API makes it. */
export type Action = {
  label: string;
  /** What follows from it. */
  means: string;
  done: string;
  isDanger: boolean;
  fields: (deposit: Deposit) => readonly ActionField[];
  isPossible: (deposit: Deposit) => boolean;
  make: (services: Services, depositId: string, form: Form) => Promise<Outcome>;
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

/** Gives each action the types of its own input. What was typed is read as the body of the same call of the API. */
export function action<S extends z.ZodType, N extends MoveName>(
  { isDanger = false, fields = [], ...words }: Words,
  move: N,
  schema: S,
  body: (form: Form) => unknown,
  input: (read: z.infer<S>) => InputOf<N>,
): Action {
  return {
    ...words,
    isDanger,
    fields: typeof fields === 'function' ? fields : () => fields,
    isPossible: (deposit) => canMove(move, deposit),
    make: async (services, depositId, form) => {
      const read = readInput(schema, body(form) as object);
      if (read.problems !== null) return { problems: read.problems };
      try {
        await makeMove(services, depositId, move, () => input(read.value));
        return null;
      } catch (error) {
        if (error instanceof HttpProblem && error.problems !== undefined) {
          return { problems: Object.fromEntries(error.problems.map((one) => [one.field, one.message])) };
        }
        if (error instanceof HttpProblem && error.status === 409) return { refusal: error.message };
        throw error;
      }
    },
  };
}
