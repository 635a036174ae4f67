import type { Integration } from '../domain/integration.ts';
import type { Move } from '../domain/lifecycle/move.ts';
import { openDeposit as openMove } from '../domain/lifecycle/opening.ts';
import type { Member } from '../domain/organization.ts';
import {
  contractIdOf,
  decideOpenCall,
  managerEmailOf,
  type Acceptance,
  type Body,
  type Decision,
  type Entrance,
  type KnownOrganization,
} from '../domain/open-call.ts';
import { isRefusal } from '../storage/database/database.ts';
import { Overloaded } from '../storage/database/batch.ts';
import { inviteMember } from '../storage/set-up/members.ts';
import type { Question } from '../storage/open-call/lookup.ts';
import { insertDeposits, isStored, type Insert, type Insertion } from '../storage/open-call/insert-deposits.ts';
import { isKey, keyId } from '../vault/keys.ts';
import { refuseCall } from './refuse-call.ts';
import type { Services } from './services.ts';

export type OpenCall = {
  integration: Integration;
  apiKey: string | null;
  externalOrgId: string | null;
  body: Body;
  /** The bytes as they came, kept when the call is refused for its data. */
  payload: Buffer;
};

/** Opened, or refused by a row of the order of refusals. */
export type Outcome =
  | Exclude<Entrance, { row: null }>
  | Exclude<Decision, Acceptance>
  | { row: null; depositId: string };

/** We do not know whether the deposit was stored, and could not find out. Only silence is true then. */
export class OutcomeUnknown extends Error {}

/**
 * Most calls come for an organization that we remember: they are decided on that and stored in one statement, which
 * checks that it still holds. All others, and all that would be refused, are decided on what the entrance says.
 */
export async function openDeposit(services: Services, call: OpenCall): Promise<Outcome> {
  const remembered = await openFromMemory(services, call);
  if (remembered !== null) return remembered;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = await enter(services, call);
    if (known.row !== null) return known;
    const outcome = await decideAndDo(services, call, known);
    if (outcome !== 'decide_again') return outcome;
  }
  throw new Error('what a call is decided on kept changing');
}

/** A call is decided again when the person it went to has left meanwhile. */
const MOST_ROUNDS = 5;

/** Null: ask at the entrance. */
async function openFromMemory(services: Services, call: OpenCall): Promise<Outcome | null> {
  if (call.apiKey === null || call.externalOrgId === null) return null;
  const recollection = services.lookupCache.get(questionOf(call, call.apiKey));
  if (recollection === null) return null;
  const { key, known, version } = recollection;
  if (!isKey(call.apiKey, key.hash) || key.integration !== call.integration) return null;
  noteUse(services, call.apiKey);
  const decision = decideOpenCall(known, call.body);
  if (decision.row !== null || decision.assignment.why === 'invited') return null;
  const outcome = await openAccepted(services, call, known, decision, { setUpVersion: version });
  return outcome === 'decide_again' ? null : outcome;
}

async function decideAndDo(
  services: Services,
  call: OpenCall,
  known: KnownOrganization,
): Promise<Outcome | 'decide_again'> {
  const decision = decideOpenCall(known, call.body);
  switch (decision.row) {
    case null:
      return openAccepted(services, call, known, decision, { setUpVersion: null });
    case 8:
    case 9:
    case 10:
    case 11:
      await refuseCall(services, call, known, decision);
      return decision;
    case 'no_default_manager':
    case 4:
    case 5:
    case 6:
    case 7:
      return decision;
  }
}

/** Rows 1 to 3: who calls, and for which organization. */
export async function enter(services: Services, call: OpenCall): Promise<Entrance> {
  if (call.apiKey === null) return { row: 1 };
  const question = questionOf(call, call.apiKey);
  const finding = await services.lookupOpenCall(question);
  services.lookupCache.set(question, finding);
  const { key, known } = finding;
  if (!isKey(call.apiKey, key?.hash ?? null) || key?.integration !== call.integration) return { row: 1 };
  noteUse(services, call.apiKey);
  if (call.externalOrgId === null) return { row: 2 };
  return known === null ? { row: 3 } : { row: null, ...known };
}

