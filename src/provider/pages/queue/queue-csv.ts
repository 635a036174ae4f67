import {
  APPLICATION_COLUMNS,
  applicationCells,
  applicationRows,
  type ApplicationColumn,
} from '../../../actions/providers/applications-csv.ts';
import type { ApplicationView } from '../../../actions/providers/application-view.ts';
import type { Services } from '../../../actions/services.ts';
import { formatDay, parseDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import { csvText } from '../../../web/encoding/csv.ts';
import { PROVIDER_WORDS } from '../words.ts';
import type { ProviderWords } from '../words/words.ts';

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const UTF8 = '\uFEFF';

/** Applications as CSV, in the reader's language. Swiss spreadsheets separate columns with semicolons. */
export async function* applicationsCsv(
  services: Pick<Services, 'database'>,
  { language, ...asked }: { providerId: string; ids: readonly string[]; language: Language },
): AsyncIterable<string> {
  const words = PROVIDER_WORDS[language];
  const heads = headsOf(words);
  yield UTF8 + csvText([APPLICATION_COLUMNS.map((column) => heads[column])], ';');
  for await (const rows of applicationRows(services, asked, (view) => inWords(view, words))) yield csvText(rows, ';');
}

function headsOf({ queue, csv, one }: ProviderWords): Record<ApplicationColumn, string> {
  return {
    application: csv.application,
    kind: queue.columns.kind,
    state: queue.columns.state,
    createdAt: queue.columns.asked,
    providerReference: one.reference,
    depositAmount: queue.columns.amount,
    claimAmount: csv.claim,
    holder: queue.columns.holder,
    birthDate: one.birthDate,
    nationality: one.nationality,
    civilStatus: one.civilStatus,
    email: one.email,
    phoneNumber: one.phone,
    street: csv.street,
    zip: csv.zip,
    city: csv.city,
    country: csv.country,
    legalForm: one.legalForm,
    domicile: one.seat,
    uid: one.uid,
    signatureRule: one.signatureRule,
    signatories: csv.signatories,
    tenants: csv.tenants,
    property: queue.columns.property,
    rentalStart: one.rentalStart,
    language: one.language,
    investmentAllowed: one.investment,
    owner: csv.owner,
    deposit: csv.deposit,
  };
}

function inWords(view: ApplicationView, { kinds, states, one }: ProviderWords): ReturnType<typeof applicationCells> {
  const { holder, deposit } = view;
  const { signatureRule, civilStatus, company } = holder;
  return {
    ...applicationCells(view),
    kind: kinds[view.kind],
    state: states[view.state],
    createdAt: formatDay(swissDay(new Date(view.createdAt))),
    birthDate: shownDay(holder.birthDate ?? ''),
    rentalStart: shownDay(deposit.rentalStart),
    civilStatus: one.civilStatuses[civilStatus as keyof typeof one.civilStatuses] ?? '',
    legalForm: one.legalForms[company?.legalForm as keyof typeof one.legalForms] ?? '',
    signatureRule: signatureRule ? one.rules[signatureRule] : '',
    language: one.languages[deposit.language as Language],
    investmentAllowed: deposit.investmentAllowed ? one.yes : one.no,
  };
}

function shownDay(text: string): string {
  const day = parseDay(text);
  return day === null ? text : formatDay(day);
}
