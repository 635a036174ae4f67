import type { EmailAddress } from '../domain/values/contact.ts';
import { findByTenantEmail } from '../storage/deposit-list/deposit-list.ts';
import type { Location } from '../storage/deposits/deposits.ts';
import { hasRenewedLink } from '../storage/deposits/tenant-links.ts';
import { moveDeposit } from './move-deposit.ts';
import type { Services } from './services.ts';

/** A tenant gets at most one new link in this time. */
const WAIT_MS = 5 * 60_000;

/** Sends a new link to the tenant's stored address. False: none was sent; the reason is not disclosed. */
export async function renewLink(services: Services, location: Location, tenant: number): Promise<boolean> {
  const moved = await moveDeposit(services, location, 'renew_link', async (_deposit, { now, sql }) => {
    const since = new Date(now.getTime() - WAIT_MS);
    if (await hasRenewedLink(sql, { ...location, tenant, since })) return { refused: 'not_now' };
    return { tenant };
  });
  return moved !== null && moved.refusal === null;
}

const MOST_MAILS = 5;

/** Sends new links to the newest deposits of the tenant with this address. */
export async function renewLinksOf(services: Services, email: EmailAddress): Promise<void> {
  const deposits = await findByTenantEmail(services.database, email);
  const all = deposits.flatMap(({ positions, ...location }) => positions.map((tenant) => ({ location, tenant })));
  let sent = 0;
  for (const { location, tenant } of all) {
    if (sent === MOST_MAILS) return;
    if (await renewLink(services, location, tenant)) sent++;
  }
}
