import { decideAgain } from '../../../actions/decide-again.ts';
import { readOwnCall } from '../../../actions/partners/read-call.ts';
import { parseBody } from '../../../actions/parse-body.ts';
import type { OpenCallOutcome } from '../../../actions/open-deposit.ts';
import type { Services } from '../../../actions/services.ts';
import { ignoredFields, type IgnoredField } from '../../../domain/payload/ignored-fields.ts';
import type { Problem } from '../../../domain/payload/problem.ts';
import type { Adjustment } from '../../../domain/deposit.ts';
import type { ListedCall } from '../../../storage/request-log/list.ts';
import type { Partner } from '../../../storage/set-up/partners.ts';
import { answer, type Answer } from '../../answer.ts';
import { codeOf, type OutcomeCode } from '../../codes.ts';
import type { Path } from '../../paths.ts';
import type { PartnerVisit } from '../app.ts';

/** A payload for people. */
type ShownPayload = { is: 'none' | 'unreadable' } | { is: 'text'; text: string } | { is: 'bytes'; length: number };

/** What the real call would be answered now, and everything that helps to correct it. */
export type DecidedAgain = Answer & {
  code: OutcomeCode;
  problems: readonly Problem[];
  ignored: readonly IgnoredField[];
  adjustments: readonly Adjustment[];
};

export type OwnCallView = {
  call: ListedCall;
  isDry: boolean;
  /** The body of the answer, as it was sent. Null: none was, or it is not known. */
  said: Answer['body'] | null;
  payload: ShownPayload;
  /** Null: not asked for, or there is nothing to decide on. */
  again: DecidedAgain | null;
};

/** Null: there is no such call of this partner. */
export async function ownCallView(
  services: Services,
  { partner, author, params }: Pick<PartnerVisit, 'partner' | 'author' | 'params'>,
  { path, isAgain }: { path: Path; isAgain: boolean },
): Promise<OwnCallView | null> {
  const read = await readOwnCall(services, author, { partner, id: params['id'] ?? '' });
  if (read === null) return null;
  const { call, payload } = read;
  const again = isAgain && payload instanceof Buffer ? await decideOnce(services, partner, path, call, payload) : null;
  return { call, isDry: call.path.endsWith('/check'), said: saidIn(call, path), payload: shownPayload(payload), again };
}

async function decideOnce(
  services: Services,
  { id: partnerId, integration }: Partner,
  path: Path,
  { externalOrgId }: ListedCall,
  payload: Buffer,
): Promise<DecidedAgain> {
  const { decision } = await decideAgain(services, { partnerId, externalOrgId, payload });
  const body = parseBody(payload);
  const outcome: OpenCallOutcome = 'refused' in decision ? decision : { depositId: '' };
  return {
    ...answer({ integration, apiKey: null, externalOrgId, body, payload }, path, outcome),
    code: codeOf(outcome),
    problems: 'problems' in decision ? decision.problems : [],
    ignored: body.is === 'object' ? ignoredFields(body.fields) : [],
    adjustments: 'adjustments' in decision ? decision.adjustments : [],
  };
}

/** The log keeps the parts of an answer; the members of its body are exactly those of the contract. */
function saidIn({ outcome, reason, externalContractId, refusalRow }: ListedCall, path: Path): Answer['body'] | null {
  const isNamed = path.answersContractId && externalContractId !== null && !UNNAMED.has(refusalRow ?? '');
  const named = isNamed ? { externalContractId } : {};
  if (outcome === 'success') return { success: true, result: 'success', ...named };
  return reason === null ? null : { success: false, result: outcome, reason, ...named };
}

/** Rows of the contract that are answered before the contract id is known, and 5, where there is none. */
const UNNAMED = new Set(['1', '2', '3', '4', '5', 'not_at_home', 'no_default_manager', 'no_provider']);

function shownPayload(payload: Buffer | 'unreadable' | null): ShownPayload {
  if (payload === 'unreadable') return { is: 'unreadable' };
  if (payload === null || payload.length === 0) return { is: 'none' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch {
    return { is: 'bytes', length: payload.length };
  }
  return { is: 'text', text: laidOut(text) };
}

/** A JSON text on one line gets more lines, if nothing of it is lost by that; every other text stays as it was sent. */
function laidOut(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
