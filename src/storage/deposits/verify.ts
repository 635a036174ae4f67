import type { Balances, Books } from '../../domain/ledger.ts';
import { ACCOUNTS } from '../../domain/ledger.ts';
import type { State } from '../../domain/deposit.ts';
import type { Product } from '../../domain/product.ts';
import { saltedHash } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { linkHash, type Link } from './history.ts';
import { isAtHome } from '../cells/at-home.ts';

/** Where a page of deposits ended: the next one starts after it. */
export type VerifyCursor = { organizationId: string; id: string };

export const START: VerifyCursor = { organizationId: NIL_ID, id: NIL_ID };

export type BooksOf = VerifyCursor & { books: Books };

type BooksRow = {
  organization_id: string;
  id: string;
  state: State | null;
  product: Product | null;
  rental_deposit_rappen: number | null;
  paid_in_rappen: number | null;
  interest_rappen: number | null;
  charges_rappen: number | null;
  withholding_tax_rappen: number | null;
  surplus: number;
  released: number;
  has_reversal: boolean;
  payments: number;
  flows: { from_account: keyof Balances; to_account: keyof Balances; amount: number }[] | null;
  orders: { payee: keyof Books['orders']; open: number; completed: number }[] | null;
};

/** The sums behind each deposit, a page at a time, in one statement: all of one moment. */
export async function readBooks(sql: Sql, after: VerifyCursor, most: number): Promise<BooksOf[]> {
  const { rows } = await sql.query<BooksRow>(
    `select d.organization_id, d.id, d.state, d.product, d.rental_deposit_rappen, d.paid_in_rappen,
            d.interest_rappen, d.charges_rappen, d.withholding_tax_rappen,
            (select coalesce(sum(c.released_rappen), 0)::bigint from changes c
             where c.organization_id = d.organization_id and c.deposit_id = d.id) as released,
            ${sumsOf('d.organization_id', 'd.id', 'deposit_id')}
     from deposits d where (d.organization_id, d.id) > ($1, $2) and ${isAtHome('d.organization_id')}
     order by d.organization_id, d.id limit $3`,
    [after.organizationId, after.id, most],
  );
  return rows.map(booksFrom);
}

/** The same for payments that belong to no deposit: each has books of its own. */
export async function readUnknownBooks(sql: Sql, after: VerifyCursor, most: number): Promise<BooksOf[]> {
  const { rows } = await sql.query<BooksRow>(
    `select p.organization_id, p.id, null as state, null as product, null as rental_deposit_rappen,
            null as paid_in_rappen, null as interest_rappen, null as charges_rappen, null as withholding_tax_rappen,
            0::bigint as released,
            ${sumsOf('p.organization_id', 'p.id', 'id')}
     from payments p where p.organization_id = $1 and p.id > $2 and p.deposit_id is null
     order by p.id limit $3`,
    [after.organizationId, after.id, most],
  );
  return rows.map(booksFrom);
}

function sumsOf(organization: string, id: string, key: 'deposit_id' | 'id'): string {
  const orderKey = key === 'id' ? 'payment_id' : key;
  return `
    (select coalesce(sum(amount_rappen) filter (where reversed_at is null), 0)::bigint from payments x
     where x.organization_id = ${organization} and x.${key} = ${id}) as payments,
    (select coalesce(sum(surplus_rappen), 0)::bigint from payments x
     where x.organization_id = ${organization} and x.${key} = ${id}) as surplus,
    exists (select from payments x where x.organization_id = ${organization} and x.${key} = ${id}
            and x.reversed_at is not null) as has_reversal,
    (select json_agg(f) from (
       select from_account, to_account, sum(amount_rappen) as amount from ledger l
       where l.organization_id = ${organization} and l.deposit_id = ${id} group by 1, 2) f) as flows,
    (select json_agg(o) from (
       select payee, coalesce(sum(amount_rappen) filter (where completed_at is null), 0) as open,
              coalesce(sum(amount_rappen) filter (where completed_at is not null), 0) as completed
       from orders o where o.organization_id = ${organization} and o.${orderKey} = ${id} and o.cancelled_at is null
       group by payee) o) as orders`;
}

