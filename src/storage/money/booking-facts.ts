import type { AccountOwner, BookingKind, KnownBooking, OrderFacts, StatementEntry } from '../../domain/booking.ts';
import type { Order } from '../../domain/ledger.ts';
import type { Day } from '../../domain/values/calendar.ts';
import type { PostalAddress } from '../../domain/values/postal-address.ts';
import { mainOwnAccountSql, ownAccounts } from '../providers/banks.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { TOTAL } from './bank-entries.ts';
import { orderFrom, OWNED_ORDER, type OrderRow } from './booked-money.ts';
import { isAtHome } from '../cells/at-home.ts';

/** Facts about many entries, each kind in one statement. */

/** The accounts that no deposit has: one transaction at a time books on them. */
export async function lockOtherAccounts(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [OTHER_ACCOUNTS_LOCK]);
}

const OTHER_ACCOUNTS_LOCK = 714_055_333;

type Location = { organizationId: string; depositId: string };

type OwnerRow = { written: string; iban: string; organization_id: string; id: string; starts_after: Day | null };

const OWNER = 'd.organization_id, d.id, d.state, d.taken_over';
const IS_OF_FORMER = 'd.organization_id = f.organization_id and d.id = f.deposit_id';

/**
 * Whose accounts these are, by IBAN or QR-IBAN. An account that several deposits have had belongs to the living one,
 * else to the newest.
 */
export async function accountOwners(
  sql: Sql,
  ibans: readonly string[],
  operatorIban: string | null,
): Promise<Map<string, AccountOwner>> {
  const { rows } = await sql.query<OwnerRow>({
    name: 'account-owners',
    text: `
      select distinct on (written) written, iban, organization_id, id,
             (taken_over ->> 'balanceOn')::date as starts_after
      from (
        select d.iban as written, d.iban, ${OWNER} from deposits d where d.iban = any($1)
        union all
        select d.qr_iban, d.iban, ${OWNER} from deposits d where d.qr_iban = any($1)
        union all
        select f.iban, f.iban, ${OWNER} from former_accounts f join deposits d on ${IS_OF_FORMER} where f.iban = any($1)
        union all
        select f.qr_iban, f.iban, ${OWNER} from former_accounts f join deposits d on ${IS_OF_FORMER} where f.qr_iban = any($1)
      ) owners
      where ${isAtHome('organization_id')}
      order by written, (state in ('closed', 'withdrawn')), id desc`,
    values: [[...new Set(ibans)]],
  });
  const owners = new Map<string, AccountOwner>(
    rows.map(({ written, iban, organization_id: organizationId, id, starts_after: startsAfter }) => [
      written,
      { is: 'deposit', iban, deposit: { organizationId, depositId: id }, startsAfter },
    ]),
  );
  for (const iban of await ownAccounts(sql, ibans, operatorIban)) owners.set(iban, { is: 'own', iban });
  return owners;
}

