import type { Services } from '../../../../../actions/services.ts';
import { isKept } from '../../../../../domain/bank/kept-bookings.ts';
import type { ResolvedAs } from '../../../../../domain/bank/resolution.ts';
import { suggestionFor } from '../../../../../domain/resolving/suggestion.ts';
import { listAudit } from '../../../../../storage/audit-log.ts';
import type { Sql } from '../../../../../storage/database/database.ts';
import { listTheseDeposits, type DepositAnywhere } from '../../../../../storage/deposit-list/everywhere.ts';
import { listAlike, type AlikeEntry } from '../../../../../storage/money/alike-entries.ts';
import { findEntry, listKept, type KeptEntry } from '../../../../../storage/money/bank-entries.ts';
import { describeCandidates, type KnownCandidate } from '../../../../../storage/money/candidates.ts';
import { listOrdersForHand, type ListedOrder, type OrderRules } from '../../../../../storage/money/listed-orders.ts';
import { listApprovalsAbout } from '../../../../../storage/operators/approvals.ts';
import { candidatesOf } from '../../../../bank-entry-routes.ts';

export const ENTRIES_ON_A_PAGE = 50;
/** More are under “Money”. */
export const MOST_ORDERS = 100;

/** An entry that needs a person, with what it may belong to. */
export type EntryToCheck = KeptEntry & {
  candidates: readonly KnownCandidate[];
  /** The likely resolution, if exactly one candidate fits it. */
  suggestion: ResolvedAs | null;
  /** A resolution waits for a second person. */
  approvalId: string | null;
};

export type EntriesView = {
  entries: readonly EntryToCheck[];
  /** Payments that need a person, of the time that the entries of this page cover. */
  orders: readonly ListedOrder[];
  next: string | null;
};

export async function entriesView(sql: Sql, after: string | null, rules: OrderRules): Promise<EntriesView> {
  const found = await listKept(sql, { after, most: ENTRIES_ON_A_PAGE + 1 });
  const page = found.slice(0, ENTRIES_ON_A_PAGE);
  const before = after === null ? null : await findEntry(sql, after);
  const until = found.length > ENTRIES_ON_A_PAGE ? (page.at(-1)?.at ?? null) : null;
  return {
    entries: await toCheck(sql, page),
    orders: await listOrdersForHand(sql, { after: before?.at ?? null, until, most: MOST_ORDERS, rules }),
    next: found.length > ENTRIES_ON_A_PAGE ? (page.at(-1)?.key ?? null) : null,
  };
}

export async function toCheck(sql: Sql, entries: readonly KeptEntry[]): Promise<EntryToCheck[]> {
  const named = await candidatesOf(sql, entries);
  const known = await describeCandidates(sql, [...named.values()].flat());
  const waiting = await listApprovalsAbout(sql, entries.map(subjectOf), 'waiting');
  return entries.map((kept) => {
    const candidates = (named.get(kept.key) ?? []).flatMap(({ id }) => known.get(id) ?? []);
    return {
      ...kept,
      candidates,
      suggestion: suggestionFor(kept, candidates),
      approvalId: waiting.find(({ subject }) => subject === subjectOf(kept))?.id ?? null,
    };
  });
}

function subjectOf({ key }: KeptEntry): string {
  return `entry:${key}`;
}

/** Who resolved an entry, and who agreed. */
type Resolver = { by: string; approvedBy: string | null; approvalId: string | null };

export type EntryView = {
  entry: EntryToCheck;
  /** It waits for a person. Otherwise it was resolved, or booked at once. */
  isOpen: boolean;
  /** Booked entries that may be the same money. */
  alike: readonly AlikeEntry[];
  resolver: Resolver | null;
  /** The deposit that it was booked to. */
  deposit: DepositAnywhere | null;
  /** The next one in the queue. */
  next: string | null;
};

export async function entryView({ database }: Pick<Services, 'database'>, key: string): Promise<EntryView | null> {
  const kept = await findEntry(database, key);
  if (kept === null) return null;
  const isOpen = kept.attention !== '' && kept.settledAt === null;
  const [entry] = isOpen ? await toCheck(database, [kept]) : [closed(kept)];
  const [deposit = null] = isOpen || kept.depositId === null ? [] : await listTheseDeposits(database, [kept.depositId]);
  const [next] = await listKept(database, { after: key, most: 1 });
  return {
    entry: entry as EntryToCheck,
    isOpen,
    alike: isKept(kept.why) ? await listAlike(database, kept) : [],
    resolver: kept.settledAt === null ? null : await resolverOf(database, kept, kept.settledAt),
    deposit,
    next: next?.key ?? null,
  };
}

function closed(kept: KeptEntry): EntryToCheck {
  return { ...kept, candidates: [], suggestion: null, approvalId: null };
}

/** The audit log is written in the transaction of the change. */
const NEAR_MS = 60 * 60_000;

async function resolverOf(sql: Sql, kept: KeptEntry, settledAt: Date): Promise<Resolver | null> {
  const [approval] = await listApprovalsAbout(sql, [subjectOf(kept)], 'approved');
  if (approval !== undefined) {
    return { by: approval.askedBy, approvedBy: approval.decidedBy, approvalId: approval.id };
  }
  const around = (ms: number): Date => new Date(settledAt.getTime() + ms);
  const filter = { thing: 'bank entry', bankEntry: kept.key, from: around(-NEAR_MS), until: around(NEAR_MS) };
  // The first one: whoever says the same again has not resolved it.
  const noted = (await listAudit(sql, filter, { most: 100 })).at(-1);
  return noted === undefined ? null : { by: noted.actor, approvedBy: null, approvalId: null };
}
