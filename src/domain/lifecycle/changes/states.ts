import { peopleOf, runningChange } from '../../change.ts';
import type { Deposit, DepositChange } from '../../deposit.ts';
import type { PersonalFacts } from '../../history/facts.ts';
import { move, type Actor, type HistoryEntry, type Move, type MoveContext } from '../move.ts';

/** The deposit with this change, new or as it stands now. */
export function withChange(deposit: Deposit, change: DepositChange): Deposit {
  const isKnown = deposit.changes.some(({ id }) => id === change.id);
  if (!isKnown) return { ...deposit, changes: [...deposit.changes, change] };
  return { ...deposit, changes: deposit.changes.map((one) => (one.id === change.id ? change : one)) };
}

/** The running change, which a rule has asked for before. */
export function running(deposit: Deposit): DepositChange {
  const change = runningChange(deposit);
  if (change === null) throw new Error('a change is running');
  return change;
}

/** It takes effect. */
export function changeDone(deposit: Deposit, change: DepositChange, { now }: Pick<MoveContext, 'now'>): Move {
  return move(withChange(deposit, { ...change, state: 'done', doneAt: now }), {
    history: [changeEntry('change_done', change, { at: now, actor: 'service' })],
  });
}

/** A history entry about a change: who joins, who leaves, who follows whom. */
export function changeEntry(
  event: HistoryEntry['event'],
  { subject, amendment }: DepositChange,
  {
    at,
    actor,
    more = {},
    personal,
  }: { at: Date; actor: Actor; more?: HistoryEntry['detail']; personal?: PersonalFacts },
): HistoryEntry {
  const detail = { kind: subject.kind, ...(amendment === null ? {} : { amendment }), ...more };
  return { at, actor, event, detail, personal: { ...peopleOf(subject), ...personal } };
}
