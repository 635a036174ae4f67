import type { Deposit } from '../domain/deposit.ts';
import { isRefused, type Refusal } from '../domain/lifecycle/move.ts';
import { stateEvent } from '../domain/lifecycle/documents.ts';
import { decideMove, type InputOf, type MoveName } from '../domain/lifecycle/moves.ts';
import type { Member, Organization } from '../domain/organization.ts';
import { serviceNow } from '../storage/database/clock.ts';
import type { Sql } from '../storage/database/database.ts';
import { lockDeposit, type Location } from '../storage/deposits/deposits.ts';
import { storeMoves } from '../storage/deposits/moves.ts';
import { findOrganization } from '../storage/set-up/organizations.ts';
import type { Services } from './services.ts';

/** Moved, or refused in the current phase. */
export type Moved = { deposit: Deposit; refusal: Refusal | null };

/** The input of a move, which may depend on the locked deposit. */
export type MoveInput<N extends MoveName> = (
  deposit: Deposit,
  at: { organization: Organization; now: Date; sql: Sql },
) => InputOf<N> | Refusal | Promise<InputOf<N> | Refusal>;

/** The member who acts for the property management, if not the responsible one. */
type By = { member?: Member | undefined };

/**
 * Carries out one move of the table in one transaction: locks the deposit, decides the move, and stores it with its
 * history and effects. If two moves race, the second is decided on the result of the first. Null: there is no such
 * deposit.
 */
export async function moveDeposit<N extends MoveName>(
  services: Services,
  location: Location,
  name: N,
  input: MoveInput<N>,
  by: By = {},
): Promise<Moved | null> {
  const moved = await services.database
    .transaction(async (sql) => {
      const made = await moveInTransaction(services, sql, location, name, input, by);
      if (made !== null && made.refusal !== null) throw new NotMade(made);
      return made;
    })
    .catch((error: unknown) => {
      if (error instanceof NotMade) return error.outcome;
      throw error;
    });
  if (moved?.refusal === null) services.wakeWorker();
  return moved;
}

/** Thrown inside the transaction to roll back everything that `input` has written. */
class NotMade extends Error {
  readonly outcome: Moved;

  constructor(outcome: Moved) {
    super('not made');
    this.outcome = outcome;
  }
}

/** Like `moveDeposit`, in the caller's transaction; the caller wakes the worker after the commit. */
async function moveInTransaction<N extends MoveName>(
  services: Services,
  sql: Sql,
  location: Location,
  name: N,
  input: MoveInput<N>,
  { member }: By = {},
): Promise<Moved | null> {
  const locked = await lockDeposit(sql, location);
  if (locked === null) return null;
  const { deposit: before, head } = locked;
  // A mandate has moved it meanwhile: who acts for the old property management acts on nothing.
  if (member !== undefined && before.organizationId !== location.organizationId) return null;
  const organization = await findOrganization(sql, before.organizationId);
  if (organization === null) throw new Error(`deposit ${before.id} has no organization`);
  const now = await serviceNow(sql);
  const given = await input(before, { organization, now, sql });
  if (isRefusal(given)) return { deposit: before, refusal: given };
  const { random, demoIban, money, operators, vault } = services;
  const decision = decideMove(name, before, given, { organization, now, random, demoIban, money, operators, member });
  if (isRefused(decision)) return { deposit: before, refusal: decision };
  const { deposit } = decision;
  const more = [...stateEvent(before, deposit, { now, random }), ...services.reactions(before, deposit, now)];
  await storeMoves(sql, vault, [{ before, head, move: decision, more }], now);
  return { deposit, refusal: null };
}

function isRefusal(given: unknown): given is Refusal {
  return typeof given === 'object' && given !== null && 'refused' in given;
}
