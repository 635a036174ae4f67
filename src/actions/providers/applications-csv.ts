import type { CsvCell } from '../../domain/values/csv-cell.ts';
import { NO_HOUSE_NUMBER, postalLine } from '../../domain/values/postal-address.ts';
import { findApplications } from '../../storage/providers/queue.ts';
import type { Services } from '../services.ts';
import type { ApplicationView } from './application-view.ts';
import { viewsOf } from './read-applications.ts';

/**
 * The columns of a CSV file of applications. None is also a member of an answer: a clerk may add the columns of the answers
 * and send the same file back.
 */
export const APPLICATION_COLUMNS = [
  'application',
  'kind',
  'state',
  'createdAt',
  'providerReference',
  'depositAmount',
  'claimAmount',
  'holder',
  'birthDate',
  'nationality',
  'civilStatus',
  'email',
  'phoneNumber',
  'street',
  'zip',
  'city',
  'country',
  'legalForm',
  'domicile',
  'uid',
  'signatureRule',
  'signatories',
  'tenants',
  'property',
  'rentalStart',
  'language',
  'investmentAllowed',
  'owner',
  'deposit',
] as const;
export type ApplicationColumn = (typeof APPLICATION_COLUMNS)[number];

type ApplicationCells = Record<ApplicationColumn, CsvCell>;

const AT_A_TIME = 200;

/** The rows below the head, read some at a time. `cells`: with codes and days as the API has them, if not told. */
export async function* applicationRows(
  services: Pick<Services, 'database'>,
  { providerId, ids }: { providerId: string; ids: readonly string[] },
  cells: (view: ApplicationView) => ApplicationCells = applicationCells,
): AsyncGenerator<CsvCell[][]> {
  for (let at = 0; at < ids.length; at += AT_A_TIME) {
    const found = await findApplications(services.database, providerId, ids.slice(at, at + AT_A_TIME));
    const views = await viewsOf(services, found);
    yield views.map((view) => {
      const row = cells(view);
      return APPLICATION_COLUMNS.map((column) => row[column]);
    });
  }
}

/** Only what the provider needs for this kind; the other cells are empty. */
export function applicationCells(view: ApplicationView): ApplicationCells {
  const { deposit, holder, claim, owner } = view;
  const { street = '', streetNumber = '', zip = '', city = '', countryCode = '' } = holder.address ?? {};
  return {
    application: view.id,
    kind: view.kind,
    state: view.state,
    createdAt: view.createdAt,
    providerReference: view.reference ?? '',
    depositAmount: { number: deposit.amount.toFixed(2) },
    claimAmount: claim === undefined ? '' : { number: claim.amount.toFixed(2) },
    holder: holder.name,
    birthDate: holder.birthDate ?? '',
    nationality: holder.nationality ?? '',
    civilStatus: holder.civilStatus ?? '',
    email: holder.email ?? '',
    phoneNumber: holder.phoneNumber ?? '',
    street: streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`.trim(),
    zip,
    city,
    country: countryCode,
    legalForm: holder.company?.legalForm ?? '',
    domicile: holder.company?.domicile ?? '',
    uid: holder.company?.uid ?? '',
    signatureRule: holder.signatureRule ?? '',
    signatories: (holder.signatories ?? []).map(signatoryLine).join(' / '),
    tenants: view.tenants.map(({ name }) => name).join(', '),
    property: deposit.property,
    rentalStart: deposit.rentalStart,
    language: deposit.language,
    investmentAllowed: deposit.investmentAllowed ? 'yes' : 'no',
    owner: owner.address === undefined ? owner.name : `${owner.name}, ${postalLine(owner.address)}`,
    deposit: deposit.id,
  };
}

type Signatory = NonNullable<ApplicationView['holder']['signatories']>[number];

function signatoryLine({ firstName, lastName, email, phoneNumber, address }: Signatory): string {
  return [`${firstName} ${lastName}`, email, phoneNumber, postalLine(address)].join(', ');
}
