import { setTimeout as wait } from 'node:timers/promises';
import { goOver } from '../../domain/mandates/mandate-move.ts';
import type { Mandate } from '../../domain/mandates/mandate.ts';
import type { Organization } from '../../domain/organization.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { isUniqueViolation, type Sql } from '../../storage/database/database.ts';
import { NIL_ID } from '../../storage/database/ids.ts';
import { lockDeposit } from '../../storage/deposits/deposits.ts';
import { storeMoves } from '../../storage/deposits/moves.ts';
import {
  findMandate,
  listMovingMandates,
  lockMandate,
  noteDone,
  type CountedMandate,
} from '../../storage/mandates/mandates.ts';
import {
  countLeft,
  hasLiving,
  holdDefaultManager,
  isBeingDelivered,
  moveRange,
  moveRows,
  presentHomes,
  settleConflict,
  takeWaiting,
} from '../../storage/mandates/move-rows.ts';
import { AT_END } from '../../storage/mandates/tables.ts';
import { findOrganization } from '../../storage/set-up/organizations.ts';
import { fillLandlordAccounts } from '../bank/landlord-accounts.ts';
import type { Services } from '../services.ts';
import { record } from './decide-mandate.ts';
import { tellBoth } from './mandate-mails.ts';

/** Deposits that are moved at the same time, each in a transaction of its own. */
const LANES = 4;
/** How often a round may fail in one go. */
const MOST_FAILURES = 5;
/** A deposit that is in use is tried again after this time. */
const AGAIN_AFTER_MS = 200;

type MovingSettings = {
  /** Called before the next deposit. */
  isStopping?: () => boolean;
  /** Told of what failed; the deposit is tried again. */
  log?: (error: unknown, what: string) => void;
  /** How long a mandate is tried in one go: what is in use for longer is left to the next round. */
  longestMs?: number;
};

/** Moves the deposits of every mandate that both organizations have agreed to. Goes on where a process has died. */
export async function moveAgreedMandates(services: Services, settings: MovingSettings = {}): Promise<void> {
  for (const id of await listMovingMandates(services.database)) await moveDeposits(services, id, settings);
}

const LONGEST_MS = 600_000;

/** Returns once the mandate is done, or the service stops. Several processes may do this at once. */
export async function moveDeposits(services: Services, id: string, settings: MovingSettings = {}): Promise<void> {
  const { isStopping = () => false, longestMs = LONGEST_MS, log = () => undefined } = settings;
  const until = Date.now() + longestMs;
  let failures = 0;
  for (;;) {
    const mandate = await findMandate(services.database, id);
    if (mandate?.state !== 'moving' || isStopping() || Date.now() > until) return;
    const to = await findOrganization(services.database, mandate.to.organizationId);
    if (to === null) throw new Error('a mandate is between two organizations');
    // Others may hold all connections for a while: the next round tries again.
    const tried = await Promise.allSettled(
      Array.from({ length: LANES }, () => moveLane(services, mandate, to, settings)),
    );
    if (isStopping()) return;
    const broken = tried.find((one) => one.status === 'rejected')?.reason as unknown;
    if (broken !== undefined || (await countLeft(services.database, id)) === 0) {
      const error = broken ?? (await ended(services, mandate));
      if (error === null) return;
      log(error, `mandate ${id}`);
      failures++;
      if (failures >= MOST_FAILURES) throw error;
    }
    await wait(AGAIN_AFTER_MS);
  }
}

/** Others may hold the rows that go last, and a deadlock ends one of the two: the next round tries again. Null: done. */
async function ended(services: Services, mandate: Mandate): Promise<unknown> {
  try {
    await moveTheRest(services, mandate);
    await finish(services, mandate.id);
    return null;
  } catch (error) {
    return error;
  }
}

