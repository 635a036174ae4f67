import type { Deposit } from '../domain/deposit.ts';
import { isRefused, type Refusal } from '../domain/lifecycle/move.ts';
import { decideMove, type InputOf, type MoveName } from '../domain/lifecycle/moves.ts';
import type { Member, Organization } from '../domain/organization.ts';
import { serviceNow } from '../storage/database/clock.ts';
import type { Sql } from '../storage/database/database.ts';
import { lockDeposit, type Location } from '../storage/deposits/deposits.ts';
import { storeMove } from '../storage/deposits/moves.ts';
import { findOrganization } from '../storage/set-up/organizations.ts';
import type { Services } from './services.ts';

/** Moved, or refused as the deposit stands. */
export type Moved = { deposit: Deposit; refusal: Refusal | null };

/** The input of a move, which may depend on what stands once the deposit is locked. */
export type Given<N extends MoveName> = (
  deposit: Deposit,
  at: { organization: Organization; now: Date; sql: Sql },
) => InputOf<N> | Refusal | Promise<InputOf<N> | Refusal>;

/** Who acts for the property management, where it is not simply the person responsible. */
type By = { member?: Member | undefined };

/**
 * Carries out one move of the table in one transaction: the deposit is locked, the move decided on what it is then, and
 * stored with its history and its effects. Of two moves that race, the second is decided on what the first has left.
 * Null: there is no such deposit.
 */
export async function moveDeposit<N extends MoveName>(
  services: Services,
  location: Location,
  name: N,
  input: Given<N>,
  by: By = {},
): Promise<Moved | null> {
  const moved = await moveOnce(services, location, name, input, async () => true, by);
  if (moved === 'repeated') throw new Error('only what is done once can be repeated');
  return moved;
}

/** Notes in the transaction of a move that it is made; false: it was made before. */
export type Once = (sql: Sql) => Promise<boolean>;

/** For what may come twice, such as a booking that several files of the bank tell of. A refused move is not noted. */
export async function moveOnce<N extends MoveName>(
  services: Services,
  location: Location,
  name: N,
  input: Given<N>,
  once: Once,
  by: By = {},
): Promise<Moved | 'repeated' | null> {
  const moved = await services.database
    .transaction(async (sql) => {
      const made = await moveLocked(services, sql, location, name, input, by);
      if (made === null) return null;
      if (made.refusal !== null) throw new NotMade(made);
      if (await once(sql)) return made;
      throw new NotMade('repeated');
    })
    .catch((error: unknown) => {
      if (error instanceof NotMade) return error.outcome;
      throw error;
    });
  if (moved !== 'repeated' && moved?.refusal === null) services.wakeWorker();
  return moved;
}

/** Thrown inside the transaction, so that all that was done for the move goes with it. */
class NotMade extends Error {
  readonly outcome: Moved | 'repeated';

  constructor(outcome: Moved | 'repeated') {
    super('not made');
    this.outcome = outcome;
  }
}

async function moveLocked<N extends MoveName>(
  services: Services,
  sql: Sql,
  location: Location,
  name: N,
  input: Given<N>,
  { member }: By,
): Promise<Moved | null> {
  const locked = await lockDeposit(sql, location);
  if (locked === null) return null;
  const { deposit: before, head } = locked;
  const organization = await findOrganization(sql, location.organizationId);
  if (organization === null) throw new Error(`deposit ${before.id} has no organization`);
  const now = await serviceNow(sql);
  const given = await input(before, { organization, now, sql });
  if (isRefusal(given)) return { deposit: before, refusal: given };
  const { random, demoIban, vault } = services;
  const decision = decideMove(name, before, given, { organization, now, random, demoIban, member });
  if (isRefused(decision)) return { deposit: before, refusal: decision };
  const more = services.reactions(before, decision.deposit, now);
  await storeMove(sql, vault, { before, head, move: decision, more }, now);
  return { deposit: decision.deposit, refusal: null };
}

function isRefusal(given: unknown): given is Refusal {
  return typeof given === 'object' && given !== null && 'refused' in given;
}
