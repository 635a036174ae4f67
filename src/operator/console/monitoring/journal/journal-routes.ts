import { Readable } from 'node:stream';
import { readPastMonth, type PeriodProblem } from '../../../../domain/statements/period.ts';
import { swissDay, type Day } from '../../../../domain/values/calendar.ts';
import { serviceNow } from '../../../../storage/database/clock.ts';
import { firstBookingDay } from '../../../../storage/statements/journal.ts';
import { PAGE_HEADERS } from '../../../../web/page.ts';
import { journalCsv, journalFileName } from '../../../statements/journal-csv.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { JOURNAL_ADDRESS, journalPage } from './journal-page.ts';

/** The accounting journal of a month. */
export function journalRoutes(app: ConsoleApp): void {
  const { database } = app.services;
  const showPage = async ({ show }: ConsoleVisit, problem: PeriodProblem | null = null) => {
    const months = monthsBetween(await firstBookingDay(database), swissDay(await serviceNow(database)));
    return show('bank', journalPage(months, problem), problem === null ? 200 : 422);
  };
  app.get(JOURNAL_ADDRESS, 'viewer', (visit) => showPage(visit));
  app.get(`${JOURNAL_ADDRESS}.csv`, 'viewer', async (visit) => {
    const today = swissDay(await serviceNow(database));
    // Without a month: the current one.
    const month = readPastMonth(visit.query.get('month') ?? today.slice(0, 7), today);
    if ('problem' in month) return showPage(visit, month.problem);
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
      .header('content-disposition', `attachment; filename="${journalFileName(month)}"`)
      .send(Readable.from(journalCsv(database, month, { isMasked: !visit.may('clerk') })));
  });
}

/** Newest first. */
function monthsBetween(first: Day | null, today: Day): string[] {
  if (first === null) return [];
  const months: string[] = [];
  const start = Temporal.PlainYearMonth.from(first.slice(0, 7));
  for (
    let month = Temporal.PlainYearMonth.from(today.slice(0, 7));
    Temporal.PlainYearMonth.compare(month, start) >= 0;
  ) {
    months.push(month.toString());
    month = month.subtract({ months: 1 });
  }
  return months;
}