function noteUse({ keyUses }: Services, apiKey: string): void {
  const id = keyId(apiKey);
  if (id !== null) keyUses.note(id);
}

function questionOf(call: OpenCall, apiKey: string): Question {
  return {
    keyId: keyId(apiKey) ?? '',
    externalOrgId: call.externalOrgId ?? '',
    externalContractId: contractIdOf(call.body),
    managerEmail: managerEmailOf(call.body),
  };
}

/** Stores what was accepted, whoever has sent it. Without a version of the set-up it was decided on what was read just now. */
export async function openAccepted(
  services: Services,
  { integration }: { integration: Integration },
  known: KnownOrganization,
  { terms, adjustments, assignment }: Acceptance,
  { setUpVersion, openedBy = null }: { setUpVersion: number | null; openedBy?: Member | null },
): Promise<{ row: 7 } | { row: null; depositId: string } | 'decide_again'> {
  const { organization, connectionId, now } = known;
  const { random } = services;
  const move = (manager: Member, isInvited: boolean): Move =>
    openMove(
      { integration, terms, adjustments, manager, isInvited, openedBy },
      { organization, now, random, demoIban: services.demoIban },
    );
  const { insertion, depositId } =
    assignment.why === 'invited'
      ? await openWithInvitation(services, assignment.invitation, known, move)
      : await open(services, { move: move(assignment.manager, false), connectionId, setUpVersion });
  switch (insertion) {
    case 'opened':
      services.wakeWorker();
      return { row: null, depositId };
    case 'taken':
      return { row: 7 };
    case 'outdated':
      return 'decide_again';
  }
}

type Opened = { insertion: Insertion; depositId: string };

async function open(services: Services, insert: Insert): Promise<Opened> {
  const insertion = await services
    .insertDeposit(insert)
    .catch((error: unknown) => findOut(error, () => insertAgain(services, insert)));
  return { insertion, depositId: insert.move.deposit.id };
}

/** 2.4.2: the person joins in the transaction of the deposit, or not at all. */
async function openWithInvitation(
  services: Services,
  { email, firstName, lastName }: { email: Member['email']; firstName: string; lastName: string },
  { organization, connectionId }: KnownOrganization,
  move: (manager: Member, isInvited: boolean) => Move,
): Promise<Opened> {
  const { id, language } = organization;
  const person: Member = { organizationId: id, id: services.random.id(), email, firstName, lastName, language };
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
      throw new Error('not there, or not there yet');
    });
  });
  return { insertion, depositId: (opening as Move | null)?.deposit.id ?? '' };
}

/** Thrown inside the transaction, so that the invitation goes with it. */
class NotOpened extends Error {
  readonly insertion: Insertion;

  constructor(insertion: Insertion) {
    super(insertion);
    this.insertion = insertion;
  }
}

/** After an error: certain that nothing was stored, or else found out, or else unknown. */
async function findOut(error: unknown, look: () => Promise<Insertion>): Promise<Insertion> {
  if (isRefusal(error) || error instanceof Overloaded || isNeverSent(error)) throw error;
  try {
    return await look();
  } catch (second) {
    throw new OutcomeUnknown('the answer of the database was lost', { cause: second });
  }
}

/** Waits for a statement that may still be running: it and this one cannot both insert. */
async function insertAgain(services: Services, insert: Insert): Promise<Insertion> {
  const [insertion = 'taken'] = await insertDeposits(services.database, services.vault, [insert]);
  if (await isStored(services.database, insert.move.deposit)) return 'opened';
  // An outdated insert has waited for nobody: the first one may still come.
  if (insertion === 'outdated') throw new Error('not there, or not there yet');
  return insertion;
}

/** No connection was to be had, so nothing was sent. */
function isNeverSent(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  const unreachable = ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EHOSTUNREACH', '57P03'];
  return unreachable.includes(code ?? '') || (message ?? '').startsWith('timeout exceeded when trying to connect');
}
