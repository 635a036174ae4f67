import { Readable } from 'node:stream';
import { streamDeposits } from '../../../storage/deposit-list/deposit-list.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import type { ManagerApp } from '../../app.ts';
import { scopeOf } from '../access.ts';
import { csvOf } from './csv.ts';
import { listPage } from './list-page.ts';
import { readListQuery } from './list-query.ts';
import { listView } from './list-view.ts';

/** The list of deposits, as a page and as a file. */
export function listRoutes({ services: { database }, get }: ManagerApp): void {
  get('/manager/deposits', 'member', async ({ person, query, language, token, show }) =>
    show('deposits', listPage(await listView(database, person, query), { language, token })),
  );

  get('/manager/deposits.csv', 'member', async ({ person, query, language, reply }) => {
    const { filter, order } = readListQuery(query);
    const pages = streamDeposits(database, scopeOf(person), filter, order);
    return reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
      .header('content-disposition', 'attachment; filename="depono.csv"')
      .send(Readable.from(csvOf(pages, language)));
  });
}
