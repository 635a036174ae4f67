import { removeListView, saveListView } from '../../../storage/deposit-list/list-views.ts';
import { seeOther } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { scopeOf } from '../../person.ts';
import { readColumns, STANDARD_COLUMNS } from './columns.ts';
import { keptOf, listAddress } from './list-query.ts';
import { showList } from './list-routes.ts';
import { LIST_WORDS } from './list-words.ts';

const LONGEST_NAME = 60;
const LONGEST_QUERY = 2_000;

/** What members choose for their list: columns, and views with a name. Kept with their oldest membership. */
export function viewRoutes(app: ManagerApp): void {
  const { database, random } = app.services;

  app.post('/manager/columns', 'member', async (visit) => {
    const query = queryIn(visit);
    const isStandard = visit.form.get('standard') === 'yes';
    const columns = isStandard ? STANDARD_COLUMNS : (readColumns(['tenant', ...visit.form.getAll('col')]) ?? []);
    await saveListView(database, memberOf(visit), { id: random.id(), name: null, query: '', columns });
    query.delete('col');
    query.delete('view');
    return seeOther(visit.reply, listAddress(query, {}));
  });

  app.post('/manager/views', 'member', async (visit) => {
    const query = queryIn(visit);
    const name = (visit.form.get('name') ?? '').trim();
    if (name === '' || name.length > LONGEST_NAME) {
      return showList(app, visit, { problem: LIST_WORDS[visit.language].noName, parameters: query });
    }
    for (const one of ['col', 'view']) query.delete(one);
    const columns = readColumns(visit.form.getAll('col')) ?? STANDARD_COLUMNS;
    const id = await saveListView(database, memberOf(visit), {
      id: random.id(),
      name,
      query: query.toString(),
      columns,
    });
    return seeOther(visit.reply, listAddress(query, { view: id }));
  });

  app.post('/manager/views/remove', 'member', async (visit) => {
    await removeListView(database, scopeOf(visit.person).members, visit.form.get('view') ?? '');
    return seeOther(visit.reply, '/manager/deposits');
  });
}

function memberOf({ person }: ManagerVisit): { organizationId: string; id: string } {
  return person.memberships[0].member;
}

/** The list that the form was shown with. */
function queryIn({ form }: ManagerVisit): URLSearchParams {
  return keptOf(new URLSearchParams((form.get('query') ?? '').slice(0, LONGEST_QUERY)));
}
