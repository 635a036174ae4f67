import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { swissIban } from '../../src/domain/values/iban.ts';
import { judgeMove } from '../answers.ts';
import type { Organization } from '../book.ts';
import type { Ask } from '../http.ts';
import type { Random } from '../random.ts';
import type { Receiver } from '../receivers.ts';
import { AUTHORIZED, create } from '../set-up.ts';
import type { World } from '../world.ts';

/** A bank or an insurer with a key of its own. */
export type Provider = { id: string; code: string; headers: Record<string, string> };

/** An answer as it was given. `unknown`: no complete answer came back. */
export type Given = Answer & { by: Provider; is: 'done' | 'refused' | 'unknown' };
type Answer = { answer: string; body: Record<string, unknown> };

export type Providers = {
  all: readonly Provider[];
  /** The organizations whose deposits they have. */
  organizationIds: ReadonlySet<string>;
  /** What was answered, by application. */
  given: Map<string, Given[]>;
};

type Application = { id: string; kind: string; claim?: { amount: number } };

const LIMIT_MS = 15_000;
const MOST_READ = 20;
const AT_ONCE = 3;
/** The shares of applications that are answered twice at once, with two different answers at once, and in a list. */
const TWICE = 0.25;
const CONTRADICTED = 0.2;
const LISTED = 0.2;
const REFUSED = 0.1;
const ACKNOWLEDGED = 0.2;
/** The share of steps in which the sandbox answers in their place, so that both race. */
const PLAYED = 0.15;

/** Some organizations get a bank and an insurer of their own, told by callback. */
export async function setUpProviders(
  ask: Ask,
  organizations: readonly Organization[],
  receiver: Receiver,
): Promise<Providers> {
  const address = { street: 'Bankgasse', streetNumber: '7', zip: '9000', city: 'St. Gallen' };
  const all: Provider[] = [];
  for (const kind of ['bank', 'insurer'] as const) {
    const code = `chaos_${kind}`;
    const made = await create<{ id: string; apiKey: string; callback: { secret: string } }>(ask, '/providers', {
      kind,
      code,
      name: `Chaos ${kind}`,
      address,
      callback: { url: receiver.url(code) },
    });
    receiver.expect(code, made.callback.secret);
    all.push({ id: made.id, code, headers: { authorization: `Bearer ${made.apiKey}` } });
  }
  const theirs = organizations.slice(2, 6).map(({ id }) => id);
  const [bank, insurer] = all as [Provider, Provider];
  for (const id of theirs) {
    const body = { bankProviderId: bank.id, insurerProviderId: insurer.id };
    const said = await ask({ method: 'PATCH', path: `/operator/api/organizations/${id}`, headers: AUTHORIZED, body });
    if (said?.status !== 200) throw new Error(`The providers of ${id} were not set: ${said?.status} ${said?.text}`);
  }
  return { all, organizationIds: new Set(theirs), given: new Map() };
}

/** Whether the deposit's own provider answers, and not the sandbox. */
export function answersItself(
  { providers }: World['mix'],
  { organizationId }: { organizationId: string },
  random: Random,
): boolean {
  return providers.organizationIds.has(organizationId) && !random.isSo(PLAYED);
}

/** A clerk of the providers reads the queue and answers. Another one does the same at the same time. */
export async function answerAsProvider(world: World, random: Random, isOver: () => boolean): Promise<void> {
  const { all } = world.mix.providers;
  while (!isOver()) {
    await wait(random.whole(150, 600));
    const provider = random.pick(all);
    const waiting = await readQueue(world, provider);
    const some = waiting.slice(0, AT_ONCE);
    if (some.length > 0 && random.isSo(LISTED)) await answerList(world, provider, some);
    else for (const application of some) await answerOne(world, provider, application, random);
  }
}

/** What was answered and got no reply is said again, in the same words: nothing may happen twice. */
export async function repeatAnswers(world: World): Promise<void> {
  for (const [id, answers] of world.mix.providers.given) {
    for (const one of answers.filter(({ is }) => is === 'unknown')) {
      one.is = await give(world, id, one);
    }
  }
}

async function readQueue(world: World, { headers }: Provider): Promise<Application[]> {
  const path = `/provider/api/applications?limit=${MOST_READ}`;
  const said = await world.ask({ method: 'GET', path, headers, limitMs: LIMIT_MS });
  const { means, fault } = judgeMove(said);
  if (fault !== null) world.violate(`${path} ${fault}`);
  return said !== null && means === 'made' ? (said.json as { applications: Application[] }).applications : [];
}

