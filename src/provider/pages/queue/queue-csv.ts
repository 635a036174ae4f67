import type { Services } from '../../../actions/services.ts';
import { formatDay, parseDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import { findApplications } from '../../../storage/providers/queue.ts';
import { csvText, type CsvCell } from '../../../web/csv.ts';
import type { ApplicationView } from '../../application-view.ts';
import { viewsOf } from '../../read-applications.ts';
import { PROVIDER_WORDS } from '../words.ts';

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const UTF8 = '\uFEFF';
const AT_A_TIME = 200;

/** Applications as CSV, read some at a time. Swiss spreadsheets separate columns with semicolons. */
export async function* applicationsCsv(
  services: Pick<Services, 'database'>,
  { providerId, ids, language }: { providerId: string; ids: readonly string[]; language: Language },
): AsyncIterable<string> {
  yield UTF8 + csvText([headOf(language)], ';');
  for (let at = 0; at < ids.length; at += AT_A_TIME) {
    const found = await findApplications(services.database, providerId, ids.slice(at, at + AT_A_TIME));
    const views = await viewsOf(services, found);
    yield csvText(
      views.map((view) => cellsOf(view, language)),
      ';',
    );
  }
}

function headOf(language: Language): string[] {
  const { queue, csv, one } = PROVIDER_WORDS[language];
  return [
    csv.application,
    queue.columns.kind,
    queue.columns.state,
    queue.columns.asked,
    one.reference,
    queue.columns.amount,
    csv.claim,
    queue.columns.holder,
    one.birthDate,
    one.nationality,
    one.email,
    one.phone,
    csv.street,
    csv.zip,
    csv.city,
    csv.country,
    one.uid,
    csv.tenants,
    queue.columns.property,
    one.rentalStart,
    csv.owner,
    csv.deposit,
  ];
}

/** Only what the provider needs for this kind; the other cells are empty. */
function cellsOf(view: ApplicationView, language: Language): CsvCell[] {
  const { kinds, states } = PROVIDER_WORDS[language];
  const { deposit, holder, claim } = view;
  const { street = '', streetNumber = '', zip = '', city = '', countryCode = '' } = holder.address ?? {};
  return [
    view.id,
    kinds[view.kind],
    states[view.state],
    formatDay(swissDay(new Date(view.createdAt))),
    view.reference ?? '',
    { number: deposit.amount.toFixed(2) },
    claim === undefined ? '' : { number: claim.amount.toFixed(2) },
    holder.name,
    shownDay(holder.birthDate ?? ''),
    holder.nationality ?? '',
    holder.email ?? '',
    holder.phoneNumber ?? '',
    `${street} ${streetNumber}`.trim(),
    zip,
    city,
    countryCode,
    holder.company?.uid ?? '',
    view.tenants.map(({ name }) => name).join(', '),
    deposit.property,
    shownDay(deposit.rentalStart),
    view.owner.name,
    deposit.id,
  ];
}

function shownDay(text: string): string {
  const day = parseDay(text);
  return day === null ? text : formatDay(day);
}
