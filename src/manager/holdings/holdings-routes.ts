import type { FastifyReply } from 'fastify';
import { renderHoldings } from '../../documents/holdings/render-holdings.ts';
import type { BalanceConfirmation } from '../../domain/statements/holdings.ts';
import { PAGE_HEADERS, seeOther } from '../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { holdingsCsv } from './holdings-csv.ts';
import { holdingsPage } from './holdings-page.ts';
import { holdingsView } from './holdings-view.ts';

const TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;
type FileType = keyof typeof TYPES;

/** What an organization's deposits held on a day, as a page and as files. */
export function holdingsRoutes({ services: { database }, get }: ManagerApp): void {
  get('/manager/holdings', 'member', async ({ person, query, language, show }) => {
    const view = await holdingsView(database, person, query);
    if (view === null) return null;
    return show('holdings', holdingsPage(view, language), view.problem === null ? 200 : 422);
  });

  for (const type of Object.keys(TYPES) as FileType[]) {
    get(`/manager/holdings.${type}`, 'member', async (visit) => {
      const view = await holdingsView(database, visit.person, visit.query);
      if (view === null) return null;
      // The page says what is wrong with the day.
      if (view.confirmation === null) return seeOther(visit.reply, `/manager/holdings?${visit.query.toString()}`);
      return sendFile(visit, view.confirmation, type);
    });
  }
}

async function sendFile(
  { reply, readLogo }: ManagerVisit,
  confirmation: BalanceConfirmation,
  type: FileType,
): Promise<FastifyReply> {
  const content =
    type === 'csv'
      ? holdingsCsv(confirmation)
      : await renderHoldings(confirmation, type, await readLogo(confirmation.brand?.logo));
  return reply
    .headers({ ...PAGE_HEADERS, 'content-type': TYPES[type] })
    .header('content-disposition', `attachment; filename="depono-${confirmation.on}.${type}"`)
    .send(content);
}
