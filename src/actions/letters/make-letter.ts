import type { LetterWay } from '../../domain/letters/letters.ts';
import type { Member } from '../../domain/organization.ts';
import { emailKey } from '../../domain/values/contact.ts';
import { findDeposit, type Location } from '../../storage/deposits/deposits.ts';
import { letterIsDone, letterIsDue } from '../../storage/deposits/letters.ts';
import { moveDeposit, type Moved } from '../move-deposit.ts';
import type { Services } from '../services.ts';

/** A mail could not be sent because there is no address. False: a letter was made since, or the tenant has an address now. */
export async function noteDueLetter(
  { database }: Services,
  { depositId }: Location,
  { tenant, causedAt }: { tenant: number; causedAt: Date },
): Promise<boolean> {
  const deposit = await findDeposit(database, depositId);
  const person = deposit?.terms.tenants[tenant - 1];
  if (deposit === null || person === undefined || person.email !== null) return false;
  const { organizationId } = deposit;
  return letterIsDue(database, { organizationId, depositId, tenant }, causedAt);
}

/** Recorded in one transaction with the link that the letter has. */
export async function makeLetter(
  services: Services,
  location: Location,
  { tenant, way, token }: { tenant: number; way: LetterWay; token: string | null },
  { member }: { member?: Member } = {},
): Promise<Moved | null> {
  const stored = await findDeposit(services.database, location.depositId);
  const email = stored?.terms.tenants[tenant - 1]?.email ?? null;
  const isBounced = email !== null && stored?.bounces.some((one) => one.email === emailKey(email)) === true;
  return moveDeposit(
    services,
    location,
    'make_letter',
    async ({ organizationId, id: depositId, terms }, { sql, now }) => {
      const isThere = terms.tenants[tenant - 1] !== undefined;
      if (isThere) await letterIsDone(sql, { organizationId, depositId, tenant }, { way, at: now });
      return { tenant, way, token, isBounced };
    },
    { member },
  );
}
