import type { PostalAddress } from '../../domain/values/postal-address.ts';
import { isNamedIn } from '../../domain/values/contact.ts';
import type { AuditEntry } from '../audit-log.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import type { VerifyCursor } from '../deposits/verify.ts';

/** The callbacks sent to a partner about a deposit, and its answers. */
type ReportedStatus = {
  at: Date;
  /** The kind of the document, or the state that was entered. */
  document: string;
  status: Record<string, unknown>;
  delivery: string | null;
  answers: readonly { at: string; status: number | null; answer: string }[];
};

export async function listTold(sql: Sql, { organizationId, id }: VerifyCursor): Promise<ReportedStatus[]> {
  const { rows } = await sql.query<Omit<ReportedStatus, 'answers'> & { answers: ReportedStatus['answers'] | null }>(
    `select e.at, coalesce(d.kind, e.change ->> 'to') as document, e.status, y.state as delivery,
            (select json_agg(json_build_object('at', a.at, 'status', a.status, 'answer', a.answer) order by a.number)
             from delivery_attempts a where a.organization_id = y.organization_id and a.delivery_id = y.id) as answers
     from events e
     left join documents d on d.id = e.document_id
     left join deliveries y on y.deposit_id = e.deposit_id and y.organization_id = e.organization_id
       and y.event_number = e.number
     where e.organization_id = any (array(
         select $1::uuid union all select m.organization_id from moved_contracts m where m.deposit_id = $2))
       and e.deposit_id = $2 order by e.sequence`,
    [organizationId, id],
  );
  return rows.map((row) => ({ ...row, answers: row.answers ?? [] }));
}

/** When the status of a contract was asked for, and what was said. */
type StatusRead = { at: Date; lastAt: Date; times: number; answered: string | null };

export async function listStatusReads(
  sql: Sql,
  { organizationId, externalContractId }: { organizationId: string; externalContractId: string },
): Promise<StatusRead[]> {
  const { rows } = await sql.query<StatusRead>(
    `select at, last_at as "lastAt", times, answered from call_reads
     where external_contract_id = $2 and organization_id = $1 order by id`,
    [organizationId, externalContractId],
  );
  return rows;
}

/** A booking of the bank's, with the other side as the bank reports it. */
export type BookedEntry = {
  on: string | null;
  direction: string;
  amount: string;
  reference: string | null;
  payerName: string | null;
  payerIban: string | null;
  payerAddress: PostalAddress | null;
  text: string | null;
};

/** Address and text are stored only of entries that a person has to check, or has checked. */
const BOOKED = `select booked_on as on, direction, currency || ' ' || amount_text as amount, reference,
  counterparty_name as "payerName", counterparty_iban as "payerIban",
  content -> 'counterpartyAddress' as "payerAddress", content ->> 'text' as text from bank_entries`;

export async function listBookings(sql: Sql, organizationId: string, iban: string): Promise<BookedEntry[]> {
  const { rows } = await sql.query<BookedEntry>(
    `${BOOKED} where (organization_id = $1 and account_iban = $2)
        or account_of in (select id from deposits where organization_id = $1 and iban = $2)
        or deposit_id in (select id from deposits where organization_id = $1 and iban = $2)
     order by at, key`,
    [organizationId, iban],
  );
  return rows;
}

/** Bookings from one of these accounts that are no payment and concern none of these deposits. */
export async function listStrayBookings(
  sql: Sql,
  { ibans, depositIds }: { ibans: readonly string[]; depositIds: readonly string[] },
): Promise<BookedEntry[]> {
  const { rows } = await sql.query<BookedEntry>(
    `${BOOKED} where counterparty_iban = any ($1) and payment_id is null
       and (account_of is null or account_of <> all ($2::uuid[]))
       and (deposit_id is null or deposit_id <> all ($2::uuid[]))
     order by at, key`,
    [ibans, depositIds],
  );
  return rows;
}

/** Until when a tenant's personal links are good; of a link only a hash is kept. */
export async function listLinkEnds(sql: Sql, { organizationId, id }: VerifyCursor, position: number): Promise<Date[]> {
  const { rows } = await sql.query<{ expires_at: Date }>(
    `select expires_at from tenant_links where organization_id = $1 and deposit_id = $2 and position = $3
     order by expires_at`,
    [organizationId, id, position],
  );
  return rows.map(({ expires_at: expiresAt }) => expiresAt);
}

/** Money that came without a deposit, from one of these accounts. */
type StrayPayment = { at: Date; amountRappen: number; payerName: string | null; payerIban: string | null };

export async function listStrayPayments(sql: Sql, ibans: readonly string[]): Promise<StrayPayment[]> {
  const { rows } = await sql.query<StrayPayment>(
    `select at, amount_rappen as "amountRappen", payer_name as "payerName", payer_iban as "payerIban" from payments
     where deposit_id is null and (payer_iban is not null or payer_name is not null) and payer_iban = any ($1)
     order by at, id`,
    [ibans],
  );
  return rows;
}

/** An entry of the audit log that a person made, or that is about them. */
export type AuditMention = Pick<AuditEntry, 'at' | 'verb' | 'thing' | 'origin' | 'changes'> & {
  isAuthor: boolean;
  /** It is about their own membership. */
  isOwn: boolean;
};

const ENTRIES_AT_ONCE = 5_000;
const ENTRIES = (table: 'audit_log' | 'audit_intentions'): string =>
  `select id, at, actor, verb, thing, origin, about, changes from ${table}`;

/**
 * The whole log is looked through: names and addresses stand in it as they were set up, and no index knows them. Whoever
 * was a member once is followed by the id that the address had then.
 */
export async function listAuditMentions(
  sql: Sql,
  { emailKey, memberIds }: { emailKey: string; memberIds: readonly string[] },
): Promise<AuditMention[]> {
  const found: AuditMention[] = [];
  const own = new Set(memberIds);
  let after = { at: new Date(0), id: NIL_ID };
  for (;;) {
    const { rows } = await sql.query<
      Omit<AuditMention, 'isOwn'> & { id: string; member: string | null; isFound: boolean }
    >(
      `select id, at, verb, thing, origin, changes, about ->> 'member' as member, lower(actor) = $3 as "isAuthor",
              strpos(lower(changes::text), $3) > 0 as "isFound"
       from (${ENTRIES('audit_log')} union all ${ENTRIES('audit_intentions')}) a
       where (at, id) > ($1, $2) order by at, id limit $4`,
      [after.at, after.id, emailKey, ENTRIES_AT_ONCE],
    );
    for (const { id: _, member, isFound, ...entry } of rows) {
      const isNamed = isFound && isNamedIn(JSON.stringify(entry.changes), emailKey);
      if (isNamed && member !== null && entry.thing === 'member') own.add(member);
      const isOwn = member !== null && own.has(member);
      if (entry.isAuthor || isOwn || isNamed) found.push({ ...entry, isOwn });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ENTRIES_AT_ONCE) return found;
    after = { at: last.at, id: last.id };
  }
}
