import type { ManagerApp, ManagerVisit } from '../app.ts';
import { findOwnDeposit, type OwnDeposit } from './access.ts';

/** As many as one person can review, and as can be moved within one request. */
export const MOST_AT_ONCE = 100;

/** Of these deposits, those that the person may act on. */
export async function allOwn(
  { services }: ManagerApp,
  { person }: ManagerVisit,
  ids: readonly string[],
): Promise<OwnDeposit[]> {
  const found: OwnDeposit[] = [];
  for (const id of ids) {
    const own = await findOwnDeposit(services.database, person, id);
    if (own !== null) found.push(own);
  }
  return found;
}
