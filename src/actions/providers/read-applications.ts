import type { Services } from '../services.ts';
import { findAgreements, type QueuedApplication } from '../../storage/providers/queue.ts';
import { applicationView, type ApplicationView } from './application-view.ts';

/** Applications as their provider may see them. */
export async function viewsOf(
  { database }: Pick<Services, 'database'>,
  found: readonly QueuedApplication[],
): Promise<ApplicationView[]> {
  const locations = found.map(({ deposit }) => ({ organizationId: deposit.organizationId, depositId: deposit.id }));
  const agreements = await findAgreements(database, locations);
  return found.flatMap(({ id, deposit }) => {
    const application = deposit.applications.find((one) => one.id === id);
    return application === undefined ? [] : [applicationView(application, deposit, agreements.get(deposit.id) ?? [])];
  });
}
