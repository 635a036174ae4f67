import type { Deposit } from '../deposit.ts';
import type { Decision, MoveContext } from './move.ts';
import { phaseOf } from './phase.ts';
import { sentence, type RefusalCode } from './refusal.ts';
import { ANY_PHASE_MOVES } from './table/any-phase-moves.ts';
import { CHANGE_MOVES } from './table/change-moves.ts';
import { CLOSING_MOVES } from './table/closing-moves.ts';
import { OPENING_MOVES } from './table/opening-moves.ts';
import type { Rule } from './table/rule.ts';

/**
 * Section 3 of the contract with its sub-steps: every move and the phases it is allowed in. The first move, which
 * creates a deposit from an accepted open call, is `openDeposit`.
 */
export const MOVES = { ...OPENING_MOVES, ...CHANGE_MOVES, ...CLOSING_MOVES, ...ANY_PHASE_MOVES } as const;

export type MoveName = keyof typeof MOVES;
export type InputOf<N extends MoveName> = (typeof MOVES)[N] extends Rule<infer Input> ? Input : never;

/** Decides a move by the table; stores nothing. */
export function decideMove<N extends MoveName>(
  name: N,
  deposit: Deposit,
  input: InputOf<N>,
  context: MoveContext,
): Decision {
  const row = MOVES[name] as unknown as Rule<InputOf<N>>;
  const obstacle = obstacleTo(row, deposit);
  if (obstacle !== null) return { refused: obstacle };
  const locked = row.unlessBy?.(deposit, input, context) ?? null;
  if (locked !== null) return { refused: locked };
  return row.decide(deposit, input, context);
}

function obstacleTo({ from, unless }: Rule<never>, deposit: Deposit): RefusalCode | null {
  if (!from.includes(phaseOf(deposit))) return 'not_now';
  return unless?.(deposit) ?? null;
}

/** Whether the table allows this move now. Pages, API and jobs ask this instead of checking the phase themselves. */
export function canMove(name: MoveName, deposit: Deposit): boolean {
  return obstacleTo(MOVES[name], deposit) === null;
}

/** What can be done with the deposit now, in words. */
export function possibleMoves(deposit: Deposit): string[] {
  return Object.values(MOVES).flatMap((row) =>
    row.name !== null && obstacleTo(row as unknown as Rule<never>, deposit) === null ? [row.name] : [],
  );
}

/** A refusal as a sentence that names the state and what is possible now. */
export function explain(code: RefusalCode, deposit: Deposit): string {
  return sentence(code, deposit, possibleMoves(deposit));
}
