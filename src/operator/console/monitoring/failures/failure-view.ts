import type { Services } from '../../../../actions/services.ts';
import { listFailedDeliveries, listSwitchedOff } from '../../../../storage/callbacks/deliveries.ts';
import { countDeliveries, type DeliveryCounts } from '../../../../storage/callbacks/delivery-queue.ts';
import { listFailedProviderDeliveries } from '../../../../storage/callbacks/provider-deliveries.ts';
import { serviceNow } from '../../../../storage/database/clock.ts';
import { isId } from '../../../../storage/database/ids.ts';
import { listMismatches } from '../../../../storage/deposit-list/everywhere.ts';
import { tabCount, MOST_ON_A_TAB } from '../parts.ts';
import {
  countFailedEffects,
  listFailedEffects,
  readQueue,
  type FailedEffect,
  type FailedKind,
  type Queued,
} from '../../../../storage/effects/failed-effects.ts';

const ON_A_PAGE = 50;
/** Of what is due, those that have waited longest are counted. */
export const QUEUE_UP_TO = 5_000;
/** Deposits with a problem among which differences from the register are looked for. */
const PROBLEMS_LOOKED_AT = 5_000;

export const FAILURE_LISTS = ['mails', 'steps', 'deliveries', 'callbacks', 'register', 'queue'] as const;
export type FailureList = (typeof FAILURE_LISTS)[number];

/** A callback to a partner or to a provider that was given up. */
export type FailedDelivery = Awaited<
  ReturnType<typeof listFailedDeliveries> | ReturnType<typeof listFailedProviderDeliveries>
>[number];

/** The rows of the list that is shown. */
type Rows =
  | { list: FailedKind; givenUp: readonly FailedEffect[]; retried: readonly FailedEffect[] }
  | { list: 'deliveries'; deliveries: readonly FailedDelivery[] }
  | { list: 'callbacks'; callbacks: Awaited<ReturnType<typeof listSwitchedOff>> }
  | { list: 'register'; mismatches: Awaited<ReturnType<typeof listMismatches>> }
  | { list: 'queue'; queue: readonly Queued[]; deliveries: DeliveryCounts; now: Date };

export type FailureView = {
  counts: Record<FailureList, number | string>;
  rows: Rows;
  /** The id after which the next page begins; null: this is the last page. */
  next: string | null;
};

export function failureListOf(asked: URLSearchParams): FailureList {
  return FAILURE_LISTS.find((one) => one === asked.get('show')) ?? 'mails';
}

export async function failureView(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  { list, after }: { list: FailureList; after: string },
): Promise<FailureView> {
  const { mails, steps } = await countFailedEffects(database, MOST_ON_A_TAB);
  const deliveries = await countDeliveries(database, MOST_ON_A_TAB);
  const callbacks = await listSwitchedOff(database);
  const mismatches = await listMismatches(database, { most: ON_A_PAGE + 1, mostLookedAt: PROBLEMS_LOOKED_AT });
  const queue = await readQueue(database, QUEUE_UP_TO);
  const due = queue.reduce((sum, { waiting }) => sum + waiting, 0);
  const isLong = mails.givenUp + steps.givenUp === MOST_ON_A_TAB || mails.retried + steps.retried === MOST_ON_A_TAB;
  const counts = {
    mails: tabCount(mails.givenUp + mails.retried, isLong),
    steps: tabCount(steps.givenUp + steps.retried, isLong),
    deliveries: tabCount(deliveries.failed, deliveries.failed >= MOST_ON_A_TAB),
    callbacks: callbacks.length,
    register: mismatches.length > ON_A_PAGE ? `${ON_A_PAGE}+` : mismatches.length,
    queue: tabCount(due + deliveries.waiting, due === QUEUE_UP_TO || deliveries.waiting >= MOST_ON_A_TAB),
  };
  const page = { before: isId(after) ? after : null, most: ON_A_PAGE + 1 };
  switch (list) {
    case 'mails':
    case 'steps': {
      const found = await listFailedEffects(database, vault, { what: list, isGivenUp: true, ...page });
      const firstPage = { before: null, most: ON_A_PAGE };
      const retried = await listFailedEffects(database, vault, { what: list, isGivenUp: false, ...firstPage });
      return { counts, rows: { list, givenUp: found.slice(0, ON_A_PAGE), retried }, next: nextOf(found) };
    }
    case 'deliveries': {
      const toPartners = await listFailedDeliveries(database, page);
      const toProviders = await listFailedProviderDeliveries(database, page);
      // Ids grow with time: newest first.
      const found = [...toPartners, ...toProviders].toSorted((one, other) => (one.id < other.id ? 1 : -1));
      return { counts, rows: { list, deliveries: found.slice(0, ON_A_PAGE) }, next: nextOf(found) };
    }
    case 'callbacks':
      return { counts, rows: { list, callbacks }, next: null };
    case 'register':
      return { counts, rows: { list, mismatches: mismatches.slice(0, ON_A_PAGE) }, next: null };
    case 'queue':
      return { counts, rows: { list, queue, deliveries, now: await serviceNow(database) }, next: null };
  }
}

function nextOf(found: readonly { id: string }[]): string | null {
  return found.length > ON_A_PAGE ? (found[ON_A_PAGE - 1]?.id ?? null) : null;
}
