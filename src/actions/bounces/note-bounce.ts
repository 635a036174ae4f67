import { bouncedTenants } from '../../domain/changes/bounce.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { findEveryByEmail } from '../../storage/deposit-list/deposit-list.ts';
import { insertBounce } from '../../storage/deposits/bounces.ts';
import { moveDeposit } from '../move-deposit.ts';
import type { Services } from '../services.ts';

type Report = { to: EmailAddress; reason: string | null; /** Null: now. */ at: Date | null };

/**
 * A mail to this address came back. Each deposit that is not over notes it once, in a transaction of its own: a repetition
 * adds what is missing. Returns the ids of the deposits with such a tenant.
 */
export async function noteBounces(services: Services, { to: email, reason, at }: Report): Promise<string[]> {
  const found: string[] = [];
  for (const location of await findEveryByEmail(services.database, email)) {
    const when = at ?? (await serviceNow(services.database));
    const moved = await moveDeposit(services, location, 'note_bounce', async (deposit, { sql }) => {
      const tenants = bouncedTenants(deposit, email);
      if (tenants.length === 0) return { refused: 'no_email' } as const;
      const { organizationId, id: depositId, manager } = deposit;
      const { isFirst, isTold } = await insertBounce(
        sql,
        { organizationId, depositId, email },
        { at: when, reason, managerId: manager.id },
      );
      return isFirst ? { email, reason, tenants, isTold } : ({ refused: 'nothing_changes' } as const);
    });
    const isNoted = moved !== null && (moved.refusal === null || moved.refusal.refused === 'nothing_changes');
    if (isNoted) found.push(location.depositId);
  }
  return found;
}
