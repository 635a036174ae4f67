import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Sql } from '../../../storage/database/database.ts';
import { listTheseOf, streamDeposits } from '../../../storage/deposit-list/deposit-list.ts';
import type { ListedDeposit } from '../../../storage/deposit-list/listed.ts';
import { readDeposits } from '../../../storage/deposits/deposits.ts';
import { findOrganizations } from '../../../storage/set-up/organizations.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { scopeOf } from '../../person.ts';
import type { Exported } from './export-columns.ts';
import { csvOf, xlsxOf } from './export-file.ts';
import { showList } from './list-routes.ts';
import { listQueryOf } from './list-view.ts';
import { LIST_WORDS } from './list-words.ts';

/** A workbook is made in memory; a CSV file of any length is not. */
const MOST_IN_XLSX = 5_000;

type Pages = AsyncIterable<readonly ListedDeposit[]>;

/** The list, or what was selected in it, as a file with all fields. */
export function exportRoutes(app: ManagerApp): void {
  const { database } = app.services;

  app.get('/manager/deposits.csv', 'member', async (visit) =>
    sendCsv(database, visit, await wholeList(database, visit)),
  );

  app.get('/manager/deposits.xlsx', 'member', async (visit) => sendXlsx(app, visit, await wholeList(database, visit)));

  app.post('/manager/deposits/export', 'member', async (visit) => {
    const ids = [...new Set(visit.form.getAll('id'))].slice(0, MOST_IN_XLSX);
    const pages = onePage(await listTheseOf(database, scopeOf(visit.person), ids));
    return visit.form.get('type') === 'xlsx' ? sendXlsx(app, visit, pages) : sendCsv(database, visit, pages);
  });
}

async function wholeList(sql: Sql, { person, query }: ManagerVisit): Promise<Pages> {
  const { filter, order } = await listQueryOf(sql, person, query);
  return streamDeposits(sql, scopeOf(person), filter, order);
}

function sendCsv(sql: Sql, { reply, language }: ManagerVisit, pages: Pages): FastifyReply {
  return reply
    .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
    .header('content-disposition', 'attachment; filename="depono.csv"')
    .send(Readable.from(csvOf(withDeposits(sql, pages), language)));
}

async function sendXlsx(app: ManagerApp, visit: ManagerVisit, pages: Pages): Promise<FastifyReply> {
  const { language, reply } = visit;
  const found: Exported[] = [];
  for await (const some of withDeposits(app.services.database, pages)) {
    found.push(...some);
    if (found.length > MOST_IN_XLSX) {
      const problem = LIST_WORDS[language].tooManyForExcel(MOST_IN_XLSX.toLocaleString('de-CH'));
      return showList(app, visit, { problem });
    }
  }
  return reply
    .headers({ ...PAGE_HEADERS, 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
    .header('content-disposition', 'attachment; filename="depono.xlsx"')
    .send(await xlsxOf(found, language));
}

async function* onePage(deposits: readonly ListedDeposit[]): Pages {
  yield deposits;
}

/** Each page with the whole deposits. One that goes elsewhere meanwhile is left out. */
async function* withDeposits(sql: Sql, pages: Pages): AsyncIterable<Exported[]> {
  for await (const page of pages) {
    const deposits = await readDeposits(sql, page);
    const organizations = await findOrganizations(sql, [...new Set(page.map(({ organizationId }) => organizationId))]);
    yield page.flatMap((listed) => {
      const deposit = deposits.get(listed.depositId);
      const organization = organizations.find(({ id }) => id === listed.organizationId)?.name ?? '';
      return deposit === undefined ? [] : [{ listed, deposit, organization }];
    });
  }
}
