import type { Organization } from '../book.ts';
import type { Ask } from '../http.ts';
import { randomOf, type Random } from '../random.ts';
import type { Receiver } from '../receivers.ts';
import type { World } from '../world.ts';
import { newFeeds, readFeeds, type Feeds } from './feeds.ts';
import { decideTheRest, type Asked } from './four-eyes.ts';
import { operateWithTwo, setUpAccounts } from './four-eyes-load.ts';
import { setUpOperators, type Operator } from './operators.ts';
import { actAsPartner, newPortal, settlePortal, type Portal } from './portal.ts';
import { answerAsProvider, repeatAnswers, setUpProviders, type Providers } from './providers.ts';

/** Who takes part besides partners and the parties of the deposits, and what they know. */
export type Mix = {
  operators: readonly Operator[];
  /** What waited for a second person. */
  asked: Asked[];
  providers: Providers;
  portal: Portal;
  feeds: Feeds;
};

export async function openMix(
  ask: Ask,
  organizations: readonly Organization[],
  receivers: readonly Receiver[],
): Promise<Mix> {
  const [receiver] = receivers;
  if (receiver === undefined) throw new Error('Providers need a receiver.');
  await setUpAccounts(ask, organizations);
  return {
    operators: await setUpOperators(ask),
    asked: [],
    providers: await setUpProviders(ask, organizations, receiver),
    portal: newPortal(),
    feeds: newFeeds(),
  };
}

type Actor = (world: World, random: Random, isOver: () => boolean) => Promise<void>;

/** Under load, each on its own. Two clerks of the providers work through one queue. */
const ACTORS: Record<string, Actor> = {
  operators: operateWithTwo,
  'more operators': operateWithTwo,
  'a clerk of the providers': answerAsProvider,
  'another clerk': answerAsProvider,
  'the portal': actAsPartner,
  'the readers of feeds': readFeeds,
};

export function actAll(world: World, drawn: (who: string) => Random, isOver: () => boolean): Promise<void>[] {
  return Object.entries(ACTORS).map(([who, act]) => act(world, drawn(who), isOver));
}

/** After the faults: what was left open is finished. */
export async function settleMix(world: World): Promise<void> {
  await settlePortal(world);
  await repeatAnswers(world);
  await decideTheRest(world, randomOf(`rest ${world.mix.asked.length}`));
}
