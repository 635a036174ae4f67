import { swissDay } from '../domain/values/calendar.ts';
import type { Integration } from '../domain/integration.ts';
import {
  decideOpenCall,
  lookupKeys,
  type Body,
  type BodyFault,
  type DataRefusal,
  type OpenCallDecision,
  type OpenCallFacts,
} from '../domain/open-call.ts';
import { everyProblem } from '../domain/payload/form-problems.ts';
import type { Problem } from '../domain/payload/problem.ts';
import { assignManager } from '../domain/payload/property-manager.ts';
import { lookUpFacts } from '../storage/open-call/lookup.ts';
import { openAccepted } from './open-deposit.ts';
import { refuseCall } from './refuse-call.ts';
import type { Services } from './services.ts';

/** The organization of the lines, and the connection through which a partner would have sent them. */
export type Destination = { organizationId: string; connectionId: string; integration: Integration };

/** The fields that an open call would have sent. */
export type ImportLine = { body: Body; payload: Buffer };

/** The outcome of a line, or what it would be: those of an open call that a file can have. */
export type LineOutcome =
  | { is: 'opened' }
  | { is: 'exists' }
  | { is: 'ignored'; how: 'temporarily' | 'permanently' }
  | { is: 'unreadable'; fault: BodyFault }
  | { is: 'without_contract_id' }
  | { is: 'refused'; problems: readonly Problem[] };

/** No line can be opened: the organization is gone, or lacks a default property manager or a bank or insurer. */
export class NothingCanBeOpened extends Error {}

/** What importing the lines would do. Stores nothing. */
export async function checkLines(
  services: Services,
  destination: Destination,
  lines: readonly ImportLine[],
): Promise<LineOutcome[]> {
  const decided = await decide(services, destination, lines);
  return decided.map(({ line, facts, decision }) => outcomeOf(line, facts, decision));
}

/**
 * Opens a deposit for each line by the rules of an open call. Existing deposits stay as they are, so a file can be
 * imported again at any time. With `keepRefused` a refused line becomes an import error with its mail, like a call.
 */
export async function importLines(
  services: Services,
  destination: Destination,
  lines: readonly ImportLine[],
  { keepRefused }: { keepRefused: boolean },
): Promise<LineOutcome[]> {
  const outcomes = new Map<ImportLine, LineOutcome>();
  let open = lines;
  for (let round = 0; open.length > 0 && round < MOST_ROUNDS; round++) {
    const decided = await decide(services, destination, open);
    // An invitation changes the set-up, so these go one at a time; all others go in one batch.
    const invited = decided.filter(isInvitation);
    await Promise.all(decided.filter((one) => !isInvitation(one)).map(settle));
    for (const one of invited) await settle(one);
    open = open.filter((line) => !outcomes.has(line));
  }
  if (open.length > 0) throw new Error('the facts of the lines kept changing');
  return lines.map((line) => outcomes.get(line) as LineOutcome);

  async function settle({ line, facts, decision }: Decided): Promise<void> {
    if (!('refused' in decision)) {
      const opened = await openAccepted(services, destination, facts, decision, { setUpVersion: null });
      // The property manager has been removed in the meantime: the line is decided again.
      if (opened !== 'decide_again') outcomes.set(line, { is: 'refused' in opened ? 'exists' : 'opened' });
      return;
    }
    if (keepRefused && 'problems' in decision) {
      await refuseCall(services, { integration: destination.integration, ...line }, facts, decision);
    }
    outcomes.set(line, outcomeOf(line, facts, decision));
  }
}

const MOST_ROUNDS = 5;

type Decided = { line: ImportLine; facts: OpenCallFacts; decision: OpenCallDecision };

async function decide(
  { database }: Services,
  { organizationId, connectionId }: Destination,
  lines: readonly ImportLine[],
): Promise<Decided[]> {
  const queries = lines.map(({ body }) => ({ organizationId, connectionId, ...lookupKeys(body) }));
  const found = await lookUpFacts(database, queries);
  return lines.map((line, index) => {
    const facts = found[index] ?? null;
    if (facts === null) throw new NothingCanBeOpened('The organization does not exist any more.');
    return { line, facts, decision: decideOpenCall(facts, line.body) };
  });
}

function isInvitation({ decision }: Decided): boolean {
  return !('refused' in decision) && decision.assignment.why === 'invited';
}

function outcomeOf({ body }: ImportLine, facts: OpenCallFacts, decision: OpenCallDecision): LineOutcome {
  if (!('refused' in decision)) return { is: 'opened' };
  switch (decision.refused) {
    case 'not_at_home':
      throw new NothingCanBeOpened(`${facts.organization.name} is at home in another cell.`);
    case 'no_default_manager':
      throw new NothingCanBeOpened(
        `${facts.organization.name} has no default property manager: add one, then try again.`,
      );
    case 'no_provider':
      throw new NothingCanBeOpened(withoutProvider(facts.organization));
    case 'body_unreadable':
      return { is: 'unreadable', fault: decision.fault };
    case 'contract_id_missing':
      return { is: 'without_contract_id' };
    case 'contract_ignored':
      return { is: 'ignored', how: decision.ignored };
    case 'contract_exists':
      return { is: 'exists' };
    case 'tenant_type_unknown':
    case 'too_many_signatories':
    case 'manager_not_assignable':
    case 'fields_invalid':
      return { is: 'refused', problems: problemsOf(body, facts, decision) };
  }
}

function withoutProvider({ name, product }: OpenCallFacts['organization']): string {
  const kind = product === 'insurance' ? 'insurer' : 'bank';
  return `${name} has no ${kind}: add one (depono provider add CODE --kind ${kind} …), then try again.`;
}

/** A call is refused with its first problem; a person who corrects a file sees all problems of a line at once. */
function problemsOf(body: Body, { organization, staff, now }: OpenCallFacts, decision: DataRefusal) {
  const { defaultManager } = staff;
  if (body.is !== 'object' || defaultManager === null) return decision.problems;
  const assignment = assignManager(body.fields, organization, { ...staff, defaultManager });
  return everyProblem(body.fields, { organization, today: swissDay(now), assignment });
}
