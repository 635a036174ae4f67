import { setTimeout as wait } from 'node:timers/promises';
import { swissIban } from '../../src/domain/values/iban.ts';
import { judgeMove } from '../answers.ts';
import type { Organization } from '../book.ts';
import type { Ask } from '../http.ts';
import { randomOf, type Random } from '../random.ts';
import { AUTHORIZED } from '../set-up.ts';
import type { World } from '../world.ts';
import { askAsOperator, decideTogether } from './four-eyes.ts';

/** The part of a record that tells what an operator may want. */
type Operated = {
  id: string;
  state: string;
  hold: object | null;
  rentalDeposit: number;
  paidInTotal: number;
  closing: { release: object | null } | null;
};
type Wish = {
  method: 'POST' | 'PATCH';
  path: string;
  body: object;
  /** As things stand: an account is there already. */
  needsTwo: boolean;
};
const ALONE = new Set(['hold', 'withdraw']);

const RECENT = 150;
/** The shares of wishes that are about an organization's account, and of requests that are left to others. */
const ABOUT_ACCOUNTS = 0.4;
const LEFT = 0.15;
const HELD = 0.4;

/** Operators hold, release and withdraw deposits and change accounts; what needs a second person gets one. */
export async function operateWithTwo(world: World, random: Random, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(random.whole(300, 1_200));
    const wish = random.isSo(ABOUT_ACCOUNTS) ? accountWish(world, random) : await depositWish(world, random);
    if (wish === null) continue;
    const { means, asked } = await askAsOperator(world, random, wish);
    if (means === 'made' && wish.needsTwo) world.violate(`${wish.method} ${wish.path} needed no second person`);
    if (asked === null || random.isSo(LEFT)) continue;
    await wait(random.whole(0, 300));
    await decideTogether(world, random, asked);
  }
}

/** Every organization has an account for its landlords: another one needs a second person. */
export async function setUpAccounts(ask: Ask, organizations: readonly Organization[]): Promise<void> {
  const random = randomOf('accounts');
  for (const organization of organizations) {
    const { method, path, body } = accountWish({ organizations: [organization] }, random);
    const said = await ask({ method, path, body, headers: AUTHORIZED });
    if (said?.status !== 200) throw new Error(`No account for ${organization.id}: ${said?.status} ${said?.text}`);
  }
}

/** Where an organization's landlords are paid to. */
function accountWish({ organizations }: Pick<World, 'organizations'>, random: Random): Wish {
  const payoutIban = swissIban('09999', String(random.whole(100_000_000_000, 999_999_999_999)));
  return {
    method: 'PATCH',
    path: `/operator/api/organizations/${random.pick(organizations).id}`,
    body: { payoutIban },
    needsTwo: true,
  };
}

async function depositWish(world: World, random: Random): Promise<Wish | null> {
  const known = world.book.contracts.slice(-RECENT).filter(({ depositId, isOver }) => depositId !== null && !isOver);
  if (known.length === 0) return null;
  const path = `/operator/api/deposits/${random.pick(known).depositId}`;
  const said = await world.ask({ method: 'GET', path, headers: AUTHORIZED });
  const { means, fault } = judgeMove(said);
  if (fault !== null) world.violate(`${path} ${fault}`);
  if (said === null || means !== 'made') return null;
  return wishFor(said.json as Operated, random, path);
}

export function wishFor(
  { state, hold, closing, rentalDeposit, paidInTotal }: Operated,
  random: Random,
  path: string,
): Wish | null {
  const post = (name: string, body: object): Wish => ({
    method: 'POST',
    path: `${path}/${name}`,
    body,
    // What was paid in may have gone back since.
    needsTwo: !ALONE.has(name),
  });
  if (hold !== null) return post('lift-hold', { reason: 'the seizure is lifted' });
  if (state === 'opening' && paidInTotal > 0 && paidInTotal >= rentalDeposit) {
    return post('withdraw', { reason: 'the tenancy never began' });
  }
  if (state !== 'open' && state !== 'closing') return null;
  if (closing?.release === null && random.isSo(1 - HELD)) {
    const amountLandlord = random.whole(0, Math.floor(rentalDeposit));
    return post('release-ground', { ground: 'judgment', amountLandlord, evidence: 'judgment 2026/17' });
  }
  return random.isSo(HELD) ? post('hold', { ground: 'seizure', evidence: 'order of the office' }) : null;
}
