import { judgeMove } from '../answers.ts';
import type { Question, Said } from '../http.ts';
import type { Random } from '../random.ts';
import { AUTHORIZED } from '../set-up.ts';
import type { World } from '../world.ts';
import type { Operator } from './operators.ts';

/** What someone said to a request. `unknown`: no complete answer. */
type Decision = { by: string; verb: Verb; is: 'done' | 'refused' | 'unknown' };
type Verb = 'approve' | 'reject';

/** A request that was answered 202, and what was said to it. `wish`: null if that answer was lost. */
export type Asked = { id: string; by: string; wish: unknown; decisions: Decision[] };

type Outcome = { means: 'made' | 'waits' | 'refused' | 'unknown'; said: Said | null; asked: Asked | null };

const LIMIT_MS = 15_000;
/** The shares of requests that the author tries to approve, that `OPERATOR_TOKEN` tries to, and that two decide at once. */
const BY_AUTHOR = 0.3;
const BY_TOKEN = 0.1;
const AT_ONCE = 0.5;
/** Of two at once, how often they disagree. */
const DISAGREE = 0.4;

/** An operator does something that may need a second person. */
export async function askAsOperator(
  world: World,
  random: Random,
  question: Pick<Question, 'method' | 'path' | 'body'>,
): Promise<Outcome> {
  const { mix, book } = world;
  const operator = random.pick(mix.operators);
  const said = await world.ask({ ...question, headers: operator.headers, limitMs: LIMIT_MS });
  const { means, fault } = judgeMove(said);
  // The amount that was read may be smaller by now.
  const isOvertaken = said?.status === 422 && question.path.endsWith('/release-ground');
  if (fault !== null && !isOvertaken) world.violate(`${question.path} ${fault}`);
  if (said === null || means !== 'waits')
    return { means: means === 'none' || means === 'failed' ? 'unknown' : means, said, asked: null };
  const id = (said.json as { approvalId: string }).approvalId;
  const asked: Asked = { id, by: operator.email, wish: question.body ?? null, decisions: [] };
  mix.asked.push(asked);
  book.counts.approvalsAsked++;
  return { means, said, asked };
}

/** Others decide, sometimes at once and not the same; before that its author may try. Returns whether it is approved. */
export async function decideTogether(world: World, random: Random, asked: Asked): Promise<boolean> {
  const { operators } = world.mix;
  const author = operators.find(({ email }) => email === asked.by);
  const [one, other] = shuffled(
    operators.filter(({ email }) => email !== asked.by),
    random,
  ) as [Operator, Operator];
  if (author !== undefined && random.isSo(BY_AUTHOR)) await decide(world, asked, author, 'approve');
  if (random.isSo(BY_TOKEN)) await decide(world, asked, { email: 'token', headers: AUTHORIZED }, 'approve');
  if (random.isSo(AT_ONCE)) {
    const second: Verb = random.isSo(DISAGREE) ? 'reject' : 'approve';
    await Promise.all([decide(world, asked, one, 'approve'), decide(world, asked, other, second)]);
  } else await decide(world, asked, one, 'approve');
  return asked.decisions.some(({ verb, is }) => verb === 'approve' && is === 'done');
}

/** What still waits after the faults is decided, also requests whose answer was lost. */
export async function decideTheRest(world: World, random: Random): Promise<void> {
  const path = '/operator/api/approvals?state=waiting';
  const said = await world.ask({ method: 'GET', path, headers: AUTHORIZED, limitMs: LIMIT_MS });
  if (said?.status !== 200) return world.violate(`approvals cannot be listed: ${said?.status} ${said?.text}`);
  for (const { id, by } of (said.json as { approvals: { id: string; by: string }[] }).approvals) {
    const known = world.mix.asked.find((one) => one.id === id);
    const asked = known ?? { id, by, wish: null, decisions: [] };
    if (known === undefined) world.mix.asked.push(asked);
    await decideTogether(world, random, asked);
  }
}

async function decide(world: World, asked: Asked, { email, headers }: Operator, verb: Verb): Promise<void> {
  const { counts } = world.book;
  const body = verb === 'reject' ? { body: { reason: 'no' } } : {};
  const path = `/operator/api/approvals/${asked.id}/${verb}`;
  const said = await world.ask({ method: 'POST', path, headers, ...body, limitMs: LIMIT_MS });
  const mayDecide = email !== 'token' && email !== asked.by;
  if (said?.status === 403) {
    counts.approvalsForbidden++;
    if (mayDecide) world.violate(`${email} may not ${verb} ${asked.id}, which ${asked.by} asked for: ${said.text}`);
    return;
  }
  const { means, fault } = judgeMove(said);
  if (fault !== null) world.violate(`${path} ${fault}`);
  if (means === 'made' && !mayDecide) world.violate(`${email} could ${verb} the request ${asked.id} of ${asked.by}`);
  const is = means === 'made' ? 'done' : means === 'refused' ? 'refused' : 'unknown';
  if (is === 'done') counts.approvalsDecided++;
  asked.decisions.push({ by: email, verb, is });
}

function shuffled<T>(things: readonly T[], random: Random): T[] {
  return random.isSo(0.5) ? [...things] : things.toReversed();
}
