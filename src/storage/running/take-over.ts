import { partsOfBalance, startKey } from '../../domain/running/take-over.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Day } from '../../domain/values/calendar.ts';
import { plainAmount, rappen } from '../../domain/values/money.ts';
import type { Sql } from '../database/database.ts';

/** The id of the statement with which the reconciliation of an account starts. */
const START = 'start';

type Taken = { deposit: Deposit; historyCount: number };

/** What is stored of taken-over deposits beside themselves, in the transaction that inserts them. */
export async function saveTakenOver(
  sql: Sql,
  importId: string,
  taken: readonly Taken[],
  { isTest }: { isTest: boolean },
): Promise<void> {
  await sql.query(
    `insert into running_deposits (organization_id, deposit_id, import_id, history_count)
     select o, d, $1, n from unnest($2::uuid[], $3::uuid[], $4::integer[]) as r (o, d, n)`,
    [
      importId,
      taken.map(({ deposit }) => deposit.organizationId),
      taken.map(({ deposit }) => deposit.id),
      taken.map(({ historyCount }) => historyCount),
    ],
  );
  await saveStarts(
    sql,
    importId,
    taken.map(({ deposit }) => startOf(deposit)).filter((start) => start !== null),
    {
      isTest,
    },
  );
}

type Start = {
  organization_id: string;
  deposit_id: string;
  iban: string;
  reference: string;
  payment_id: string;
  balance: number;
  booked_on: Day;
  entries: { key: string; kind: string; why: string; direction: 'credit' | 'debit'; amount: number; text: string }[];
};

function startOf({ organizationId, id, iban, paymentReference, payments, terms, takenOver }: Deposit): Start | null {
  const [payment] = payments;
  const balance = takenOver?.balance ?? null;
  const bookedOn = takenOver?.balanceOn ?? null;
  if (iban === null || payment === undefined || balance === null || bookedOn === null) return null;
  const { interest, charges } = partsOfBalance(balance, terms.rentalDeposit);
  const entry = (
    part: 'balance' | 'interest' | 'charge',
    kind: string,
    direction: 'credit' | 'debit',
    amount: number,
  ) =>
    amount === 0
      ? []
      : [{ key: startKey(id, part), kind, why: kind, direction, amount, text: plainAmount(rappen(amount)) }];
  return {
    organization_id: organizationId,
    deposit_id: id,
    iban,
    reference: paymentReference ?? '',
    payment_id: payment.id,
    balance,
    booked_on: bookedOn,
    entries: [
      ...entry('balance', 'payment', 'credit', terms.rentalDeposit),
      ...entry('interest', 'interest', 'credit', interest),
      ...entry('charge', 'charge', 'debit', charges),
    ],
  };
}

/**
 * Section 6: the reconciliation of an account starts with its balance. One entry stands for all that was booked before, and
 * one statement for all that were sent before.
 */
async function saveStarts(
  sql: Sql,
  importId: string,
  starts: readonly Start[],
  { isTest }: { isTest: boolean },
): Promise<void> {
  if (starts.length === 0) return;
  const values = [importId, JSON.stringify(starts)];
  const input = `json_to_recordset($2) as s (organization_id uuid, deposit_id uuid, iban text, reference text,
    payment_id uuid, balance bigint, booked_on date, entries json)`;
  await sql.query(
    `insert into bank_entries (organization_id, key, entry_key, file_id, at, account_iban, direction, amount_text,
       amount_rappen, currency, booked_on, value_on, reference, charges_rappen, level, kind, account_of, why, deposit_id,
       payment_id)
     select s.organization_id, e.key, e.key, $1, service_now(), s.iban, e.direction, e.text, e.amount, 'CHF', s.booked_on,
       s.booked_on, case e.kind when 'payment' then s.reference end, 0, 'entry', e.kind, s.deposit_id, e.why, s.deposit_id,
       case e.kind when 'payment' then s.payment_id end
     from ${input}, json_to_recordset(s.entries) as e (key text, kind text, why text, direction text, amount bigint, text text)`,
    values,
  );
  await sql.query(
    `insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, to_on, closing_rappen, entries_rappen)
     select s.iban, '${START}', $1, service_now(), 'CHF', s.booked_on, s.balance, 0 from ${input}
     on conflict (account_iban, statement_id, to_on) do update
       set file_id = excluded.file_id, closing_rappen = excluded.closing_rappen`,
    values,
  );
  if (isTest) await saveSimulated(sql, starts);
}

/** The simulated bank has the account, too: its next statement starts with the balance. */
async function saveSimulated(sql: Sql, starts: readonly Start[]): Promise<void> {
  await sql.query(
    `insert into simulated_bank (account_iban, sequence, at, bank_reference, amount_rappen)
     select s.iban, coalesce((select max(b.sequence) from simulated_bank b where b.account_iban = s.iban), 0) + n.n,
            service_now(), case n.n when 1 then '${START}-' || s.deposit_id end, s.balance
     from json_to_recordset($1) as s (deposit_id uuid, iban text, balance bigint), (values (1), (2)) as n (n)`,
    [JSON.stringify(starts)],
  );
}
