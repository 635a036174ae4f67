import type { Client } from 'pg';
import { AUTHORIZED } from '../set-up.ts';
import type { World } from '../world.ts';
import { checkBank } from './bank.ts';
import { checkCalls } from './calls.ts';
import { checkChanges } from './changes.ts';
import { checkDeposits } from './deposits.ts';
import { checkCausedMails, checkMails } from './mails.ts';
import { checkDocuments } from './documents.ts';
import { checkList } from './list.ts';
import { checkMoney } from './money.ts';
import { checkFourEyes } from './four-eyes.ts';
import { checkPartners } from './partners.ts';
import { checkProviders } from './providers.ts';
import { checkStatus } from './status.ts';

/** Only what was written before `restedAt` (service time) is checked; after the last round nothing may be pending. */
export type When = {
  restedAt: Date;
  isLast: boolean;
  /** What had arrived before the database was read. */
  arrived: { mails: ReadonlySet<string>; callbacks: ReadonlySet<string> };
};
/** Returns a sentence for each violation. */
export type Check = (world: World, client: Client, when: When) => Promise<string[]>;

/** A snapshot of all arrivals. */
const CHECKS: Record<string, Check> = {
  deposits: checkDeposits,
  'mails sent': checkMails,
  'mails by cause': checkCausedMails,
  documents: checkDocuments,
  money: checkMoney,
  bank: checkBank,
  calls: checkCalls,
  changes: checkChanges,
  'four eyes': checkFourEyes,
  providers: checkProviders,
};
/** Reported violations per check. */
const MOST_TOLD = 20;

/** At rest: compares the database with what was done from outside. */
export async function checkAll(world: World, client: Client, rest: Pick<When, 'restedAt' | 'isLast'>): Promise<void> {
  // The next export completes an interrupted payment file.
  const exported = { method: 'POST' as const, path: '/operator/api/bank/export', headers: AUTHORIZED };
  const said = await world.ask(exported);
  if (said?.status !== 200) world.violate(`orders cannot be exported: ${said?.status} ${said?.text}`);
  const when = { ...rest, arrived: arrivedSoFar(world) };
  const tell = (name: string, wrong: readonly string[]): void => {
    for (const what of wrong.slice(0, MOST_TOLD)) world.violate(`${name}: ${what}`);
    if (wrong.length > MOST_TOLD) world.violate(`${name}: and ${wrong.length - MOST_TOLD} more`);
  };
  await client.query('begin transaction isolation level repeatable read');
  for (const [name, check] of Object.entries(CHECKS)) tell(name, await check(world, client, when));
  await client.query('commit');
  tell('list', await checkList(world, client, when));
  tell('status', await checkStatus(world, client, when));
  tell('partners', await checkPartners(world, client, when));
}

export function arrivedSoFar({ letterbox, receivers }: World): When['arrived'] {
  const callbacks = receivers.flatMap(({ arrived }) => [...arrived.keys()]);
  return { mails: new Set(letterbox.arrived.keys()), callbacks: new Set(callbacks) };
}