/** One deposit after the other, until none is left to try. */
async function moveLane(
  services: Services,
  mandate: Mandate,
  to: Organization,
  { isStopping = () => false, log = () => undefined }: MovingSettings,
): Promise<void> {
  let after = NIL_ID;
  while (!isStopping()) {
    let taken: string | null = null;
    try {
      await services.database.transaction(async (sql) => {
        taken = await takeWaiting(sql, mandate.id, after);
        if (taken !== null) await moveOne(services, sql, mandate, to, taken);
      });
    } catch (error) {
      if (taken === null) throw error;
      await afterFailure(services, mandate, taken, error, log).catch((again: unknown) =>
        log(again, `deposit ${taken}`),
      );
    }
    if (taken === null) break;
    after = taken;
  }
  services.wakeWorker();
}

/** A contract that the new organization has opened at this moment is a conflict; anything else is tried again. */
async function afterFailure(
  { database }: Services,
  mandate: Mandate,
  depositId: string,
  error: unknown,
  log: NonNullable<MovingSettings['log']>,
): Promise<void> {
  if (isUniqueViolation(error)) {
    const isSettled = await database.transaction(async (sql) => {
      const externalContractId = (await lockDeposit(sql, { depositId }))?.deposit.terms.externalContractId;
      if (externalContractId === undefined) return false;
      if (!(await hasLiving(sql, mandate.to.organizationId, externalContractId))) return false;
      await settleConflict(sql, { mandateId: mandate.id, depositId, code: 'contract_exists' });
      return true;
    });
    if (isSettled) return;
  }
  log(error, `deposit ${depositId} of mandate ${mandate.id}`);
}

/** The deposit with all its rows, in one transaction. What is in use stays waiting. */
async function moveOne(
  services: Services,
  sql: Sql,
  { id: mandateId, from, to: { organizationId: to } }: Mandate,
  organization: Organization,
  depositId: string,
): Promise<void> {
  const locked = await lockDeposit(sql, { depositId });
  if (locked === null || locked.deposit.organizationId !== from.organizationId) {
    return settleConflict(sql, { mandateId, depositId, code: 'not_here' });
  }
  const { deposit: before, head } = locked;
  const isLiving = before.state !== 'withdrawn';
  if (isLiving && (await hasLiving(sql, to, before.terms.externalContractId))) {
    return settleConflict(sql, { mandateId, depositId, code: 'contract_exists' });
  }
  if (await isBeingDelivered(sql, depositId)) return;
  const manager = await holdDefaultManager(sql, to);
  if (manager === null) throw new Error('the new organization has no default property manager');
  await moveRows(sql, { mandateId, from: from.organizationId, to, depositId, manager: before.manager });
  const { random, money, vault } = services;
  const now = await serviceNow(sql);
  const move = goOver(before, {
    mandateId,
    from: { id: from.organizationId, name: from.name },
    organization,
    manager,
    now,
    random,
    money,
  });
  await storeMoves(sql, vault, [{ before, head, move, more: [] }], now);
}

/** Queued effects, links and records of removals: they are found without their organization until now. */
async function moveTheRest({ database }: Services, { id: mandateId, from }: Mandate): Promise<void> {
  for (const to of await presentHomes(database, mandateId, from.organizationId)) {
    for (const part of AT_END) {
      let after: string | null = null;
      do {
        const range: Parameters<typeof moveRange>[2] = { mandateId, from: from.organizationId, to, after };
        after = await database.transaction((sql): Promise<string | null> => moveRange(sql, part, range));
      } while (after !== null);
    }
  }
}

const BY_SERVICE = { actor: 'service', way: 'pages', origin: null } as const;

/** Once, whoever comes first. Both sides are told. */
async function finish(services: Services, id: string): Promise<void> {
  await services.database.transaction(async (sql) => {
    const mandate = await lockMandate(sql, id);
    if (mandate?.state !== 'moving' || (await countLeft(sql, id)) > 0) return;
    await noteDone(sql, id);
    // Payouts to landlords that waited for an account: the new organization may have one.
    await fillLandlordAccounts(services, sql, mandate.to.organizationId);
    const done = (await findMandate(sql, id)) as CountedMandate;
    await record(services, sql, BY_SERVICE, { verb: 'finish', mandate: done });
    const { moved, conflicts } = done.counts;
    await tellBoth(services, sql, done, () => ({ kind: 'mandate_done', moved, conflicts }));
  });
  services.wakeWorker();
}
