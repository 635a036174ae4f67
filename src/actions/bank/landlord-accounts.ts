import { landlordAccount } from '../../domain/lifecycle/order-account.ts';
import { isToBeReleased } from '../../domain/lifecycle/orders.ts';
import { landlordNames } from '../../domain/payee/same-holder.ts';
import type { Sql } from '../../storage/database/database.ts';
import { lockLandlordOrders } from '../../storage/money/landlord-orders.ts';
import { saveOrders } from '../../storage/money/booked-money.ts';
import type { Services } from '../services.ts';

/**
 * Payouts to landlords that waited for the account of their organization get it; null: of all organizations. Also done
 * before each export: an order may be made while the account is being set.
 */
export async function fillLandlordAccounts(
  { money }: Pick<Services, 'money'>,
  sql: Sql,
  organizationId: string | null,
): Promise<void> {
  const waiting = await lockLandlordOrders(sql, organizationId);
  const sets = waiting.flatMap(({ order, organization, owner, property, depositId }) => {
    const account = landlordAccount(organization, { owner, property });
    // Its accounts are of other properties or owners.
    if (account.iban === null) return [];
    const filled = { ...order, ...account };
    const needsRelease = isToBeReleased(filled, landlordNames(organization, owner), money);
    return [{ owner: { organizationId: organization.id, depositId }, items: [{ ...filled, needsRelease }] }];
  });
  if (sets.length > 0) await saveOrders(sql, sets);
}
