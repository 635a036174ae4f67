import type { Integration } from '../domain/integration.ts';
import type { Move } from '../domain/lifecycle/move.ts';
import { decideOpening as openMove } from '../domain/lifecycle/opening.ts';
import type { Member } from '../domain/organization.ts';
import {
  decideOpenCall,
  lookupKeys,
  type Acceptance,
  type Body,
  type CallerRefusal,
  type DataRefusal,
  type EarlyRefusal,
  type OpenCallFacts,
} from '../domain/open-call.ts';
import { isNeverSent, isRefusal } from '../storage/database/database.ts';
import { Overloaded } from '../storage/database/batch.ts';
import { inviteMember } from '../storage/set-up/members.ts';
import type { FoundKey, PartnerQuery, SetUpVersion } from '../storage/open-call/lookup.ts';
import { insertDeposits, isStored, type Insert, type Insertion } from '../storage/open-call/insert-deposits.ts';
import { isKey, keyId } from '../vault/keys.ts';
import { refuseCall } from './refuse-call.ts';
import type { Services } from './services.ts';

export type OpenCall = {
  integration: Integration;
  apiKey: string | null;
  externalOrgId: string | null;
  body: Body;
  /** The raw bytes, stored when the call is refused for its data. */
  payload: Buffer;
};

type Opened = { depositId: string };
export type OpenCallOutcome = CallerRefusal | EarlyRefusal | DataRefusal | Opened;

/** Whether the deposit was stored is unknown. No answer would be true, so none is given. */
export class OutcomeUnknown extends Error {}

/**
 * Most calls are for an organization in the cache: they are decided on the cached facts and stored in one statement,
 * which checks that the set-up has not changed since. All others, and all that would be refused, are looked up first.
 */
export async function openDeposit(services: Services, call: OpenCall): Promise<OpenCallOutcome> {
  const opened = await openFromCache(services, call);
  if (opened !== null) return opened;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const facts = await lookUpCall(services, call);
    if ('refused' in facts) return facts;
    const outcome = await decideAndStore(services, call, facts);
    if (outcome !== 'decide_again') return outcome;
  }
  throw new Error('the facts of an open call kept changing');
}

/** A call is decided again when the property manager it was assigned to has been removed in the meantime. */
const MOST_ROUNDS = 5;

/** Null: the call must be looked up. */
async function openFromCache(services: Services, call: OpenCall): Promise<OpenCallOutcome | null> {
  if (call.apiKey === null || call.externalOrgId === null) return null;
  const cached = services.lookupCache.get(queryFor(call, call.apiKey));
  if (cached === null || !isCaller(call, call.apiKey, cached.key)) return null;
  noteUse(services, call.apiKey);
  const decision = decideOpenCall(cached.facts, call.body);
  if ('refused' in decision || decision.assignment.why === 'invited') return null;
  const outcome = await openAccepted(services, call, cached.facts, decision, { setUpVersion: cached.version });
  return outcome === 'decide_again' ? null : outcome;
}

async function decideAndStore(
  services: Services,
  call: OpenCall,
  facts: OpenCallFacts,
): Promise<OpenCallOutcome | 'decide_again'> {
  const decision = decideOpenCall(facts, call.body);
  if (!('refused' in decision)) return openAccepted(services, call, facts, decision, { setUpVersion: null });
  if ('problems' in decision) await refuseCall(services, call, facts, decision);
  return decision;
}

/** Who calls, and for which organization. */
export async function lookUpCall(services: Services, call: OpenCall): Promise<OpenCallFacts | CallerRefusal> {
  if (call.apiKey === null) return { refused: 'unauthorized' };
  const query = queryFor(call, call.apiKey);
  const found = await services.lookupOpenCall(query);
  services.lookupCache.set(query, found);
  if (!isCaller(call, call.apiKey, found.key)) return { refused: 'unauthorized' };
  noteUse(services, call.apiKey);
  if (call.externalOrgId === null) return { refused: 'organization_id_missing' };
  return found.facts ?? { refused: 'organization_unknown' };
}

function isCaller({ integration }: OpenCall, apiKey: string, key: FoundKey | null): boolean {
  return isKey(apiKey, key?.hash ?? null) && key?.integration === integration;
}

function noteUse({ keyUses }: Services, apiKey: string): void {
  const id = keyId(apiKey);
  if (id !== null) keyUses.note(id);
}

