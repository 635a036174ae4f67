import type { TableCell } from '../../../documents/tables/table-xlsx.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { problemKinds, taskOf } from '../../../domain/lifecycle/attention.ts';
import { labelOf } from '../../../domain/messages/speak.ts';
import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';
import { FIELD_NAMES, type FieldName } from '../../../domain/payload/problem.ts';
import { writePayload } from '../../../domain/payload/write-payload.ts';
import { parseDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { Rappen } from '../../../domain/values/money.ts';
import type { ListedDeposit } from '../../../storage/deposit-list/listed.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { LIST_WORDS } from './list-words.ts';

/** A deposit in a file, with the name of its organization. */
export type Exported = { listed: ListedDeposit; deposit: Deposit; organization: string };

type Column = { head: string; cell: (one: Exported) => TableCell };

/** All columns of the file: what the list shows, where the deposit stands, its money, its closing, and every field of the contract. */
export function exportColumns(language: Language): Column[] {
  return [...shown(language), ...standing(language), ...money(language), ...closing(language), ...fields(language)];
}

function shown(language: Language): Column[] {
  const { list } = DEPOSIT_WORDS[language];
  const { columns } = LIST_WORDS[language];
  return [
    { head: columns.contract, cell: ({ listed }) => listed.externalContractId },
    { head: columns.tenant, cell: ({ listed }) => listed.tenants },
    { head: columns.property, cell: ({ listed }) => listed.property },
    { head: columns.amount, cell: ({ listed }) => ({ amount: listed.rentalDeposit }) },
    { head: columns.rental_start, cell: ({ listed }) => ({ day: listed.rentalStart }) },
    { head: columns.created, cell: ({ listed }) => ({ day: swissDay(listed.createdAt) }) },
    { head: columns.state, cell: ({ listed }) => STATE_NAMES[language][listed.state] },
    { head: list.step, cell: ({ listed }) => (listed.step === null ? null : STEP_NAMES[language][listed.step]) },
    { head: columns.manager, cell: ({ listed }) => listed.manager.name },
  ];
}

function standing(language: Language): Column[] {
  const { columns, sheet, tasks, notes } = LIST_WORDS[language];
  return [
    { head: columns.organization, cell: ({ organization }) => organization },
    {
      head: sheet.waitsFor,
      cell: ({ deposit }) => {
        const task = taskOf(deposit);
        return task === null ? null : tasks[task];
      },
    },
    {
      head: sheet.problem,
      cell: ({ deposit }) =>
        problemKinds(deposit)
          .map((one) => (one === 'register' ? notes.register : notes.refused[deposit.refusal?.by ?? 'bank']))
          .join(', '),
    },
    { head: sheet.held, cell: ({ deposit }) => (deposit.hold === null ? sheet.no : sheet.yes) },
    { head: sheet.sentAt, cell: ({ deposit }) => day(deposit.sentAt) },
  ];
}

function money(language: Language): Column[] {
  const { columns, sheet } = LIST_WORDS[language];
  const { products } = DEPOSIT_WORDS[language].one;
  return [
    { head: columns.product, cell: ({ deposit }) => (deposit.product === null ? null : products[deposit.product]) },
    { head: sheet.provider, cell: ({ deposit }) => deposit.provider?.name ?? null },
    { head: columns.iban, cell: ({ deposit }) => deposit.iban },
    { head: sheet.policyNumber, cell: ({ deposit }) => deposit.policy?.policyNumber ?? null },
    { head: sheet.reference, cell: ({ deposit }) => deposit.paymentReference },
    { head: columns.paid_in, cell: ({ deposit }) => ({ amount: deposit.paidIn }) },
  ];
}

function closing(language: Language): Column[] {
  const { columns, sheet } = LIST_WORDS[language];
  return [
    {
      head: sheet.startedBy,
      cell: ({ deposit }) => (deposit.closing === null ? null : sheet.parties[deposit.closing.startedBy]),
    },
    { head: sheet.tenancyEnd, cell: ({ deposit }) => deposit.closing && { day: deposit.closing.tenancyEnd } },
    { head: sheet.amountLandlord, cell: ({ deposit }) => amount(deposit.closing?.proposals.at(-1)?.amountLandlord) },
    { head: columns.frees_on, cell: ({ listed }) => listed.freesOn && { day: listed.freesOn } },
    { head: sheet.paidOutOn, cell: ({ deposit }) => day(deposit.paidOutAt) },
    { head: sheet.paidOutTenant, cell: ({ deposit }) => amount(deposit.paidOutTenant) },
    { head: sheet.paidOutLandlord, cell: ({ deposit }) => amount(deposit.paidOutLandlord) },
  ];
}

/** These are in a column of their own already, or asked for only with the call. */
const ELSEWHERE: readonly FieldName[] = [
  'externalContractId',
  'rentalStart',
  'rentalDeposit',
  'propertyManagerFirstName',
  'propertyManagerLastName',
];

/** Every field of the partner interface. */
function fields(language: Language): Column[] {
  const payloads = new WeakMap<Deposit, ReturnType<typeof writePayload>>();
  const payloadOf = (deposit: Deposit): ReturnType<typeof writePayload> => {
    const known = payloads.get(deposit);
    if (known !== undefined) return known;
    const made = writePayload(deposit);
    payloads.set(deposit, made);
    return made;
  };
  return FIELD_NAMES.filter((field) => !ELSEWHERE.includes(field)).map((field) => ({
    head: labelOf(field, language),
    cell: ({ deposit }) => {
      const value = payloadOf(deposit)[field] ?? null;
      const read = value !== null && field.endsWith('BirthDate') ? parseDay(value) : null;
      return read === null ? value : { day: read };
    },
  }));
}

function day(at: Date | null): TableCell {
  return at === null ? null : { day: swissDay(at) };
}

function amount(given: Rappen | null | undefined): TableCell {
  return given === null || given === undefined ? null : { amount: given };
}
