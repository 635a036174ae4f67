import { changeIn, runningChange } from '../../../domain/change.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { isEndToConfirm, isOverdue, problemKinds, taskOf } from '../../../domain/lifecycle/attention.ts';
import { STEP_NAMES } from '../../../domain/messages/states.ts';
import { formatDay, type Day } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { awaitedBy } from '../deposit/possible.ts';
import type { ListRow } from './list-view.ts';
import { LIST_WORDS } from './list-words.ts';
import type { ListWords } from './words/words.ts';

/** What is said beside the state of a deposit. */
type RowNote = { tone: 'todo' | 'bad' | 'soft'; text: string };

/** What is wrong, what it waits for, and how far it is. */
export function rowNotes(row: ListRow, { today, language }: { today: Day; language: Language }): RowNote[] {
  const { deposit } = row;
  if (deposit === null) return [];
  const words = LIST_WORDS[language];
  const { notes } = words;
  const bad = (isSo: boolean, text: string): RowNote[] => (isSo ? [{ tone: 'bad', text }] : []);
  const problems = problemKinds(deposit);
  const task = taskNote(row, deposit, words);
  const partly = partPayment(deposit, words);
  const isLate = isOverdue(deposit, today);
  const isSaid = task.length > 0 || isLate || partly.length > 0;
  return [
    ...bad(problems.includes('refused'), notes.refused[deposit.refusal?.by ?? 'bank']),
    ...bad(problems.includes('register'), notes.register),
    ...bad(isLate, notes.overdue),
    ...bad(deposit.hold !== null, notes.held),
    ...task,
    ...partly,
    ...(isSaid ? [] : turnNote(row, deposit, language)),
    ...(row.freesOn === null ? [] : [{ tone: 'soft' as const, text: notes.orderedOn(formatDay(row.freesOn)) }]),
  ];
}

function taskNote({ isMine, manager }: ListRow, deposit: Deposit, words: ListWords): RowNote[] {
  const task = taskOf(deposit);
  const text = task === null ? (isEndToConfirm(deposit) ? words.notes.end : null) : words.tasks[task];
  if (text === null) return [];
  return [{ tone: 'todo', text: isMine ? words.forYou(text) : words.forOther(manager.name, text) }];
}

/** Paid in in part, towards the deposit or back to what it was. */
function partPayment({ paidIn, terms, step, state, product }: Deposit, { notes }: ListWords): RowNote[] {
  const counts =
    step === 'awaiting_payment' || ((state === 'open' || state === 'closing') && product === 'bank_deposit');
  if (!counts || paidIn >= terms.rentalDeposit || (paidIn === 0 && step === 'awaiting_payment')) return [];
  const text = notes.paidOf(formatChf(paidIn), formatChf(terms.rentalDeposit));
  return [{ tone: step === 'awaiting_payment' ? 'todo' : 'bad', text }];
}

/** Whose turn it is, if it is not the manager's. */
function turnNote(row: ListRow, deposit: Deposit, language: Language): RowNote[] {
  const { notes } = LIST_WORDS[language];
  const soft = (text: string): RowNote[] => [{ tone: 'soft', text }];
  if (deposit.step !== null) return soft(STEP_NAMES[language][deposit.step]);
  if (deposit.state === 'open' && runningChange(deposit) !== null) {
    return soft(changeIn(deposit, 'to_sign') === null ? notes.change : `${notes.change}: ${notes.tenantAnswers}`);
  }
  switch (awaitedBy(deposit)) {
    case 'tenant_answer':
      return soft(notes.tenantAnswers);
    case 'payout':
      return soft(notes.payout);
    case 'cover_end':
      return soft(notes.coverEnds);
    case 'send':
    case 'tenants':
    case 'bank':
    case 'insurer':
    case 'payment':
    case null:
      return [];
  }
}
