import { swissDay } from '../domain/values/calendar.ts';
import type { Integration } from '../domain/integration.ts';
import {
  decideOpenCall,
  lookupKeys,
  objectBody,
  type OpenCallDecision,
  type OpenCallFacts,
} from '../domain/open-call.ts';
import type { Member } from '../domain/organization.ts';
import { everyProblem } from '../domain/payload/form-problems.ts';
import type { Problem } from '../domain/payload/problem.ts';
import { assignManager } from '../domain/payload/property-manager.ts';
import { lookUpFacts } from '../storage/open-call/lookup.ts';
import { NO_CONNECTION, listNamedConnections } from '../storage/set-up/connections.ts';
import { openAccepted } from './open-deposit.ts';
import type { Services } from './services.ts';
import { NotAtHome } from '../domain/cells.ts';

type HandMade = {
  organizationId: string;
  /** The connection that gets the callbacks. Null: the organization's first connection, if it has one. */
  connectionId: string | null;
  fields: Readonly<Record<string, unknown>>;
};

/** Why no deposit can be opened for the contract, whatever its fields say. */
export type Obstacle =
  | 'no_default_manager'
  | 'no_provider'
  | 'temporarily_ignored'
  | 'permanently_ignored'
  | 'already_exists';

/** What is wrong with a form. With neither an obstacle nor problems it can be opened. */
export type Findings = { obstacle: Obstacle | null; problems: readonly Problem[] };

/** Stores nothing. Null: there is no such organization. */
export async function tryByHand(services: Services, made: HandMade): Promise<Findings | null> {
  return (await decide(services, made))?.findings ?? null;
}

/** A property manager fills in what a partner would have sent: same reader, same order of refusals. */
export async function openByHand(
  services: Services,
  made: HandMade,
  openedBy: Member,
): Promise<Findings | { depositId: string } | null> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const decided = await decide(services, made);
    if (decided === null) return null;
    const { facts, integration, decision, findings } = decided;
    if ('refused' in decision || findings.problems.length > 0) return findings;
    const outcome = await openAccepted(services, { integration }, facts, decision, { setUpVersion: null, openedBy });
    if (outcome === 'decide_again') continue;
    return 'refused' in outcome ? { obstacle: 'already_exists', problems: [] } : outcome;
  }
  throw new Error('the facts of a form kept changing');
}

/** A form is decided again when the property manager it was assigned to has been removed in the meantime. */
const MOST_ROUNDS = 5;

async function decide(services: Services, { organizationId, connectionId, fields }: HandMade) {
  const { database } = services;
  const body = objectBody(fields);
  const connections = await listNamedConnections(database, organizationId);
  const connection = connections.find((one) => one.connectionId === connectionId) ?? connections[0];
  const query = { organizationId, connectionId: connection?.connectionId ?? NO_CONNECTION, ...lookupKeys(body) };
  const [facts = null] = await lookUpFacts(database, [query]);
  if (facts === null) return null;
  const integration: Integration = connection?.integration ?? 'custom';
  const decision = decideOpenCall(facts, body);
  const findings: Findings = { obstacle: obstacleOf(decision), problems: problemsOf(facts, fields) };
  return { facts, integration, decision, findings };
}

function problemsOf({ organization, staff, now }: OpenCallFacts, fields: HandMade['fields']): Problem[] {
  const { defaultManager } = staff;
  const assignment = defaultManager === null ? null : assignManager(fields, organization, { ...staff, defaultManager });
  return everyProblem(fields, { organization, today: swissDay(now), assignment });
}

function obstacleOf(decision: OpenCallDecision): Obstacle | null {
  if (!('refused' in decision)) return null;
  switch (decision.refused) {
    case 'not_at_home':
      throw new NotAtHome();
    case 'no_default_manager':
    case 'no_provider':
      return decision.refused;
    case 'contract_ignored':
      return `${decision.ignored}_ignored`;
    case 'contract_exists':
      return 'already_exists';
    // The form shows these next to the fields.
    case 'body_unreadable':
    case 'contract_id_missing':
    case 'tenant_type_unknown':
    case 'too_many_signatories':
    case 'manager_not_assignable':
    case 'fields_invalid':
      return null;
  }
}
