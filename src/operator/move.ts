import { moveDeposit, type MoveInput, type Moved } from '../actions/move-deposit.ts';
import type { Services } from '../actions/services.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import { explain, type MoveName } from '../domain/lifecycle/moves.ts';
import { REFUSALS } from '../domain/lifecycle/refusal.ts';
import { findDeposit, locateDeposit, type StoredDeposit } from '../storage/deposits/deposits.ts';
import { isId } from '../storage/database/ids.ts';
import { HttpProblem, invalid, notFound } from '../web/problem.ts';
import { findNearDuplicates } from '../storage/deposit-list/near-duplicates.ts';
import { depositView, type DepositView } from './deposit-view.ts';

/** Why a move was not made: no such deposit, a field of the input, or the deposit as it stands. */
type MoveRefusal =
  | { is: 'unknown_deposit' }
  | { is: 'invalid_field'; field: string; code: string; message: string }
  | { is: 'not_possible'; message: string };

/** Makes one move. Null: it was made. */
export async function tryMove<N extends MoveName>(
  services: Services,
  depositId: string,
  name: N,
  input: MoveInput<N>,
): Promise<MoveRefusal | null> {
  const location = isId(depositId) ? await locateDeposit(services.database, depositId) : null;
  const moved = location === null ? null : await moveDeposit(services, location, name, input);
  return moved === null ? { is: 'unknown_deposit' } : refusalOf(moved);
}

export function refusalOf({
  deposit,
  refusal,
}: Moved | { deposit: null; refusal: Refusal | null }): Exclude<MoveRefusal, { is: 'unknown_deposit' }> | null {
  if (refusal === null) return null;
  const { refused, field } = refusal;
  if (field !== undefined) return { is: 'invalid_field', field, code: refused, message: REFUSALS[refused] };
  return { is: 'not_possible', message: deposit === null ? REFUSALS[refused] : explain(refused, deposit) };
}

/** Makes one move for a route of the API, which answers a refusal with a problem: 404, 409 or 422. */
export async function makeMove<N extends MoveName>(
  services: Services,
  depositId: string,
  name: N,
  input: MoveInput<N>,
): Promise<void> {
  const refusal = await tryMove(services, depositId, name, input);
  if (refusal !== null) throw problemOf(refusal);
}

export function problemOf(refusal: MoveRefusal): HttpProblem {
  switch (refusal.is) {
    case 'unknown_deposit':
      return notFound('deposit');
    case 'invalid_field':
      return invalid(refusal.field, refusal.code, refusal.message);
    case 'not_possible':
      return new HttpProblem(409, refusal.message);
  }
}

export async function readRecord({ services }: { services: Services }, id: string): Promise<DepositView> {
  const deposit = await findOr404(services, id);
  const duplicates = await findNearDuplicates(services.database, [deposit]);
  return depositView(deposit, services, duplicates.get(deposit.id) ?? []);
}

export async function findOr404({ database }: Services, id: string): Promise<StoredDeposit> {
  const deposit = isId(id) ? await findDeposit(database, id) : null;
  if (deposit === null) throw notFound('deposit');
  return deposit;
}
