import type { Services } from '../../actions/services.ts';
import { verify, type Verification } from '../../actions/verify.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { formatChf, rappen } from '../../domain/values/money.ts';
import { clean } from '../../domain/payload/fields.ts';
import { depositView } from '../../operator/deposit-view.ts';
import { readOnly } from '../../storage/database/database.ts';
import {
  findDeposit,
  listDeposits,
  listDepositsOfContract,
  type StoredDeposit,
} from '../../storage/deposits/deposits.ts';
import { isId } from '../../storage/database/ids.ts';
import { requireSchema } from '../../storage/database/schema-version.ts';
import { listOrganizations } from '../../storage/set-up/organizations.ts';
import { command, refuseCommand, type Command } from '../command.ts';
import { organizationByName } from '../find.ts';
import { fields, table } from '../output.ts';

const MOST_LISTED = 100;

const WHICH =
  'DEPOSIT is the id of a deposit, or a contract id: then all deposits of that contract are shown, newest first.';
const ORG = { org: { type: 'text', value: 'ORG', about: 'search only this organization (name or id)' } } as const;

const list = command({
  name: 'deposit list',
  role: 'viewer',
  summary: `List the newest deposits of an organization, at most ${MOST_LISTED}`,
  usage: 'ORG',
  words: [1, 1],
  examples: ['depono deposit list "Muster Immobilien AG"'],
  options: {},
  run: async ({ output, services, settings }, { words: [typed = ''] }) => {
    const all = await services();
    const organization = await organizationByName(all, typed);
    const deposits = await listDeposits(all.database, organization.id, MOST_LISTED);
    for (const deposit of deposits) output.object(depositView(deposit, settings().providers));
    const rows = deposits.map((deposit) => [
      deposit.id,
      deposit.terms.externalContractId,
      phaseOf(deposit),
      formatChf(deposit.terms.rentalDeposit),
      deposit.createdAt,
    ]);
    output.say(
      rows.length === 0
        ? `${organization.name} has no deposits.`
        : table(['ID', 'CONTRACT', 'STATE', 'CHF', 'CREATED'], rows),
    );
    return 0;
  },
});

const show = command({
  name: 'deposit show',
  role: 'viewer',
  summary: 'Show a deposit: its state, money and people',
  usage: 'DEPOSIT [--org ORG]',
  about: WHICH,
  words: [1, 1],
  examples: ['depono deposit show 4711', 'depono deposit show 4711 --org "Muster Immobilien AG" --json'],
  options: ORG,
  run: async ({ output, services, settings }, { words: [typed = ''], options: { org } }) => {
    for (const deposit of await findDeposits(await services(), typed, org)) {
      output.show(depositView(deposit, settings().providers), () => `${inWords(deposit)}\n`);
    }
    return 0;
  },
});

const history = command({
  name: 'deposit history',
  role: 'viewer',
  summary: 'Show the history of a deposit, oldest entry first',
  usage: 'DEPOSIT [--org ORG]',
  about: WHICH,
  words: [1, 1],
  examples: ['depono deposit history 4711', 'depono deposit history 4711 --json | jq -r .event'],
  options: ORG,
  run: async ({ output, services }, { words: [typed = ''], options: { org } }) => {
    for (const deposit of await findDeposits(await services(), typed, org)) {
      for (const entry of deposit.history) output.object({ depositId: deposit.id, ...entry });
      const rows = deposit.history.map(({ at, actor, event, detail }) => [
        new Date(at),
        actor,
        event,
        Object.keys(detail).length === 0 ? null : JSON.stringify(detail),
      ]);
      output.say(`Deposit ${deposit.id}, ${phaseOf(deposit)}\n${table(['AT', 'WHO', 'WHAT', 'DETAIL'], rows)}\n`);
    }
    return 0;
  },
});

const verifyAll = command({
  name: 'deposit verify',
  role: null,
  summary: 'Prove that the books balance and that no history was changed',
  usage: '',
  about: 'Reads all deposits and changes nothing. The service may be running. Exit code 1 when something is wrong.',
  words: [0, 0],
  examples: ['depono deposit verify', 'depono deposit verify --json'],
  options: {},
  run: async ({ output, withConnection }) => {
    const report = await withConnection((connection) =>
      readOnly(connection, async (sql) => {
        await requireSchema(sql);
        return verify(sql);
      }),
    );
    output.show({ ok: report.faults.length === 0, ...report }, () => proof(report));
    return report.faults.length === 0 ? 0 : 1;
  },
});

async function findDeposits(services: Services, typed: string, org: string | null): Promise<StoredDeposit[]> {
  const { database } = services;
  if (isId(typed)) {
    const deposit = await findDeposit(database, typed);
    if (deposit !== null) return [deposit];
  }
  const organizations = org === null ? await listOrganizations(database) : [await organizationByName(services, org)];
  const externalContractId = clean(typed).toWellFormed();
  const found: StoredDeposit[] = [];
  for (const { id: organizationId } of organizations) {
    found.push(...(await listDepositsOfContract(database, { organizationId, externalContractId })));
  }
  if (found.length > 0) return found;
  throw refuseCommand(`No deposit found with this id or contract id: ${typed}`);
}

function phaseOf({ state, step }: StoredDeposit): string {
  return step === null ? state : `${state} (${step})`;
}

function inWords(deposit: StoredDeposit): string {
  const { terms, manager } = deposit;
  const { property } = terms;
  const signatures = terms.tenants.map((tenant, index) => {
    const signed = deposit.signatures[index]?.at;
    return [`${tenant.firstName} ${tenant.lastName}`, tenant.email, signed ?? 'not signed'];
  });
  return [
    fields({
      deposit: deposit.id,
      contract: terms.externalContractId,
      organization: deposit.organizationId,
      path: deposit.integration,
      state: phaseOf(deposit),
      since: deposit.stepSince,
      created: deposit.createdAt,
      amount: `CHF ${formatChf(terms.rentalDeposit)}`,
      'paid in': `CHF ${formatChf(deposit.paidIn)}`,
      'rental start': formatDay(terms.rentalStart),
      property: `${property.street} ${property.streetNumber}, ${property.zip} ${property.city}`,
      manager: manager.email,
      product: deposit.product,
      IBAN: deposit.iban,
      reference: deposit.paymentReference,
    }),
    '',
    table(['TENANT', 'E-MAIL', 'SIGNED'], signatures),
  ].join('\n');
}

function proof({
  deposits,
  historyEntries,
  maskedEntries,
  paymentsWithoutDeposit,
  totals,
  faults,
}: Verification): string {
  const chf = (amount: number): string => `CHF ${formatChf(rappen(amount)).padStart(20)}`;
  return [
    fields({
      deposits,
      'history entries': historyEntries,
      'masked entries': maskedEntries,
      'payments without a deposit': paymentsWithoutDeposit,
      'paid in': chf(totals.paidIn),
      held: chf(totals.held),
      'paid out': chf(totals.paidOut),
      'paid back': chf(totals.paidBack),
    }),
    '',
    faults.length === 0
      ? 'All books balance, and no history was changed.'
      : table(
          ['DEPOSIT', 'FAULT'],
          faults.map(({ depositId, fault }) => [depositId, fault]),
        ),
  ].join('\n');
}

export const depositCommands: readonly Command[] = [list, show, history, verifyAll];
