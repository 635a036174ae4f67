import { conflictsOf } from '../../../actions/mandates/decide-mandate.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findMandate, listMandates } from '../../../storage/mandates/mandates.ts';
import type { ConsoleApp } from '../app.ts';
import { consoleMandatePage, consoleMandatesPage } from './mandate-pages.ts';

const ADDRESS = '/operator/mandates';
const PAGE_SIZE = 100;

/** Deposits that go to another organization: the two organizations decide, operators look on. */
export function consoleMandateRoutes({ services: { database }, get }: ConsoleApp): void {
  get(ADDRESS, 'viewer', async (visit) => {
    const after = visit.query.get('after') ?? '';
    const before = isId(after) ? after : null;
    const found = await listMandates(database, { organizationIds: null, before, most: PAGE_SIZE + 1 });
    const mandates = found.slice(0, PAGE_SIZE);
    const next = found.length > PAGE_SIZE ? (mandates.at(-1)?.id ?? null) : null;
    return visit.show('mandates', consoleMandatesPage(mandates, next));
  });
  get(`${ADDRESS}/:id`, 'viewer', async (visit) => {
    const { id = '' } = visit.params;
    const mandate = isId(id) ? await findMandate(database, id) : null;
    if (mandate === null) return null;
    return visit.show(
      'mandates',
      consoleMandatePage(mandate, await conflictsOf(database, mandate), visit.may('clerk')),
    );
  });
}