function booksFrom(row: BooksRow): BooksOf {
  const balances = Object.fromEntries(ACCOUNTS.map((account) => [account, 0])) as Balances;
  for (const { from_account: from, to_account: to, amount } of row.flows ?? []) {
    balances[from] -= amount;
    balances[to] += amount;
  }
  const nothing = { open: 0, completed: 0 };
  const orders: Books['orders'] = { payer: nothing, tenant: nothing, landlord: nothing, deposit: nothing };
  for (const { payee, open, completed } of row.orders ?? []) orders[payee] = { open, completed };
  const deposit =
    row.state === null
      ? null
      : {
          state: row.state,
          rentalDeposit: row.rental_deposit_rappen ?? 0,
          paidIn: row.paid_in_rappen ?? 0,
          surplus: row.surplus,
          released: row.released,
          interest: row.interest_rappen ?? 0,
          charges: row.charges_rappen ?? 0,
          withholdingTax: row.withholding_tax_rappen ?? 0,
          hasReversal: row.has_reversal,
          isInsured: row.product === 'insurance',
        };
  return {
    organizationId: row.organization_id,
    id: row.id,
    books: { balances, payments: row.payments, orders, deposit },
  };
}

type ChainReport = VerifyCursor & { entries: number; masked: number; fault: string | null };

type EntryRow = {
  sequence: number;
  at: string;
  actor: string;
  event: string;
  detail: string;
  hash: string;
  personal_hash: string | null;
  salt: string | null;
  content: string | null;
  /** Whether there is a row for what is personal, masked or not. */
  is_kept: boolean;
};

type ChainRow = {
  organization_id: string;
  id: string;
  history_count: number;
  history_hash: Buffer;
  entries: EntryRow[] | null;
};

/** Walks the chain of each deposit's history from its first entry to the head that the deposit keeps. */
export async function checkChains(sql: Sql, after: VerifyCursor, most: number): Promise<ChainReport[]> {
  const { rows } = await sql.query<ChainRow>(
    `select d.organization_id, d.id, d.history_count, d.history_hash,
       (select json_agg(json_build_object('sequence', h.sequence, 'at', h.at, 'actor', h.actor, 'event', h.event,
                  'detail', h.detail::text, 'hash', encode(h.hash, 'hex'),
                  'personal_hash', encode(h.personal_hash, 'hex'), 'salt', encode(p.salt, 'hex'),
                  'content', p.content::text, 'is_kept', p.sequence is not null) order by h.sequence)
        from history h left join history_personal p using (organization_id, deposit_id, sequence)
        where h.organization_id = d.organization_id and h.deposit_id = d.id) as entries
     from deposits d where (d.organization_id, d.id) > ($1, $2) and ${isAtHome('d.organization_id')}
     order by d.organization_id, d.id limit $3`,
    [after.organizationId, after.id, most],
  );
  return rows.map((row) => {
    const entries = row.entries ?? [];
    return {
      organizationId: row.organization_id,
      id: row.id,
      entries: entries.length,
      masked: entries.filter((entry) => entry.personal_hash !== null && entry.content === null).length,
      fault: faultOfChain(row, entries),
    };
  });
}

function faultOfChain(row: ChainRow, entries: readonly EntryRow[]): string | null {
  let previous: Buffer | null = null;
  for (const [index, entry] of entries.entries()) {
    if (entry.sequence !== index + 1) return `history: entry ${index + 1} is missing`;
    const hash: Buffer = linkHash(previous, linkFrom(row.id, entry));
    if (hash.toString('hex') !== entry.hash) return `history: entry ${entry.sequence} was changed`;
    if (entry.is_kept !== (entry.personal_hash !== null)) {
      return `history: what entry ${entry.sequence} says of a person is missing`;
    }
    if (isPersonalChanged(entry)) return `history: what entry ${entry.sequence} says of a person was changed`;
    previous = hash;
  }
  const isWhole = row.history_count === entries.length && previous?.equals(row.history_hash) === true;
  return isWhole ? null : 'history: its last entries are missing or were changed';
}

function isPersonalChanged({ personal_hash: hash, salt, content }: EntryRow): boolean {
  if (salt === null || content === null) return false;
  return hash === null || saltedHash(Buffer.from(salt, 'hex'), content).toString('hex') !== hash;
}

function linkFrom(depositId: string, entry: EntryRow): Link {
  return {
    depositId,
    sequence: entry.sequence,
    at: new Date(entry.at),
    actor: entry.actor,
    event: entry.event,
    detail: entry.detail,
    personalHash: entry.personal_hash === null ? null : Buffer.from(entry.personal_hash, 'hex'),
  };
}
