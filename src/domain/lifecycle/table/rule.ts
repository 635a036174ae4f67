import { isLocked } from '../../changes/email-facts.ts';
import type { Party } from '../../closing/closing.ts';
import type { Deposit } from '../../deposit.ts';
import type { Decision, MoveContext } from '../move.ts';
import { OPENING_PHASES, type Phase } from '../phase.ts';
import type { RefusalCode } from '../refusal.ts';

export type Rule<Input> = {
  /** In words, for the list of what is possible. Null: made by the passing of time, or concerns money only. */
  name: string | null;
  from: readonly Phase[];
  /** A further condition on the deposit. Null: the move is allowed. */
  unless?: (deposit: Deposit) => RefusalCode | null;
  /** A condition on who makes the move, and when. */
  unlessBy?: (deposit: Deposit, input: NoInfer<Input>, at: Pick<MoveContext, 'now'>) => RefusalCode | null;
  decide: (deposit: Deposit, input: Input, context: MoveContext) => Decision;
};

/** Infers the input type of each row. */
export const rule = <Input>(row: Rule<Input>): Rule<Input> => row;

/** Years 6: for ten days nothing from a new address counts that the manager has asked for. */
export const unlessLocked: NonNullable<Rule<{ by: Party; tenant?: number | null }>['unlessBy']> = (
  deposit,
  input,
  { now },
) => (isLocked(deposit, input, now) ? 'contact_locked' : null);

/** Neither closed nor withdrawn. */
export const LIVING = [
  ...OPENING_PHASES,
  'draft_editing',
  'open',
  'closing_proposed',
  'closing_noted',
  'closing_ordered',
] as const;

export const SENT = ['awaiting_tenant_signatures', 'awaiting_account', 'awaiting_cover', 'awaiting_payment'] as const;
