import { moveDeposit, type Given, type Moved } from '../actions/move-deposit.ts';
import type { Services } from '../actions/services.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import { explain, type MoveName } from '../domain/lifecycle/moves.ts';
import { REFUSALS } from '../domain/lifecycle/refusal.ts';
import type { ProviderCodes } from '../domain/contract-status.ts';
import { findDeposit, locateDeposit, type StoredDeposit } from '../storage/deposits/deposits.ts';
import { isId } from '../storage/database/ids.ts';
import { HttpProblem, invalid, notFound } from '../web/problem.ts';
import { depositView, type DepositView } from './deposit-view.ts';

/** Makes one move, or says why not: 404, 409 or 422. */
export async function makeMove<N extends MoveName>(
  services: Services,
  depositId: string,
  name: N,
  input: Given<N>,
): Promise<Deposit> {
  const location = isId(depositId) ? await locateDeposit(services.database, depositId) : null;
  const moved = location === null ? null : await moveDeposit(services, location, name, input);
  if (moved === null) throw notFound('deposit');
  refuseUnmoved(moved);
  return moved.deposit;
}

export function refuseUnmoved({ deposit, refusal }: Moved | { deposit: null; refusal: Refusal | null }): void {
  if (refusal === null) return;
  const { refused, field } = refusal;
  if (field !== undefined) throw invalid(field, refused, REFUSALS[refused]);
  throw new HttpProblem(409, deposit === null ? REFUSALS[refused] : explain(refused, deposit));
}

export async function readRecord(
  { services, providers }: { services: Services; providers: ProviderCodes },
  id: string,
): Promise<DepositView> {
  return depositView(await findOr404(services, id), providers);
}

export async function findOr404({ database }: Services, id: string): Promise<StoredDeposit> {
  const deposit = isId(id) ? await findDeposit(database, id) : null;
  if (deposit === null) throw notFound('deposit');
  return deposit;
}
