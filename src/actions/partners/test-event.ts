import { serviceNow } from '../../storage/database/clock.ts';
import { findPartnerConnection, type OwnConnection } from '../../storage/set-up/connections.ts';
import { secretsOf } from '../events/deliver.ts';
import type { Services } from '../services.ts';

/** What is sent when a partner tries its address. It tells of no deposit. */
type TestEvent = {
  type: 'test';
  timestamp: string;
  data: { organizationId: string; externalOrgId: string };
};

type TestLetter =
  | { is: 'ready'; id: string; url: string; secrets: string[]; event: TestEvent }
  | { is: 'unknown' }
  | { is: 'no_callback' };

/** Also for a callback that was switched off: so that it can be tried before it is switched on again. */
export async function prepareTestEvent(services: Services, own: OwnConnection): Promise<TestLetter> {
  const { database, random, vault } = services;
  const connection = await findPartnerConnection(database, own);
  if (connection === null) return { is: 'unknown' };
  const { id: connectionId, organizationId, externalOrgId, callback } = connection;
  if (callback === null) return { is: 'no_callback' };
  const timestamp = (await serviceNow(database)).toISOString();
  return {
    is: 'ready',
    id: random.id(),
    url: callback.url,
    secrets: secretsOf(vault, connectionId, callback),
    event: { type: 'test', timestamp, data: { organizationId, externalOrgId } },
  };
}
