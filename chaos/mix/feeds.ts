import { setTimeout as wait } from 'node:timers/promises';
import type { Organization } from '../book.ts';
import type { Said } from '../http.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';

/** A deposit in the list of changes. */
export type Listed = {
  depositId: string;
  externalContractId: string;
  state: string;
  product: string | null;
  paidInAmount: number | null;
};

/** The number of the last event that each organization's partner has read. */
export type Feeds = { events: Map<string, number> };

const LIMIT_MS = 12_000;
const MOST_PAGES = 400;
const PAGES = [40, 200, 1_000];

export function newFeeds(): Feeds {
  return { events: new Map() };
}

/** A partner walks through the list of its deposits, and reads on in its events. */
export async function readFeeds(world: World, random: Random, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(random.whole(300, 1_000));
    const organization = random.pick(world.organizations);
    if (random.isSo(0.5)) await readEvents(world, organization);
    else await walkUnderLoad(world, organization, { limit: random.pick(PAGES), isOver });
  }
}

/** Everything acknowledged before the walk began is met, however many are opened meanwhile. */
async function walkUnderLoad(
  world: World,
  organization: Organization,
  { limit, isOver }: { limit: number; isOver: () => boolean },
): Promise<void> {
  const before = world.book.contracts.filter(
    (one) => one.organization === organization && one.attempts.includes('success'),
  );
  const listed = await walk(world, organization, { limit, isOver });
  if (listed === null) return;
  world.book.counts.feedWalks++;
  const met = new Set(listed.map(({ externalContractId }) => externalContractId));
  for (const { id } of before) if (!met.has(id)) world.violate(`a walk of ${organization.id} has missed ${id}`);
}

/** All pages from the beginning; a page without an answer is asked for again. Null: it came to no end. */
export async function walk(
  world: World,
  organization: Organization,
  { limit, isOver = () => false }: { limit: number; isOver?: () => boolean },
): Promise<Listed[] | null> {
  const { apiKey, externalOrgId } = organization;
  const all: Listed[] = [];
  let after = 0;
  for (let pages = 0; pages < MOST_PAGES && !isOver(); pages++) {
    const path = `/webhook/deposits?after=${after}&limit=${limit}`;
    const headers = { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId };
    const page = readable(world, path, await world.ask({ method: 'GET', path, headers, limitMs: LIMIT_MS }));
    if (page === null) continue;
    const { deposits, next } = page as { deposits: Listed[]; next: number };
    if (deposits.length === 0) return all;
    if (next <= after) world.violate(`${path} leads back to ${next}`);
    all.push(...deposits);
    after = next;
  }
  return null;
}

/** The events after those that are known: none is missing in between. */
export async function readEvents(world: World, organization: Organization): Promise<void> {
  const { events: known } = world.mix.feeds;
  const { id, statusKey } = organization;
  for (let isMore = true; isMore;) {
    const after = known.get(id) ?? 0;
    const path = `/webhook/events?after=${after}`;
    const headers = { 'x-api-key': statusKey, 'x-org-id': id };
    const page = readable(world, path, await world.ask({ method: 'GET', path, headers, limitMs: LIMIT_MS }));
    if (page === null) return;
    const { events, more } = page as { events: { number: number }[]; more: boolean };
    for (const [n, { number }] of events.entries()) {
      if (number !== after + n + 1) world.violate(`after event ${after + n} of ${id} comes ${number}`);
    }
    known.set(id, after + events.length);
    isMore = more && events.length > 0;
  }
}

/** Null: no answer that counts. */
function readable(world: World, path: string, said: Said | null): object | null {
  if (said === null || said.status === 500) return null;
  if (said.status === 200) return said.json as object;
  world.violate(`${path} was answered ${said.status} ${said.text}`);
  return null;
}