async function answerOne(world: World, provider: Provider, application: Application, random: Random): Promise<void> {
  const { id } = application;
  if (random.isSo(ACKNOWLEDGED)) await acknowledge(world, provider, id);
  const right = answerTo(application, 1);
  const all = random.isSo(CONTRADICTED)
    ? [right, answerTo(application, 2)]
    : random.isSo(TWICE)
      ? [right, right]
      : [random.isSo(REFUSED) && application.kind === 'account_opening' ? REFUSAL : right];
  await Promise.all(all.map((one) => note(world, provider, id, one)));
  if (all[0] === REFUSAL) await note(world, provider, id, right);
}

async function acknowledge(world: World, { headers }: Provider, id: string): Promise<void> {
  const path = `/provider/api/applications/${id}/acknowledge`;
  const said = await world.ask({
    method: 'POST',
    path,
    headers,
    body: { reference: `R-${id.slice(-6)}` },
    limitMs: LIMIT_MS,
  });
  const { fault } = judgeMove(said);
  if (fault !== null) world.violate(`${path} ${fault}`);
}

const REFUSAL: Answer = { answer: 'refused', body: { code: 'other', reason: 'not yet' } };

/** The same for the same application and number: two clerks say the same, a second number contradicts the first. */
export function answerTo({ id, kind, claim }: Application, number: number): Answer {
  const digits = BigInt(`0x${createHash('sha256').update(`${id} ${number}`).digest('hex').slice(0, 12)}`);
  const account = (digits % 1_000_000_000_000n).toString().padStart(12, '0');
  switch (kind) {
    case 'account_opening':
      return { answer: 'account', body: { iban: swissIban('09999', account), qrIban: swissIban('30999', account) } };
    case 'cover':
      return { answer: 'cover', body: { policyNumber: `P-${account}` } };
    case 'claim':
      return { answer: 'paid', body: { amount: claim?.amount ?? 0 } };
    case 'change':
      return number === 1 ? { answer: 'done', body: {} } : REFUSAL;
    default:
      return number === 1 ? { answer: 'ended', body: {} } : REFUSAL;
  }
}

async function note(world: World, by: Provider, id: string, answer: Answer): Promise<void> {
  const one = noted(world, by, id, answer);
  one.is = await give(world, id, one);
}

function noted({ mix }: World, by: Provider, id: string, answer: Answer): Given {
  const { given } = mix.providers;
  const one: Given = { ...answer, by, is: 'unknown' };
  given.set(id, [...(given.get(id) ?? []), one]);
  return one;
}

async function give(world: World, id: string, { by, answer, body }: Given): Promise<Given['is']> {
  const { counts } = world.book;
  const path = `/provider/api/applications/${id}/${answer}`;
  const said = await world.ask({ method: 'POST', path, headers: by.headers, body, limitMs: LIMIT_MS });
  const { means, fault } = judgeMove(said);
  if (fault !== null) world.violate(`${path} ${fault}`);
  if (means === 'made') counts.answersGiven++;
  if (means === 'refused') counts.answersRefused++;
  return means === 'made' ? 'done' : means === 'refused' ? 'refused' : 'unknown';
}

/** Several in one call: each has its outcome. */
async function answerList(world: World, provider: Provider, some: readonly Application[]): Promise<void> {
  const answers = some.map((application) => noted(world, provider, application.id, answerTo(application, 1)));
  const body = answers.map(({ answer, body: content }, n) => ({ application: some[n]?.id, answer, ...content }));
  const path = '/provider/api/answers';
  const said = await world.ask({ method: 'POST', path, headers: provider.headers, body, limitMs: LIMIT_MS });
  const { means, fault } = judgeMove(said);
  if (fault !== null) world.violate(`${path} ${fault}`);
  if (said === null || means !== 'made') return;
  const { outcomes } = said.json as { outcomes: { status: number }[] };
  for (const [n, { status }] of outcomes.entries()) {
    const one = answers[n];
    if (one !== undefined) one.is = status === 200 ? 'done' : status === 409 ? 'refused' : 'unknown';
    if (status !== 200 && status !== 409 && status !== 500) world.violate(`${path} answered ${status} for one row`);
    if (status === 200) world.book.counts.answersGiven++;
  }
}