function queryFor({ externalOrgId, body }: OpenCall, apiKey: string): PartnerQuery {
  return { keyId: keyId(apiKey) ?? '', externalOrgId: externalOrgId ?? '', ...lookupKeys(body) };
}

/**
 * Stores a deposit that was accepted, sent by a partner, by hand or by an import. `setUpVersion` null: decided on facts
 * that were just looked up.
 */
export async function openAccepted(
  services: Services,
  { integration }: { integration: Integration },
  facts: OpenCallFacts,
  { terms, adjustments, assignment }: Acceptance,
  { setUpVersion, openedBy = null }: { setUpVersion: SetUpVersion | null; openedBy?: Member | null },
): Promise<Opened | { refused: 'contract_exists' } | 'decide_again'> {
  const { organization, connectionId, now } = facts;
  const { random } = services;
  const move = (manager: Member, isInvited: boolean): Move =>
    openMove(
      { integration, terms, adjustments, manager, isInvited, openedBy },
      { organization, now, random, demoIban: services.demoIban, money: services.money },
    );
  const { insertion, depositId } =
    assignment.why === 'invited'
      ? await openWithInvitation(services, assignment.invitation, facts, move)
      : await open(services, { move: move(assignment.manager, false), connectionId, setUpVersion });
  switch (insertion) {
    case 'opened':
      services.wakeWorker();
      return { depositId };
    case 'taken':
      return { refused: 'contract_exists' };
    case 'outdated':
      return 'decide_again';
  }
}

type Inserted = { insertion: Insertion; depositId: string };

async function open(services: Services, insert: Insert): Promise<Inserted> {
  const insertion = await services
    .insertDeposit(insert)
    .catch((error: unknown) => findOut(error, () => insertAgain(services, insert)));
  return { insertion, depositId: insert.move.deposit.id };
}

/** 2.4.2: the member is stored in the transaction of the deposit, or not at all. */
async function openWithInvitation(
  services: Services,
  { email, firstName, lastName }: { email: Member['email']; firstName: string; lastName: string },
  { organization, connectionId }: OpenCallFacts,
  move: (manager: Member, isInvited: boolean) => Move,
): Promise<Inserted> {
  const { id, language } = organization;
  const own = { id: services.random.id(), organizationId: id, notifications: 'each' } as const;
  const person: Member = { ...own, email, firstName, lastName, language };
  let opening: Move | null = null;
  const run = (): Promise<Insertion> =>
    services.database.transaction(async (sql) => {
      const { member, isNew } = await inviteMember(sql, person);
      opening = move(member, isNew);
      const [insertion = 'taken'] = await insertDeposits(sql, services.vault, [
        { move: opening, connectionId, setUpVersion: null },
      ]);
      if (insertion === 'opened') return insertion;
      throw new NotOpened(insertion);
    });
  const insertion = await run().catch((error: unknown) => {
    if (error instanceof NotOpened) return error.insertion;
    return findOut(error, async () => {
      if (opening !== null && (await isStored(services.database, opening.deposit))) return 'opened';
      throw new Error('the deposit is not stored, or not stored yet');
    });
  });
  return { insertion, depositId: (opening as Move | null)?.deposit.id ?? '' };
}

/** Thrown inside the transaction to roll the invitation back. */
class NotOpened extends Error {
  readonly insertion: Insertion;

  constructor(insertion: Insertion) {
    super(insertion);
    this.insertion = insertion;
  }
}

/** After an error: rethrown where nothing was stored for certain, else looked up, else unknown. */
async function findOut(error: unknown, look: () => Promise<Insertion>): Promise<Insertion> {
  if (isRefusal(error) || error instanceof Overloaded || isNeverSent(error)) throw error;
  try {
    return await look();
  } catch (second) {
    throw new OutcomeUnknown('the database connection was lost before it answered', { cause: second });
  }
}

/** Waits for a statement that may still be running: only one of the two can insert. */
async function insertAgain(services: Services, insert: Insert): Promise<Insertion> {
  const [insertion = 'taken'] = await insertDeposits(services.database, services.vault, [insert]);
  if (await isStored(services.database, insert.move.deposit)) return 'opened';
  // An outdated insert does not wait for the unique index: the first statement may still commit.
  if (insertion === 'outdated') throw new Error('the deposit is not stored, or not stored yet');
  return insertion;
}
