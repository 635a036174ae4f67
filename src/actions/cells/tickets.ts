import { useToken } from '../../storage/cells/used-tokens.ts';
import type { Realm, SignInWay } from '../../storage/people/sessions.ts';
import { cellTicket, LONGEST_NEXT, readCellTicket, TICKET_SECONDS, type CellTicket } from '../../vault/cell-ticket.ts';
import { sha256 } from '../../vault/vault.ts';
import type { Services } from '../services.ts';
import { startSession, type SignInOrigin, type SignIns } from '../sign-in.ts';

type Person = { realm: CellTicket['realm']; emailKey: string; way: SignInWay };

/** Where someone who is signed in here, or has shown that the address is theirs, goes on in another cell. Null: there is none of this name. */
export function addressOfTicket(
  { vault, cells }: Services,
  to: string,
  { realm, next, ...person }: Person & { next: string },
): string | null {
  const address = cells.addresses.get(to);
  if (address === undefined || to === cells.own) return null;
  const given = { ...person, realm, from: cells.own, next: next.length > LONGEST_NEXT ? `/${realm}` : next };
  return `${address}/${realm}/sign-in/arrive?ticket=${cellTicket(vault, to, given, new Date())}`;
}

/** Who has arrived, for the page that asks before it signs anyone in. Null: the ticket is not good here, or no longer. */
export function readTicket({ vault, cells }: Services, realm: Realm, text: string): CellTicket | null {
  const ticket = readCellTicket(vault, text, cells.own, new Date());
  return ticket === null || ticket.realm !== realm || !cells.addresses.has(ticket.from) ? null : ticket;
}

type SignedIn = { sessionSecret: string; next: string; emailKey: string };

/** A ticket counts once. Null: it is not good, or this cell does not know the person. */
export async function signInByTicket(
  services: Services,
  who: SignIns,
  { text, ...origin }: { text: string } & SignInOrigin,
): Promise<SignedIn | null> {
  const ticket = readTicket(services, who.realm, text);
  if (ticket === null) return null;
  const { emailKey, way, next } = ticket;
  return services.database.transaction(async (sql) => {
    if (!(await useToken(sql, sha256(text), { seconds: 2 * TICKET_SECONDS }))) return null;
    const sessionSecret = await startSession(services, sql, who, { emailKey, way, ...origin });
    return sessionSecret === null ? null : { sessionSecret, next, emailKey };
  });
}
