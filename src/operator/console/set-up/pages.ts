import type { ConsoleApp } from '../app.ts';
import { connectionPages } from './connections.ts';
import { ignoredPages } from './ignored.ts';
import { memberPages } from './members.ts';
import { organizationPages } from './organizations.ts';
import { partnerPages } from './partners.ts';
import { pathsPage } from './paths-page.ts';
import { statusKeyPages } from './status-keys.ts';

/** Who may call, and for whom: partners, organizations, their people, connections, keys and ignored contracts. */
export function setUpPages(app: ConsoleApp): void {
  partnerPages(app);
  organizationPages(app);
  memberPages(app);
  connectionPages(app);
  statusKeyPages(app);
  ignoredPages(app);
  app.get('/operator/paths', async (visit) => visit.show('partners', pathsPage(app.paths)));
}
