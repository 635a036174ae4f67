import { setTimeout as wait } from 'node:timers/promises';
import { judgeMove } from '../answers.ts';
import type { Organization } from '../book.ts';
import type { Question, Said } from '../http.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';

/** A key for status that a partner has issued. `unknown`: whether it is revoked. */
export type StatusKey = {
  keyId: string;
  apiKey: string;
  organization: Organization;
  is: 'issued' | 'revoked' | 'unknown';
};

export type Portal = {
  keys: StatusKey[];
  /** Organizations whose secret was rotated without an answer: its new one is not known. */
  unsure: Set<Organization>;
};

type Connection = { externalOrgId: string; organizationId: string; callback: { url: string } | null };

const LIMIT_MS = 15_000;
const MOST_KEYS = 3;

export function newPortal(): Portal {
  return { keys: [], unsure: new Set() };
}

/** A partner uses its self-service: secrets, test events, replays, keys and lists. */
export async function actAsPartner(world: World, random: Random, isOver: () => boolean): Promise<void> {
  const acts = [rotateOnce, testEvent, replay, issueKey, revokeKey, readConnections, readCalls];
  while (!isOver()) {
    await wait(random.whole(300, 1_000));
    await random.pick(acts)(world, random.pick(world.organizations), random);
  }
}

/** After the faults: secrets whose new value was lost are rotated once more, and a test event arrives. */
export async function settlePortal(world: World): Promise<void> {
  for (const organization of world.mix.portal.unsure) await rotate(world, organization);
  for (const organization of world.mix.portal.unsure)
    world.violate(`the secret of ${organization.id} cannot be rotated`);
  const [organization] = world.organizations;
  if (organization === undefined) return;
  const before = organization.receiver.tests();
  const said = await call(world, organization, { method: 'POST', path: `${connection(organization)}/test-event` });
  const answered = (said?.json as { status?: number } | undefined)?.status;
  if (answered !== 200) world.violate(`a test event was answered ${said?.status} ${said?.text}`);
  if (organization.receiver.tests() === before) world.violate('a test event was answered, and never arrived');
}

const connection = ({ externalOrgId }: Organization): string => `/connections/${externalOrgId}`;

/** Null: no answer, or none that counts. */
async function call(
  world: World,
  { apiKey }: Organization,
  { path, ...question }: Pick<Question, 'method' | 'path' | 'body'>,
): Promise<Said | null> {
  world.book.counts.portalCalls++;
  const headers = { 'x-api-key': apiKey };
  const said = await world.ask({ ...question, path: `/partner/api${path}`, headers, limitMs: LIMIT_MS });
  const { means, fault } = judgeMove(said);
  if (fault !== null) world.violate(`${question.method} ${path} ${fault}`);
  // 202: queued.
  return means === 'made' || means === 'waits' ? said : null;
}

/** Both secrets sign for a day: one may be unknown, but not two. */
async function rotateOnce(world: World, organization: Organization): Promise<void> {
  if (!world.mix.portal.unsure.has(organization)) await rotate(world, organization);
}

async function rotate(world: World, organization: Organization): Promise<void> {
  const { unsure } = world.mix.portal;
  const said = await call(world, organization, { method: 'POST', path: `${connection(organization)}/callback/rotate` });
  if (said === null) {
    unsure.add(organization);
    organization.receiver.doubt(organization.externalOrgId, true);
    return;
  }
  const { callback } = said.json as { callback: { secret: string } };
  organization.receiver.expect(organization.externalOrgId, callback.secret);
  organization.receiver.doubt(organization.externalOrgId, false);
  unsure.delete(organization);
}

async function testEvent(world: World, organization: Organization): Promise<void> {
  const said = await call(world, organization, { method: 'POST', path: `${connection(organization)}/test-event` });
  if (said !== null && !('status' in (said.json as object))) world.violate(`a test event was answered ${said.text}`);
}

async function replay(world: World, organization: Organization, random: Random): Promise<void> {
  const said = await call(world, organization, { method: 'GET', path: '/deliveries?limit=1000' });
  const { deliveries = [] } = (said?.json ?? {}) as { deliveries?: { id: string; state: string }[] };
  const delivered = deliveries.filter(({ state }) => state === 'delivered');
  if (delivered.length === 0) return;
  await call(world, organization, { method: 'POST', path: `/deliveries/${random.pick(delivered).id}/replay` });
}

async function issueKey(world: World, organization: Organization): Promise<void> {
  const { keys } = world.mix.portal;
  if (keys.filter((one) => one.organization === organization && one.is === 'issued').length >= MOST_KEYS) return;
  const said = await call(world, organization, { method: 'POST', path: '/status-keys' });
  if (said !== null) keys.push({ ...(said.json as { keyId: string; apiKey: string }), organization, is: 'issued' });
}

async function revokeKey(world: World, _organization: Organization, random: Random): Promise<void> {
  const issued = world.mix.portal.keys.filter(({ is }) => is === 'issued');
  if (issued.length === 0) return;
  const key = random.pick(issued);
  key.is = 'unknown';
  const said = await call(world, key.organization, { method: 'DELETE', path: `/status-keys/${key.keyId}` });
  if (said !== null) key.is = 'revoked';
}

async function readConnections(world: World, organization: Organization): Promise<void> {
  const said = await call(world, organization, { method: 'GET', path: '/connections' });
  if (said === null) return;
  const { connections } = said.json as { connections: Connection[] };
  const own = connections.find(({ externalOrgId }) => externalOrgId === organization.externalOrgId);
  if (own?.organizationId !== organization.id || own.callback === null)
    world.violate(`the connections of ${organization.externalOrgId} are ${said.text}`);
}

async function readCalls(world: World, organization: Organization): Promise<void> {
  const said = await call(world, organization, { method: 'GET', path: '/calls?limit=20' });
  if (said !== null && !Array.isArray((said.json as { calls?: unknown }).calls))
    world.violate(`calls are ${said.text}`);
}
