import type * as z from 'zod';
import type { Services } from '../../../../actions/services.ts';
import type { Deposit } from '../../../../domain/deposit.ts';
import { canMove, type InputOf, type MoveName } from '../../../../domain/lifecycle/moves.ts';
import type { Form } from '../../../../web/forms.ts';
import { tryMove } from '../../../move.ts';
import { readInput, type Problems } from '../../forms.ts';

/** Null: done. Otherwise what is wrong with the fields, or why the deposit does not allow it. */
type Outcome = { problems: Problems } | { refusal: string } | null;

/** One move of the table that the operator makes on a deposit, the same as through the API. */
export type Action = {
  label: string;
  /** What happens next. */
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

/** Types each action by its own input. The form is validated as the body of the same API call. */
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
      const refusal = await tryMove(services, depositId, move, () => input(read.value));
      if (refusal === null) return null;
      switch (refusal.is) {
        case 'unknown_deposit':
          return { refusal: 'The deposit no longer exists.' };
        case 'invalid_field':
          return { problems: { [refusal.field]: refusal.message } };
        case 'not_possible':
          return { refusal: refusal.message };
      }
    },
  };
}
