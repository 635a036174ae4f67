import { doOrAsk } from '../../actions/approvals/ask.ts';
import { recordChange, together } from '../../actions/audit.ts';
import { freeAccount } from '../../actions/deposit-account.ts';
import type { Services } from '../../actions/services.ts';
import { bankInWords } from '../../actions/bank/bank-in-words.ts';
import { isBankRight, verifyBank } from '../../actions/bank/verify-bank.ts';
import { verify, type Verification } from '../../actions/verify.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { formatChf, formatSigned } from '../../domain/values/money.ts';
import { clean } from '../../domain/payload/fields.ts';
import { depositView } from '../../operator/deposit-view.ts';
import { accountInput } from '../../operator/inputs.ts';
import { tryMove } from '../../operator/move.ts';
import { readOnly } from '../../storage/database/database.ts';
import {
  findDeposit,
  listDeposits,
  listDepositsOfContract,
  type StoredDeposit,
} from '../../storage/deposits/deposits.ts';
import { findNearDuplicates } from '../../storage/deposit-list/near-duplicates.ts';
import { isId } from '../../storage/database/ids.ts';
import { requireSchema } from '../../storage/database/schema-version.ts';
import { listOrganizations } from '../../storage/set-up/organizations.ts';
import { command, refuseCommand, type Command } from '../command.ts';
import { depositChangeCommands } from '../deposits/changes.ts';
import { organizationByName } from '../find.ts';
import { fields, table } from '../output.ts';
import { checkedInput } from '../typed-input.ts';
import { recordAsked, waitsInWords } from '../waiting.ts';

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
  run: async ({ output, services }, { words: [typed = ''] }) => {
    const all = await services();
    const organization = await organizationByName(all, typed);
    const deposits = await listDeposits(all.database, organization.id, MOST_LISTED);
    const duplicates = await findNearDuplicates(all.database, deposits);
    for (const deposit of deposits) output.object(depositView(deposit, all, duplicates.get(deposit.id) ?? []));
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
  run: async ({ output, services }, { words: [typed = ''], options: { org } }) => {
    const all = await services();
    const deposits = await findDeposits(all, typed, org);
    const duplicates = await findNearDuplicates(all.database, deposits);
    for (const deposit of deposits) {
      output.show(depositView(deposit, all, duplicates.get(deposit.id) ?? []), () => `${inWords(deposit)}\n`);
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
  usage: '[--bank]',
  about:
    'Reads all deposits and changes nothing. The service may be running. Compares the books with the entries and ' +
    'balances of the bank, too. Exit code 1 when something is wrong.',
  words: [0, 0],
  examples: ['depono deposit verify', 'depono deposit verify --bank', 'depono deposit verify --json'],
  options: { bank: { type: 'flag', about: 'exit code 1 also for a difference with the bank' } },
  run: async ({ output, settings, withConnection }, { options }) => {
    const { operatorIban } = settings().money;
    const { books, bank } = await withConnection((connection) =>
      readOnly(connection, async (sql) => {
        await requireSchema(sql);
        return { books: await verify(sql), bank: await verifyBank(sql, { operatorIban }) };
      }),
    );
    const isRight = books.faults.length === 0;
    output.show({ ok: isRight, ...books, bank: { ok: isBankRight(bank), ...bank } }, () =>
      [proof(books), '', ...bankInWords(bank)].join('\n'),
    );
    return isRight && (!options.bank || isBankRight(bank)) ? 0 : 1;
  },
});

const account = command({
  name: 'deposit account',
  role: 'clerk',
  summary: 'Record the account that the bank opened, or correct a wrong one',
  usage: 'DEPOSIT IBAN [--qr-iban QR-IBAN] [--reason REASON]',
  about:
    'DEPOSIT is the id of a deposit. With --reason the account of a deposit that has one is corrected: the tenants get a\nnew payment slip, and money on the former account stays this deposit’s. After money has arrived, it waits for a\nsecond person with FOUR_EYES.',
  words: [2, 2],
  examples: ['depono deposit account 0198… CH9300762011623852957 --reason "two digits were swapped"'],
  options: {
    'qr-iban': { type: 'text', value: 'QR-IBAN', about: 'payments then carry a QR reference' },
    reason: { type: 'text', value: 'REASON', about: 'why the account is corrected; stored in the history' },
  },
  run: async ({ output, services, acting, author }, { words: [depositId = '', iban = ''], options }) => {
    const all = await services();
    const given = { iban, ...(options['qr-iban'] !== null && { qrIban: options['qr-iban'] }) };
    const { reason = null, ...read } = checkedInput(accountInput, {
      ...given,
      ...(options.reason !== null && { reason: options.reason }),
    });
    const opened = { iban: read.iban, qrIban: read.qrIban ?? null };
    const by = await acting();
    const who = await author();
    const approvalId = await together(all, async (inside) => {
      if (reason === null) {
        const refusal = await tryMove(inside, depositId, 'open_account', freeAccount(inside, opened));
        if (refusal !== null) throw refuseCommand(refusal.is === 'unknown_deposit' ? NO_DEPOSIT : refusal.message);
        await recordChange(inside, who, { verb: 'account', thing: 'deposit', about: { deposit: depositId } });
        return null;
      }
      const asked = await doOrAsk(inside, by, 'correct_account', { depositId, ...opened, reason });
      if (asked.approvalId !== null) await recordAsked(inside, who, { approvalId: asked.approvalId });
      else
        await recordChange(inside, who, { verb: 'correct', thing: 'deposit account', about: { deposit: depositId } });
      return asked.approvalId;
    });
    if (approvalId !== null) output.show({ approvalId }, () => waitsInWords(approvalId));
    else output.show({ depositId, ...opened }, () => 'The account is recorded.');
    return 0;
  },
});

const NO_DEPOSIT = 'There is no deposit with this id.';

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
  const chf = (amount: number): string => `CHF ${formatSigned(amount).padStart(20)}`;
  return [
    fields({
      deposits,
      'history entries': historyEntries,
      'masked entries': maskedEntries,
      'payments without a deposit': paymentsWithoutDeposit,
      'paid in': chf(totals.paidIn),
      interest: chf(totals.interest),
      held: chf(totals.held),
      'paid out': chf(totals.paidOut),
      'paid back': chf(totals.paidBack),
      charges: chf(totals.charges),
      'withholding tax': chf(totals.withholdingTax),
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

export const depositCommands: readonly Command[] = [list, show, history, account, ...depositChangeCommands, verifyAll];
