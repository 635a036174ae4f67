import { swissDay } from '../domain/values/calendar.ts';
import { emailKey } from '../domain/values/contact.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Correction } from '../domain/lifecycle/correcting.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import type { Member, Organization } from '../domain/organization.ts';
import { textOf } from '../domain/payload/fields.ts';
import { everyProblem } from '../domain/payload/form-problems.ts';
import type { Problem } from '../domain/payload/problem.ts';
import { assignManager, type Assignment } from '../domain/payload/property-manager.ts';
import { readPayload } from '../domain/payload/read-payload.ts';
import type { Sql } from '../storage/database/database.ts';
import type { Location } from '../storage/deposits/deposits.ts';
import { holdMember, holdSetUp } from '../storage/set-up/members.ts';
import { lookUpFacts } from '../storage/open-call/lookup.ts';
import { NO_CONNECTION } from '../storage/set-up/connections.ts';
import { inviteMember } from '../storage/set-up/members.ts';
import { moveDeposit, type Moved } from './move-deposit.ts';
import type { Services } from './services.ts';

type Corrected = Moved | { problems: readonly Problem[] };

/**
 * Reads the complete payload again, as for an open call, and replaces the stored terms. `isAsSeen` is checked when the
 * deposit is locked: if two people correct it at once, the second is refused. Null: there is no such deposit.
 */
export async function correctDeposit(
  services: Services,
  location: Location,
  {
    fields,
    member,
    isAsSeen,
    isUnsent = false,
  }: {
    fields: Readonly<Record<string, unknown>>;
    member: Member;
    isAsSeen: (deposit: Deposit) => boolean;
    /** Refused while a sent deposit is edited. */
    isUnsent?: boolean;
  },
): Promise<Corrected | null> {
  let problems: readonly Problem[] = [];
  const read = async (deposit: Deposit, at: { organization: Organization; now: Date; sql: Sql }) => {
    if (!isAsSeen(deposit)) return CHANGED;
    const { organization, now, sql } = at;
    const today = swissDay(now);
    const whole = { ...fields, externalContractId: deposit.terms.externalContractId };
    const assignment = await assign(sql, whole, organization, deposit);
    problems = everyProblem(whole, { organization, today, assignment });
    const payload = readPayload(whole, { organization, today });
    // The problems explain this refusal.
    if (problems.length > 0 || 'code' in assignment || !payload.ok) return CHANGED;
    if (isUnsent && deposit.state === 'draft_editing') return { refused: 'not_now' } as const;
    const responsible = await join(services, sql, assignment, organization, deposit);
    return 'refused' in responsible ? responsible : { ...payload, ...responsible };
  };
  const moved = await moveDeposit(services, location, 'correct', read, { member });
  return problems.length > 0 ? { problems } : moved;
}

const CHANGED: Refusal = { refused: 'changed_meanwhile' };

/** 2.4. The responsible member stays, even if the rules would now choose someone else. */
async function assign(
  sql: Sql,
  fields: Readonly<Record<string, unknown>>,
  organization: Organization,
  { manager }: Deposit,
): Promise<Assignment | Problem> {
  const email = textOf(fields, 'propertyManagerEmail');
  if (email !== null && emailKey(email) === emailKey(manager.email)) return { why: 'named_member', manager };
  const query = { organizationId: organization.id, connectionId: NO_CONNECTION, externalContractId: null };
  const [facts = null] = await lookUpFacts(sql, [{ ...query, managerEmail: email }]);
  if (facts === null) throw new Error('a deposit without an organization');
  const { defaultManager, ...staff } = facts.staff;
  return assignManager(fields, organization, { ...staff, defaultManager: defaultManager ?? manager });
}

/** Locks the member until the correction is stored, or invites the person with it. */
async function join(
  { random }: Services,
  sql: Sql,
  assignment: Assignment,
  { id: organizationId, language }: Organization,
  deposit: Deposit,
): Promise<Pick<Correction, 'manager' | 'isInvited'> | Refusal> {
  if (assignment.why === 'invited') {
    if (!(await holdSetUp(sql))) return CHANGED;
    const person = { organizationId, id: random.id(), language, ...assignment.invitation };
    const { member: manager, isNew: isInvited } = await inviteMember(sql, person);
    return { manager, isInvited };
  }
  const { manager } = assignment;
  const isHeld = manager.id === deposit.manager.id || (await holdMember(sql, manager));
  return isHeld ? { manager, isInvited: false } : CHANGED;
}
