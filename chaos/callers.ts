import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_PATHS } from '../src/partner/paths.ts';
import { judgeOpening, judgeReading } from './answers.ts';
import { contradiction, isSettled, type Contract, type CountName, type Outcome } from './book.ts';
import type { Random } from './random.ts';
import { newContract } from './payloads.ts';
import type { World } from './world.ts';

/** Whom calls are sent to, and where they are noted. */
export type Called = Pick<World, 'ask' | 'book' | 'violate'> & { pulse: Pick<World['pulse'], 'acknowledged'> };

const CALL_LIMIT_MS = 12_000;
/** Callers without an answer wait longer each time. */
const LONGEST_PATIENCE_MS = 1_000;
/** The share of contracts that are sent twice at the same time. */
const TWINS = 0.1;
/** The share of contracts whose bank speaks an awkward dialect. */
const SIMULATED = 0.6;

const COUNTED: Record<Outcome, CountName> = {
  success: 'acknowledged',
  exists: 'alreadyThere',
  nothing: 'nothingCreated',
  refused: 'refused',
  none: 'unanswered',
};

/** Sends a contract once, and records the answer. */
export async function send(world: Called, contract: Contract): Promise<Outcome> {
  const { organization, id, payload, isGood, attempts } = contract;
  const { integration, apiKey, externalOrgId } = organization;
  const { counts } = world.book;
  const place = attempts.push(null) - 1;
  counts.calls++;
  if (place > 0) counts.resent++;
  const begun = performance.now();
  const said = await world.ask({
    method: 'POST',
    path: `/webhook/${integration}`,
    headers: { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId },
    body: payload,
    limitMs: CALL_LIMIT_MS,
  });
  const namesContract = DEFAULT_PATHS[integration].answersContractId;
  const { means, fault } = judgeOpening(said, { id, isGood, namesContract });
  attempts[place] = means;
  counts[COUNTED[means]]++;
  if (means === 'success') world.pulse.acknowledged(begun);
  const wrong = fault ?? (attempts.includes(null) ? null : contradiction(contract));
  if (wrong !== null) world.violate(`the answer to the open call of ${id} ${wrong}`);
  return means;
}

/** Sends it until it has an answer, as partners do. */
export async function sendUntilSettled(world: Called, contract: Contract, isOver: () => boolean): Promise<void> {
  while (!isSettled(contract) && !isOver()) {
    await send(world, contract);
    if (!isSettled(contract)) await wait(Math.min(100 * contract.attempts.length, LONGEST_PATIENCE_MS));
  }
}

/** Opens new deposits one after the other until stopped. */
export async function callAsPartner(
  world: World,
  random: Random,
  { isOver, isCalm, scenarios }: { isOver: () => boolean; isCalm: () => boolean; scenarios: readonly string[] },
): Promise<void> {
  while (!isOver()) {
    const scenario = random.isSo(SIMULATED) ? random.pick(scenarios) : undefined;
    const contract = newContract(random.pick(world.organizations), random, scenario);
    world.book.contracts.push(contract);
    const twin = random.isSo(TWINS) ? send(world, contract) : null;
    await sendUntilSettled(world, contract, isOver);
    await twin;
    // A sandbox call answers when nothing is due: there must be such moments.
    await wait(isCalm() ? random.whole(1_500, 6_000) : random.whole(0, 40));
  }
}

/** Reads the status of sent contracts, whatever their outcome. */
export async function readAsPartner(
  world: World,
  random: Random,
  { isOver, isCalm }: { isOver: () => boolean; isCalm: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const { contracts } = world.book;
    if (contracts.length > 0) await read(world, random.pick(contracts));
    await wait(isCalm() ? random.whole(100, 400) : random.whole(0, 40));
  }
}

async function read(world: World, { organization, id, isGood, attempts }: Contract): Promise<void> {
  const { counts } = world.book;
  const isAcknowledged = attempts.some((outcome) => outcome === 'success' || outcome === 'exists');
  counts.reads++;
  const said = await world.ask({
    method: 'GET',
    path: `/webhook/contract-status?${new URLSearchParams({ 'ext-contract-id': id }).toString()}`,
    headers: { 'x-api-key': organization.statusKey, 'x-org-id': organization.id },
    limitMs: CALL_LIMIT_MS,
  });
  const { means, fault } = judgeReading(said, { id, isAcknowledged, isGood });
  if (means === 'none') counts.readsUnanswered++;
  if (means === 'failed') counts.readsFailed++;
  if (fault !== null) world.violate(`the status of ${id} ${fault}`);
}
