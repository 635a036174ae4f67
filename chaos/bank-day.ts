import type { Client } from 'pg';
import { investigate, unstatedAccounts } from './bank-truth.ts';
import { askAsOperator, decideTogether } from './mix/four-eyes.ts';
import { randomOf } from './random.ts';
import type { Said } from './http.ts';
import { resolutions, type KeptListed, type ResolvedBody } from './resolving.ts';
import { AUTHORIZED } from './set-up.ts';
import type { World } from './world.ts';

const CALL_LIMIT_MS = 60_000;
/** Accounts whose statements are asked for at the same time. */
const AT_ONCE = 4;
/** A booked entry may order a payment, and the like: not for ever. */
const MOST_ROUNDS = 6;
/** More than three days: then a total without details is listed, too. */
const UNTIL_LISTED = 'P4D';

type Settling = { isLast: boolean; drain: () => Promise<Date | null> };

/**
 * At rest, the bank sends the statements that are missing, and a person resolves what is kept until nothing is left.
 * Returns since when nothing is due, or null if that state was not reached.
 */
export async function settleWithBank(world: World, client: Client, { isLast, drain }: Settling): Promise<Date | null> {
  await askForStatements(world, client);
  let restedAt = await drain();
  if (isLast && (await hasWaitingTotals(client))) {
    const said = await ask(world, '/sandbox/api/clock', { advance: UNTIL_LISTED });
    world.log(`the clock was moved by ${UNTIL_LISTED}: ${said?.status ?? 'no answer'}`);
    restedAt = await drain();
  }
  for (let n = 0; restedAt !== null; n++) {
    const kept = await listKept(world);
    if (kept.length === 0) return restedAt;
    if (n === MOST_ROUNDS) {
      world.violate(`what is kept cannot be resolved: ${JSON.stringify(kept.slice(0, 3))}`);
      return null;
    }
    for (const entry of kept) await resolve(world, client, entry);
    restedAt = await drain();
  }
  return null;
}

async function askForStatements(world: World, client: Client): Promise<void> {
  const accounts = await unstatedAccounts(client);
  const one = async (): Promise<void> => {
    for (let next = accounts.pop(); next !== undefined; next = accounts.pop()) {
      const said = await ask(world, `/sandbox/api/deposits/${next.depositId}/statement`);
      world.book.counts.statementsAsked++;
      if (said?.status !== 200) world.violate(`the statement of ${next.iban}: ${inShort(said)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function hasWaitingTotals(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from bank_entries where why = 'awaiting_details' and settled_at is null limit 1`,
  );
  return rows.length > 0;
}

/** All pages. Each entry is listed once, oldest first. */
async function listKept(world: World): Promise<KeptListed[]> {
  const all: (KeptListed & { at: string })[] = [];
  let after: string | null = null;
  do {
    const query: string = after === null ? '' : `?${new URLSearchParams({ after }).toString()}`;
    const path = `/operator/api/bank/entries${query}`;
    const said = await world.ask({ method: 'GET', path, headers: AUTHORIZED, limitMs: CALL_LIMIT_MS });
    if (said?.status !== 200) {
      world.violate(`what is kept cannot be listed: ${inShort(said)}`);
      return [];
    }
    const page = said.json as { entries: typeof all; next: string | null };
    all.push(...page.entries);
    after = page.next;
  } while (after !== null);
  const isSorted = all.every(({ at }, n) => n === 0 || (all[n - 1]?.at ?? '') <= at);
  if (!isSorted || new Set(all.map(({ key }) => key)).size !== all.length) {
    world.violate('what is kept is not listed once each, oldest first');
  }
  return all;
}

/** First decided once more, then as the bank says. A resolution that the record does not allow is refused with 409. */
async function resolve(world: World, client: Client, kept: KeptListed): Promise<void> {
  world.book.counts.keptListed++;
  if (await isResolved(world, kept, { as: 'again' })) return;
  const tried: string[] = [];
  for (const body of resolutions(kept, await investigate(client, kept))) {
    if (await isResolved(world, kept, body)) return;
    tried.push(JSON.stringify(body));
  }
  world.violate(`${JSON.stringify(kept)} is not resolved as ${tried.join(', ')}`);
}

/** Some of it needs a second person. */
async function isResolved(world: World, { key }: KeptListed, body: ResolvedBody): Promise<boolean> {
  const random = randomOf(`${key} ${JSON.stringify(body)}`);
  const path = `/operator/api/bank/entries/${encodeURIComponent(key)}/resolve`;
  const question = { method: 'POST' as const, path, body: { ...body, reason: 'asked the bank' } };
  const { means, said, asked } = await askAsOperator(world, random, question);
  if (asked !== null) return decideTogether(world, random, asked);
  if (means === 'refused') return false;
  if (means !== 'made') world.violate(`${path} as ${body.as}: ${inShort(said)}`);
  return said !== null && means === 'made' && (said.json as { resolved: boolean }).resolved;
}

function ask(world: World, path: string, body?: object): Promise<Said | null> {
  const content = body === undefined ? {} : { body };
  return world.ask({ method: 'POST', path, headers: AUTHORIZED, ...content, limitMs: CALL_LIMIT_MS });
}

function inShort(said: Said | null): string {
  return said === null ? 'no answer' : `${said.status} ${said.text.slice(0, 300)}`;
}
