import { differences } from '../../../actions/audit.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findProvider, type StoredProvider } from '../../../storage/providers/providers.ts';
import { providerView } from '../../providers/provider-views.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';

/** The provider that an address names. */
export async function providerInAddress(app: ConsoleApp, { params }: ConsoleVisit): Promise<StoredProvider | null> {
  const id = params['id'] ?? '';
  return isId(id) ? findProvider(app.services.database, id) : null;
}

/** What has changed, for the audit log. */
export function noteProvider(visit: ConsoleVisit, verb: string, before: StoredProvider, after: StoredProvider): void {
  const changes = differences(providerView(before), providerView(after));
  visit.note({ verb, thing: 'provider', about: { provider: before.id }, changes });
}
