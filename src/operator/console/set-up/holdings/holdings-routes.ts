import type { Holding } from '../../../../domain/statements/holdings.ts';
import { readPastDay } from '../../../../domain/statements/period.ts';
import { swissDay } from '../../../../domain/values/calendar.ts';
import { plainSignedAmount } from '../../../../domain/values/money.ts';
import { serviceNow } from '../../../../storage/database/clock.ts';
import { listHoldings } from '../../../../storage/statements/holdings.ts';
import type { CsvCell } from '../../../../domain/values/csv-cell.ts';
import { csvText } from '../../../../web/encoding/csv.ts';
import { PAGE_HEADERS, seeOther } from '../../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { organizationInAddress } from '../organization-routes.ts';
import { consoleHoldingsPage, type ConsoleHoldings } from './holdings-page.ts';

const PATH = '/operator/organizations/:id/holdings';

/** What the deposits of an organization held on a day. */
export function consoleHoldingsRoutes(app: ConsoleApp): void {
  app.get(PATH, 'viewer', async (visit) => {
    const view = await read(app, visit);
    if (view === null) return null;
    return visit.show('organizations', consoleHoldingsPage(view), view.problem === null ? 200 : 422);
  });
  app.get(`${PATH}.csv`, 'viewer', async (visit) => {
    const view = await read(app, visit);
    if (view === null) return null;
    const { organization, held } = view;
    // The page says what is wrong with the day.
    const page = `/operator/organizations/${organization.id}/holdings?${visit.query.toString()}`;
    if (held === null) return seeOther(visit.reply, page);
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
      .header('content-disposition', `attachment; filename="depono-holdings-${held.on}.csv"`)
      .send(csvText([COLUMNS, ...held.holdings.map(cellsOf)], ','));
  });
}

async function read(app: ConsoleApp, visit: ConsoleVisit): Promise<ConsoleHoldings | null> {
  const { database } = app.services;
  const organization = await organizationInAddress(app, visit);
  if (organization === null) return null;
  const today = swissDay(await serviceNow(database));
  const typed = visit.query.get('at');
  const day = readPastDay(typed, today);
  const shared = { organization, day: typed ?? today };
  if ('problem' in day) return { ...shared, problem: day.problem, held: null };
  const holdings = await listHoldings(database, { organizationId: organization.id, on: day.on });
  return { ...shared, problem: null, held: { on: day.on, holdings } };
}

const COLUMNS = ['depositId', 'externalContractId', 'tenants', 'property', 'iban', 'amount'];

function cellsOf({ depositId, externalContractId, tenants, property, iban, amount }: Holding): CsvCell[] {
  return [depositId, externalContractId, tenants, property, iban ?? '', { number: plainSignedAmount(amount) }];
}
