import type { Vault } from './vault.ts';

/** Someone who is known in one cell and goes on in another one. */
export type CellTicket = {
  from: string;
  realm: 'manager' | 'operator';
  emailKey: string;
  way: 'mail' | 'passkey';
  /** The page to go on at. */
  next: string;
  at: number;
};

/** From the click in one cell to the button in the other. */
const LIFETIME_MS = 120_000;
export const TICKET_SECONDS = LIFETIME_MS / 1_000;
/** Longer ones are forms that are filled in by their address: the person begins at the first page. */
export const LONGEST_NEXT = 1_000;

const contextFor = (to: string): string => `ticket to the cell ${to}`;

/** Sealed, for it is in an address: nobody without SECRET_KEY can read or make one, and it is good in one cell. */
export function cellTicket(vault: Vault, to: string, given: Omit<CellTicket, 'at'>, now: Date): string {
  return vault.seal(JSON.stringify({ ...given, at: now.getTime() }), contextFor(to)).toString('base64url');
}

/** Null: it is not good here, or no longer. Whether it was used before is for the caller to know. */
export function readCellTicket(vault: Vault, text: string, own: string, now: Date): CellTicket | null {
  const sealed = Buffer.from(text, 'base64url');
  // Another spelling of the same bytes would count as unused.
  if (sealed.toString('base64url') !== text) return null;
  try {
    const read = JSON.parse(vault.unseal(sealed, contextFor(own)).toString('utf8')) as CellTicket;
    const age = now.getTime() - read.at;
    return age > LIFETIME_MS || age < -LIFETIME_MS ? null : read;
  } catch {
    return null;
  }
}
