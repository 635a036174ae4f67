import { swissDay } from '../domain/calendar.ts';
import type { Integration } from '../domain/integration.ts';
import {
  contractIdOf,
  decideOpenCall,
  managerEmailOf,
  type Body,
  type BodyFault,
  type DataRefusal,
  type Decision,
  type KnownOrganization,
} from '../domain/open-call.ts';
import { everyProblem } from '../domain/payload/form-problems.ts';
import type { Problem } from '../domain/payload/problem.ts';
import { assignManager } from '../domain/payload/property-manager.ts';
import { knowForLines } from '../storage/open-call/known-lines.ts';
import { openAccepted } from './open-deposit.ts';
import { refuseCall } from './refuse-call.ts';
import type { Services } from './services.ts';

/** Where lines go: an organization, and the partner whose calls they stand for. */
export type Destination = { organizationId: string; connectionId: string; integration: Integration };

/** What a call would have brought. */
export type ImportLine = { body: Body; payload: Buffer };

/** What became of a line, or would become of it: the rows of the order of refusals that a file can meet. */
export type LineOutcome =
  | { is: 'opened' }
  | { is: 'exists' }
  | { is: 'ignored'; how: 'temporarily' | 'permanently' }
  | { is: 'unreadable'; fault: BodyFault }
  | { is: 'without_contract_id' }
  | { is: 'refused'; problems: readonly Problem[] };

/** No line can be opened: the organization is gone, or has no default property manager. */
export class NothingCanBeOpened extends Error {}

/** What would become of lines. Nothing is stored. */
export async function checkLines(
  services: Services,
  destination: Destination,
  lines: readonly ImportLine[],
): Promise<LineOutcome[]> {
  const decided = await decide(services, destination, lines);
  return decided.map(({ line, known, decision }) => outcomeOf(line, known, decision));
}

/**
 * Opens a deposit for each line by the rules of an open call. What is there already stays as it is, so lines can be
 * brought again at any time. With `keepRefused` a refused line becomes an import error with its mail, as of a call.
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
    // An invitation changes the set-up, one at a time; all others go together.
    const invited = decided.filter(isInvitation);
    await Promise.all(decided.filter((one) => !isInvitation(one)).map(settle));
    for (const one of invited) await settle(one);
    open = open.filter((line) => !outcomes.has(line));
  }
  if (open.length > 0) throw new Error('what lines are decided on kept changing');
  return lines.map((line) => outcomes.get(line) as LineOutcome);

  async function settle({ line, known, decision }: Decided): Promise<void> {
    if (decision.row === null) {
      const opened = await openAccepted(services, destination, known, decision, { setUpVersion: null });
      // Whom it went to has left meanwhile: the line is decided again.
      if (opened !== 'decide_again') outcomes.set(line, { is: opened.row === null ? 'opened' : 'exists' });
      return;
    }
    if (keepRefused && isDataRefusal(decision)) {
      const call = { integration: destination.integration, apiKey: null, externalOrgId: null, ...line };
      await refuseCall(services, call, known, decision);
    }
    outcomes.set(line, outcomeOf(line, known, decision));
  }
}

const MOST_ROUNDS = 5;

type Decided = { line: ImportLine; known: KnownOrganization; decision: Decision };

async function decide(
  { database }: Services,
  destination: Destination,
  lines: readonly ImportLine[],
): Promise<Decided[]> {
  const questions = lines.map(({ body }) => ({
    externalContractId: contractIdOf(body),
    managerEmail: managerEmailOf(body),
  }));
  const known = await knowForLines(database, destination, questions);
  if (known === null) throw new NothingCanBeOpened('The organization is not there any more.');
  return lines.map((line, place) => {
    const one = known[place] as KnownOrganization;
    return { line, known: one, decision: decideOpenCall(one, line.body) };
  });
}

function isInvitation({ decision }: Decided): boolean {
  return decision.row === null && decision.assignment.why === 'invited';
}

function isDataRefusal(decision: Decision): decision is DataRefusal {
  return 'problems' in decision;
}

function outcomeOf({ body }: ImportLine, known: KnownOrganization, decision: Decision): LineOutcome {
  switch (decision.row) {
    case null:
      return { is: 'opened' };
    case 'no_default_manager':
      throw new NothingCanBeOpened(
        `${known.organization.name} has no default property manager: add one, then try again.`,
      );
    case 4:
      return { is: 'unreadable', fault: decision.fault };
    case 5:
      return { is: 'without_contract_id' };
    case 6:
      return { is: 'ignored', how: decision.ignored };
    case 7:
      return { is: 'exists' };
    case 8:
    case 9:
    case 10:
    case 11:
      return { is: 'refused', problems: problemsOf(body, known, decision) };
  }
}

/** A call is told of the first row alone; whoever mends a file sees everything that is wrong with a line at once. */
function problemsOf(body: Body, { organization, staff, now }: KnownOrganization, decision: DataRefusal) {
  const { defaultManager } = staff;
  if (body.is !== 'object' || defaultManager === null) return decision.problems;
  const assignment = assignManager(body.fields, organization, { ...staff, defaultManager });
  return everyProblem(body.fields, { organization, today: swissDay(now), assignment });
}