/** Which of these keys are stored, as entries or as the entries of stored transactions. Totals do not count. */
export async function knownKeys(sql: Sql, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ key: string }>({
    name: 'known-keys',
    text: `
      select key from bank_entries where key = any($1)
      union all
      select entry_key from bank_entries where entry_key = any($1) and not starts_with(key, '${TOTAL}')`,
    values: [keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Entries whose total a person has booked: their transactions are known. */
export async function bookedTotals(sql: Sql, entryKeys: readonly string[]): Promise<Set<string>> {
  if (entryKeys.length === 0) return new Set();
  const { rows } = await sql.query<{ entry_key: string }>({
    name: 'booked-totals',
    text: 'select entry_key from bank_entries where key = any($1) and is_booked',
    values: [[...new Set(entryKeys)].map((key) => `${TOTAL}${key}`)],
  });
  return new Set(rows.map(({ entry_key: key }) => key));
}

type AlikeRow = {
  account_of: string;
  account_iban: string;
  amount_rappen: number;
  direction: StatementEntry['direction'];
  key: string;
  level: StatementEntry['level'];
  booked_on: Day | null;
  reference: string | null;
  end_to_end_id: string | null;
  counterparty_iban: string | null;
  counterparty_name: string | null;
  entry_reference: string | null;
  detail_reference: string | null;
  kind: BookingKind;
};

type Sought = { accountOf: string; amount: number };

/** A deposit's accounts count as one; the operator's own accounts are told apart. */
export function alikeKey({
  accountOf,
  accountIban,
  direction,
  amount,
}: Sought & Pick<StatementEntry, 'accountIban' | 'direction'>): string {
  return `${accountOf === NIL_ID ? accountIban : accountOf} ${direction} ${amount}`;
}

/** Stored bookings of these accounts with these amounts, from other files; by `alikeKey`. */
export async function alikeBookings(
  sql: Sql,
  sought: readonly Sought[],
  fileId: string,
): Promise<Map<string, KnownBooking[]>> {
  const { rows } = await sql.query<AlikeRow>({
    name: 'alike-bookings',
    text: `
      select e.account_of, e.account_iban, e.amount_rappen, e.direction, e.key, e.level, e.booked_on, e.reference, e.end_to_end_id,
             e.counterparty_iban, e.counterparty_name, e.entry_reference, e.detail_reference, e.kind
      from (select distinct * from unnest($1::uuid[], $2::bigint[])) as s (account_of, amount)
      join bank_entries e on e.account_of = s.account_of and e.amount_rappen = s.amount
      where e.file_id <> $3 and (e.is_booked or not starts_with(e.key, '${TOTAL}'))
        and (e.attention is null or e.settled_at is null or e.is_booked)`,
    values: [sought.map(({ accountOf }) => accountOf), sought.map(({ amount }) => amount), fileId],
  });
  return Map.groupBy(
    rows.map((row) => ({
      ...knownFrom(row),
      accountOf: row.account_of,
      accountIban: row.account_iban,
      direction: row.direction,
      amount: row.amount_rappen,
    })),
    alikeKey,
  );
}

function knownFrom(row: AlikeRow): KnownBooking {
  return {
    key: row.key,
    level: row.level,
    bookedOn: row.booked_on,
    reference: row.reference,
    endToEndId: row.end_to_end_id,
    counterpartyIban: row.counterparty_iban,
    counterpartyName: row.counterparty_name,
    entryReference: row.entry_reference,
    detailReference: row.detail_reference,
    kind: row.kind,
  };
}

/** The deposits that these references name. */
export async function depositsByReference(sql: Sql, references: readonly string[]): Promise<Map<string, Location>> {
  const { rows } = await sql.query<{ payment_reference: string; organization_id: string; id: string }>({
    name: 'deposits-by-reference',
    text: 'select payment_reference, organization_id, id from deposits where payment_reference = any($1)',
    values: [references],
  });
  return new Map(
    rows.map(({ payment_reference: reference, organization_id: organizationId, id: depositId }) => [
      reference,
      { organizationId, depositId },
    ]),
  );
}

/** An order with what decides its bookings. */
export type BookedOrder = Omit<OrderFacts, 'namedAttempt'> & {
  order: Order;
  /** Who paid the money of a transfer. */
  payer: { iban: string | null; name: string | null; address: PostalAddress | null };
};

type BookedOrderRow = OrderRow & {
  organization_id: string;
  deposit_id: string | null;
  deposit_iban: string | null;
  own_iban: string | null;
  transfer_organization_id: string | null;
  transfer_deposit_id: string | null;
  payer_iban: string | null;
  payer_name: string | null;
  payer_address: PostalAddress | null;
};

/** The account that a transfer goes to: its deposit. It may have been withdrawn or closed since: then it pays back. */
const TRANSFER_TO = `
  left join lateral (
    select x.organization_id, x.id from (
      select d.organization_id, d.id, d.state, 0 as rank from deposits d where d.iban = o.iban
      union all
      select d.organization_id, d.id, d.state, 1 from former_accounts f
      join deposits d on d.organization_id = f.organization_id and d.id = f.deposit_id where f.iban = o.iban) x
    where o.kind = 'transfer'
    order by (x.state in ('closed', 'withdrawn')), x.rank, x.id desc limit 1) t on true`;

/** The deposits that these orders are of, or bring money to. */
export async function depositsOfOrders(sql: Sql, ids: readonly string[]): Promise<Location[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql.query<{ organization_id: string; id: string }>({
    name: 'deposits-of-orders',
    text: `select d.organization_id, d.id from orders o
     join deposits d on d.organization_id = o.organization_id and d.id = o.deposit_id where o.id = any($1)
     union
     select t.organization_id, t.id from orders o ${TRANSFER_TO} where o.id = any($1) and t.id is not null`,
    values: [ids],
  });
  return rows.map(({ organization_id: organizationId, id: depositId }) => ({ organizationId, depositId }));
}

/** Locks them: a payment file must not take one meanwhile. */
export async function lockBookedOrders(
  sql: Sql,
  ids: readonly string[],
  operatorIban: string | null,
): Promise<Map<string, BookedOrder>> {
  if (ids.length === 0) return new Map();
  await sql.query({
    name: 'lock-booked-orders',
    text: 'select from orders where id = any($1) order by organization_id, id for update',
    values: [ids],
  });
  const { rows } = await sql.query<BookedOrderRow>({
    name: 'booked-orders',
    text: `select ${columnNames(OWNED_ORDER, 'o')}, d.iban as deposit_iban, ${mainOwnAccountSql('$2')} as own_iban, t.organization_id as transfer_organization_id, t.id as transfer_deposit_id,
            p.payer_iban, p.payer_name, p.payer_address
     from orders o
     left join deposits d on d.organization_id = o.organization_id and d.id = o.deposit_id
     ${TRANSFER_TO}
     left join payments p on p.organization_id = o.organization_id and p.id = o.payment_id
     where o.id = any($1)`,
    values: [ids, operatorIban],
  });
  return new Map(rows.map((row) => [row.id, bookedOrderFrom(row)]));
}

function bookedOrderFrom(row: BookedOrderRow): BookedOrder {
  const order = orderFrom(row);
  const location = (organizationId: string | null, depositId: string | null): Location | null =>
    organizationId === null || depositId === null || organizationId === NIL_ID ? null : { organizationId, depositId };
  return {
    id: order.id,
    kind: order.kind,
    amount: order.amount,
    completedAt: order.completedAt,
    cancelledAt: order.cancelledAt,
    attempt: order.attempt,
    deposit: location(row.organization_id, row.deposit_id),
    from: order.fromIban ?? row.deposit_iban ?? row.own_iban,
    transferTo: location(row.transfer_organization_id, row.transfer_deposit_id),
    payer: { iban: row.payer_iban, name: row.payer_name, address: row.payer_address },
    order,
  };
}
