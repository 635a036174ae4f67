import type { Deposit } from '../deposit.ts';
import { byManager, move, type Decision, type Move, type MoveContext } from '../lifecycle/move.ts';
import type { DepositFile, Note } from './notes.ts';

/** The deposit stays as it is: its history says who added what. */
export function noteAdded(deposit: Deposit, { id, shared }: Pick<Note, 'id' | 'shared'>, context: MoveContext): Move {
  const base = byManager(deposit, context);
  return move(deposit, {
    history: [{ ...base, event: 'note_added', detail: { ...base.detail, note: id, shared } }],
  });
}

type AddedFile = Pick<DepositFile, 'id' | 'name' | 'type' | 'size' | 'sha256' | 'shared'>;

export function fileAdded(
  deposit: Deposit,
  { id, name, type, size, sha256, shared }: AddedFile,
  context: MoveContext,
): Move {
  const base = byManager(deposit, context);
  const entry = {
    ...base,
    event: 'file_added' as const,
    detail: { ...base.detail, fileId: id, type, size, shared },
    personal: { ...base.personal, file: name, sha256 },
  };
  return move(deposit, { history: [entry] });
}

/** `wasShared`: before. Setting what is set already is no entry. */
export function fileShared(
  deposit: Deposit,
  { id, name, shared, wasShared }: Pick<DepositFile, 'id' | 'name' | 'shared'> & { wasShared: boolean },
  context: MoveContext,
): Decision {
  if (shared === wasShared) return move(deposit);
  const base = byManager(deposit, context);
  const entry = {
    ...base,
    event: shared ? ('file_shared' as const) : ('file_unshared' as const),
    detail: { ...base.detail, fileId: id },
    personal: { ...base.personal, file: name },
  };
  return move(deposit, { history: [entry] });
}
