import type { Deposit } from '../deposit.ts';
import { byManager, move, type Decision, type HistoryEntry, type MoveContext } from '../lifecycle/move.ts';
import { daysAfter } from '../values/calendar.ts';

/** `printed`: by the manager. `folder`: handed to a print service. */
export type LetterWay = 'printed' | 'folder';

/** The last letter to a tenant. `doneAt` null: it is due. */
export type Letter = { tenant: number; dueAt: Date; doneAt: Date | null; way: LetterWay | null };

/** Post takes its time, and paper lies around. */
export const LETTER_LINK_DAYS = 90;

type Made = {
  tenant: number;
  way: LetterWay;
  /** Of a new link in the letter. Null: the link is known already. */
  token: string | null;
  /** The tenant's address does not work. */
  isBounced: boolean;
};

/** A letter leads a tenant without an e-mail address to their page. */
export function letterMade(deposit: Deposit, { tenant, way, token, isBounced }: Made, context: MoveContext): Decision {
  const person = deposit.terms.tenants[tenant - 1];
  if (person === undefined) return { refused: 'no_such_tenant', field: 'tenant' };
  if (person.email !== null && !isBounced) return { refused: 'reached_by_mail' };
  const { now } = context;
  const byService: Omit<HistoryEntry, 'event'> = { at: now, actor: 'service', detail: {} };
  const entry = way === 'printed' ? byManager(deposit, context) : byService;
  const event = way === 'printed' ? 'letter_printed' : 'letter_sent';
  const expiresAt = daysAfter(now, LETTER_LINK_DAYS);
  return move(deposit, {
    history: [{ ...entry, event, detail: { ...entry.detail, tenant } }],
    links: token === null ? [] : [{ position: tenant, token, round: deposit.round, expiresAt }],
  });
}
