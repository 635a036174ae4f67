import { swissDay } from '../domain/calendar.ts';
import type { Integration } from '../domain/integration.ts';
import {
  contractIdOf,
  decideOpenCall,
  managerEmailOf,
  type Decision,
  type KnownOrganization,
} from '../domain/open-call.ts';
import type { Member } from '../domain/organization.ts';
import { everyProblem } from '../domain/payload/form-problems.ts';
import type { Problem } from '../domain/payload/problem.ts';
import { assignManager } from '../domain/payload/property-manager.ts';
import { knowOrganization, NO_CONNECTION, waysInto } from '../storage/open-call/known-organization.ts';
import { openAccepted } from './open-deposit.ts';
import type { Services } from './services.ts';

export type HandMade = {
  organizationId: string;
  /** Which of the organization's partners is told of it; null: the first, if there is one. */
  connectionId: string | null;
  fields: Readonly<Record<string, unknown>>;
};

/** What keeps a contract from being opened, whatever stands in its fields. */
export type Obstacle = 'no_default_manager' | 'temporarily_ignored' | 'permanently_ignored' | 'already_exists';

/** What a person is told about a form as it stands: with neither of them, it can be opened. */
export type Findings = { obstacle: Obstacle | null; problems: readonly Problem[] };

/** Nothing is stored. Null: there is no such organization. */
export async function tryByHand(services: Services, made: HandMade): Promise<Findings | null> {
  return (await decide(services, made))?.findings ?? null;
}

/** A property manager fills in what a partner would have sent: the same reader, the same order of refusals. */
export async function openByHand(
  services: Services,
  made: HandMade,
  openedBy: Member,
): Promise<Findings | { depositId: string } | null> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const decided = await decide(services, made);
    if (decided === null) return null;
    const { known, integration, decision, findings } = decided;
    if (decision.row !== null || findings.problems.length > 0) return findings;
    const outcome = await openAccepted(services, { integration }, known, decision, { setUpVersion: null, openedBy });
    if (outcome === 'decide_again') continue;
    return outcome.row === null ? outcome : { obstacle: 'already_exists', problems: [] };
  }
  throw new Error('what a form is decided on kept changing');
}

/** It is decided again when the person it went to has left meanwhile. */
const MOST_ROUNDS = 5;

async function decide(services: Services, { organizationId, connectionId, fields }: HandMade) {
  const { database } = services;
  const body = { is: 'object', fields } as const;
  const ways = await waysInto(database, organizationId);
  const way = ways.find((one) => one.connectionId === connectionId) ?? ways[0];
  const known = await knowOrganization(database, {
    organizationId,
    connectionId: way?.connectionId ?? NO_CONNECTION,
    externalContractId: contractIdOf(body),
    managerEmail: managerEmailOf(body),
  });
  if (known === null) return null;
  const integration: Integration = way?.integration ?? 'custom';
  const decision = decideOpenCall(known, body);
  const findings: Findings = { obstacle: obstacleOf(decision), problems: problemsOf(known, fields) };
  return { known, integration, decision, findings };
}

function problemsOf({ organization, staff, now }: KnownOrganization, fields: HandMade['fields']): Problem[] {
  const { defaultManager } = staff;
  const assignment = defaultManager === null ? null : assignManager(fields, organization, { ...staff, defaultManager });
  return everyProblem(fields, { organization, today: swissDay(now), assignment });
}

function obstacleOf(decision: Decision): Obstacle | null {
  switch (decision.row) {
    case 'no_default_manager':
      return 'no_default_manager';
    case 6:
      return `${decision.ignored}_ignored`;
    case 7:
      return 'already_exists';
    // Problems of fields say the rest.
    case 4:
    case 5:
    case 8:
    case 9:
    case 10:
    case 11:
    case null:
      return null;
  }
}
