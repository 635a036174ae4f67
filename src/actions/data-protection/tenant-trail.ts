import {
  listBookings,
  listLinkEnds,
  listStatusReads,
  listTold,
  type BookedEntry,
} from '../../storage/data-protection/trail.ts';
import type { Sql } from '../../storage/database/database.ts';
import type { StoredDeposit } from '../../storage/deposits/deposits.ts';

/** Data sent about a tenant's deposit, and related records. The account and its money are the main tenant's. */
export type TenantTrail = {
  /** The events sent to the partner, with its answers. */
  told: readonly {
    at: string;
    document: string;
    state: string;
    delivery: string | null;
    answers: readonly { at: string; status: number | null; answer: string }[];
  }[];
  statusReads: readonly { at: string; lastAt: string; times: number; answered: string | null }[];
  bookings: readonly BookedEntry[];
  /** When the personal links expire. */
  linksUntil: readonly string[];
};

export async function readTrail(sql: Sql, deposit: StoredDeposit, position: number): Promise<TenantTrail> {
  const { organizationId, id, terms, iban } = deposit;
  const events = await listTold(sql, { organizationId, id });
  const reads = await listStatusReads(sql, { organizationId, externalContractId: terms.externalContractId });
  const isMain = position === 1;
  return {
    told: events.map(({ at, document, status, delivery, answers }) => ({
      at: at.toISOString(),
      document,
      state: String(status['state']),
      delivery,
      answers,
    })),
    statusReads: reads.map(({ at, lastAt, ...read }) => ({
      at: at.toISOString(),
      lastAt: lastAt.toISOString(),
      ...read,
    })),
    bookings: isMain && iban !== null ? await listBookings(sql, organizationId, iban) : [],
    linksUntil: (await listLinkEnds(sql, { organizationId, id }, position)).map((at) => at.toISOString()),
  };
}
