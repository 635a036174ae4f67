import type { Deposit } from '../domain/deposit.ts';
import type { Effect } from '../domain/effect.ts';
import { followedBy, isRefused, move, type Move, type Refusal } from '../domain/lifecycle/move.ts';
import { stateEvent } from '../domain/lifecycle/documents.ts';
import { decideMove, type InputOf, type MoveName } from '../domain/lifecycle/moves.ts';
import type { Organization } from '../domain/organization.ts';
import type { Sql } from '../storage/database/database.ts';
import { lockDeposits, type Location, type LockedDeposit } from '../storage/deposits/deposits.ts';
import { storeMoves } from '../storage/deposits/moves.ts';
import { findOrganizations } from '../storage/set-up/organizations.ts';
import type { Services } from './services.ts';

type Moving = LockedDeposit & { moved: Move; more: Effect[] };

/**
 * Moves of many deposits in the caller's transaction: they are locked and read together, decided one after the other in
 * memory, and stored together. A deposit may move several times; each move sees the one before.
 */
export class MoveBatch {
  readonly #services: Services;
  readonly #sql: Sql;
  readonly #now: Date;
  readonly #deposits = new Map<string, Moving>();
  #organizations = new Map<string, Organization>();

  constructor(services: Services, sql: Sql, now: Date) {
    this.#services = services;
    this.#sql = sql;
    this.#now = now;
  }

  /** Locks deposits that are not locked yet. */
  async lock(locations: readonly Location[]): Promise<void> {
    const missing = new Map(
      locations.filter(({ depositId }) => !this.#deposits.has(depositId)).map((one) => [one.depositId, one]),
    );
    if (missing.size === 0) return;
    const found = await lockDeposits(this.#sql, [...missing.values()]);
    for (const [id, locked] of found) {
      this.#deposits.set(id, { ...locked, moved: move(locked.deposit), more: [] });
    }
    // Where they are now: a mandate may have moved one since it was located.
    const unread = [...found.values()]
      .map(({ deposit }) => deposit.organizationId)
      .filter((id) => !this.#organizations.has(id));
    const organizations = await findOrganizations(this.#sql, [...new Set(unread)]);
    this.#organizations = new Map([...this.#organizations, ...organizations.map((one) => [one.id, one] as const)]);
  }

  /** As the moves so far have left it. */
  deposit(id: string): Deposit | null {
    return this.#deposits.get(id)?.moved.deposit ?? null;
  }

  /** Null: done. */
  decide<N extends MoveName>({ depositId }: Location, name: N, input: InputOf<N>): Refusal | null {
    const moving = this.#deposits.get(depositId);
    if (moving === undefined) throw new Error(`deposit ${depositId} is not locked`);
    const before = moving.moved.deposit;
    const organization = this.#organizations.get(before.organizationId);
    if (organization === undefined) throw new Error(`deposit ${before.id} has no organization`);
    const { random, demoIban, money, operators, reactions } = this.#services;
    const context = { organization, now: this.#now, random, demoIban, money, operators };
    const decision = decideMove(name, before, input, context);
    if (isRefused(decision)) return decision;
    moving.more.push(
      ...stateEvent(before, decision.deposit, context),
      ...reactions(before, decision.deposit, this.#now),
    );
    moving.moved = followedBy(moving.moved, decision);
    return null;
  }

  async store(sql: Sql): Promise<void> {
    const moved = [...this.#deposits.values()].filter(
      ({ deposit, moved: made }) => made.deposit !== deposit || made.history.length > 0 || made.postings.length > 0,
    );
    const all = moved.map(({ deposit: before, head, moved: made, more }) => ({ before, head, move: made, more }));
    if (all.length > 0) await storeMoves(sql, this.#services.vault, all, this.#now);
  }
}
