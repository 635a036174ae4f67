import { REMOVED } from '../../domain/retention.ts';
import type { Sql } from '../database/database.ts';
import { listAgain } from '../deposit-list/catch-up.ts';
import type { Head } from '../deposits/history.ts';
import { isAtWork } from '../cells/at-home.ts';

/** A deposit with data that is due to be removed, and the head of its history. */
export type DueDeposit = { organizationId: string; id: string; head: Head };

const ALREADY_FREE = `details_removed_at is null and state in ('open', 'closing', 'closed', 'withdrawn')`;
const OVER = `personal_removed_at is null and state in ('closed', 'withdrawn')`;
/** A subquery that stays one, so that each deposit's orders are looked up by its key. */
const OWES_NOTHING = `(select count(*) from orders o where o.organization_id = d.organization_id and o.deposit_id = d.id
                       and o.completed_at is null) = 0`;

/** Money that came or went lately is a record of its own time, also where the deposit was closed long before. */
const NO_LATE_MONEY = `(select count(*) from payments p where p.organization_id = d.organization_id
                        and p.deposit_id = d.id and p.at > (select service_now()) - make_interval(years => $2)) = 0
  and (select count(*) from orders o where o.organization_id = d.organization_id
       and o.deposit_id = d.id and o.completed_at > (select service_now()) - make_interval(years => $2)) = 0`;
const WAITS = (booking: string): string => `${booking}.attention is not null and ${booking}.settled_at is null`;
/** An entry that waits for a person is found by the account, so the deposit keeps its account until then. */
const NOTHING_WAITS = `(select count(*) from bank_entries b where (b.account_of = d.id or b.deposit_id = d.id
                          or (b.organization_id = d.organization_id and b.account_iban = d.iban)) and ${WAITS('b')}) = 0`;

/** Locked until the transaction ends; what another process or a move holds is left to it. */
export async function lockDueDetails(sql: Sql, { days, most }: { days: number; most: number }): Promise<DueDeposit[]> {
  return lock(sql, `${ALREADY_FREE} and ${SINCE('days')}`, [most, days]);
}

export async function lockDueDeposits(
  sql: Sql,
  { years, most }: { years: number; most: number },
): Promise<DueDeposit[]> {
  return lock(sql, `${OVER} and ${SINCE('years')} and ${OWES_NOTHING} and ${NO_LATE_MONEY} and ${NOTHING_WAITS}`, [
    most,
    years,
  ]);
}

const SINCE = (unit: 'days' | 'years'): string =>
  `d.step_since <= (select service_now()) - make_interval(${unit} => $2)`;

async function lock(sql: Sql, isDue: string, values: readonly number[]): Promise<DueDeposit[]> {
  const { rows } = await sql.query<{
    organization_id: string;
    id: string;
    history_count: number;
    history_hash: Buffer;
  }>(
    `select organization_id, id, history_count, history_hash from deposits d where ${isDue} and ${isAtWork('d.organization_id')}
     order by step_since limit $1 for update skip locked`,
    [...values],
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    id: row.id,
    head: { count: row.history_count, hash: row.history_hash },
  }));
}

/** The deposits as a table of keys `k`. */
const KEYS = 'unnest($1::uuid[], $2::uuid[]) as k (organization_id, id)';
const keysOf = (due: readonly DueDeposit[]): [string[], string[]] => [
  due.map(({ organizationId }) => organizationId),
  due.map(({ id }) => id),
];

/** How many tenants of each deposit had them. Corrections that mention them are masked too, as whole entries. */
export async function removeDetails(sql: Sql, due: readonly DueDeposit[]): Promise<Map<string, number>> {
  const keys = keysOf(due);
  const { rows } = await sql.query<{ deposit_id: string }>(
    `update tenants t set details = (t.details::jsonb || '{"nationality": null, "civilStatus": null}')::json
     from ${KEYS}
     where t.organization_id = k.organization_id and t.deposit_id = k.id and t.type = 'natural'
     returning t.deposit_id`,
    keys,
  );
  await sql.query(
    `update history_personal p set salt = null, content = null
     from ${KEYS} join history h on h.organization_id = k.organization_id and h.deposit_id = k.id
     where p.organization_id = h.organization_id and p.deposit_id = h.deposit_id and p.sequence = h.sequence
       and h.event = 'corrected' and h.detail ->> 'fields' ~ '(Nationality|CivilStatus)' and p.content is not null`,
    keys,
  );
  await sql.query(
    `update changes c set subject = jsonb_set(c.subject::jsonb, '{tenant}', (c.subject -> 'tenant')::jsonb
       || '{"nationality": null, "civilStatus": null}')::json
     from ${KEYS} where c.organization_id = k.organization_id and c.deposit_id = k.id and c.subject -> 'tenant' is not null`,
    keys,
  );
  await sql.query(
    `update deposits d set details_removed_at = service_now()
     from ${KEYS} where d.organization_id = k.organization_id and d.id = k.id`,
    keys,
  );
  return countsOf(rows);
}

const OWN = (table: string): string => `${table}.organization_id = k.organization_id and ${table}.deposit_id = k.id`;
const ADDRESS = `'{"street": "${REMOVED}", "streetNumber": "-", "zip": "${REMOVED}", "city": "${REMOVED}"}'::jsonb`;

/** An account of two deposits: its bookings stay for the one that is kept longer. */
const NOBODY_ELSES = `(select count(*) from deposits other where other.organization_id = d.organization_id
  and other.iban = d.iban and other.personal_removed_at is null
  and other.id <> all ($2::uuid[])) = 0`;

/** What an entry says about the other side. */
const NO_PARTY = `reference = null, end_to_end_id = null, bank_reference = null, entry_reference = null,
  detail_reference = null, counterparty_iban = null, counterparty_name = null, content = null, resolution = null`;

/** The personal data of each table. The order matters: bank entries are found by the account of the deposit. */
/** Members of a provider's answer. */
const OF_PEOPLE = `'iban', 'qrIban', 'policyNumber', 'reason', 'certificate'`;

const CLAIM = `'{"by": {"name": "${REMOVED}", "email": "${REMOVED}"}, "name": "${REMOVED}", "reason": null}'::jsonb`;

const REMOVALS = [
  ...['bank_statements', 'simulated_bank'].map(
    (
      table,
    ) => `delete from ${table} s using ${KEYS} join deposits d on d.organization_id = k.organization_id and d.id = k.id
     where s.account_iban in (d.iban, d.qr_iban) and ${NOBODY_ELSES}`,
  ),
  `update bank_entries b set account_iban = '${REMOVED}', ${NO_PARTY}
   from ${KEYS} join deposits d on d.organization_id = k.organization_id and d.id = k.id
   where b.organization_id = d.organization_id and b.account_iban = d.iban
     and not (${WAITS('b')}) and ${NOBODY_ELSES}`,
  `update bank_entries b set account_iban = '${REMOVED}', ${NO_PARTY}
   from ${KEYS} where (b.account_of = k.id or b.deposit_id = k.id) and not (${WAITS('b')})`,
  `delete from former_accounts f using ${KEYS} where ${OWN('f')}`,
  `update deposits d set
     details_removed_at = coalesce(d.details_removed_at, service_now()), personal_removed_at = service_now(),
     iban = null, qr_iban = null, payment_reference = null, assistant = null,
     policy = (d.policy::jsonb || '{"policyNumber": null}')::json,
     property = (d.property::jsonb || '{"street": "${REMOVED}", "streetNumber": "-"}')::json,
     owner = (d.owner::jsonb || ${ADDRESS} || '{"name": "${REMOVED}"}')::json,
     adjustments = (select coalesce(json_agg(json_build_object('field', a ->> 'field', 'rule', a ->> 'rule',
                                                               'from', null, 'to', null)), '[]')
                    from json_array_elements(d.adjustments) a),
     manager_signature = case when d.manager_signature ->> 'by' is null
       then (d.manager_signature::jsonb || '{"from": null, "proof": null}')::json
       else (d.manager_signature::jsonb || '{"from": null, "proof": null, "by": {"name": "${REMOVED}", "email": "${REMOVED}"}}')::json end,
     refusal = (d.refusal::jsonb || '{"reason": "${REMOVED}"}')::json,
     register_check = (d.register_check::jsonb || '{"differences": []}')::json,
     hold = null,
     closing_word = null, payout_account = null, payout_account_request = null,
     legal_claim = (d.legal_claim::jsonb || '{"evidence": "${REMOVED}"}')::json,
     closing = (d.closing::jsonb || jsonb_build_object('tenantIban', null, 'tenantHolderName', null, 'tenantBic', null,
       'tenantAddress', null,
       'end', case when d.closing ->> 'end' is null then null
                   else (d.closing -> 'end')::jsonb || '{"reason": null}' end,
       'claim', case when d.closing ->> 'claim' is null then null
                     else (d.closing -> 'claim')::jsonb || ${CLAIM} end,
       'proposals', (select jsonb_agg(p || '{"reason": null}') from jsonb_array_elements(d.closing::jsonb -> 'proposals') p),
       'release', case when d.closing ->> 'release' is null then null
                       else (d.closing -> 'release')::jsonb || '{"evidence": null}' end))::json
   from ${KEYS} where d.organization_id = k.organization_id and d.id = k.id`,
  `update history_personal p set salt = null, content = null from ${KEYS} where ${OWN('p')} and p.content is not null`,
  `update documents x set content = null, object = null
   from ${KEYS} where ${OWN('x')} and (x.content is not null or x.object is not null)`,
  `update payments p set payer_iban = null, payer_name = null, payer_address = null, account_iban = null,
     bank_reference = null, reference = '${REMOVED}' from ${KEYS} where ${OWN('p')}`,
  `update orders o set iban = '${REMOVED}', rejection = null, return_reason = null, holder_name = null, bic = null,
     address = null, from_iban = null, changed_by = null, released_by = null, release_reason = null,
     resolution = null from ${KEYS} where ${OWN('o')}`,
  // Also those told to partners of organizations that it has gone from.
  ...['k', 'm'].map(
    (home) => `update events e set status = (e.status::jsonb || '{"iban": null}')::json
     from ${KEYS} ${home === 'm' ? 'join moved_contracts m on m.deposit_id = k.id' : ''}
     where e.organization_id = ${home}.organization_id and e.deposit_id = k.id`,
  ),
  `update delivery_attempts a set answer = '' from ${KEYS} join deliveries d on d.deposit_id = k.id
   where a.organization_id = d.organization_id and a.delivery_id = d.id`,
  `update changes c set subject = case c.kind when 'amount' then c.subject when 'product' then c.subject else '{}' end,
     started_by = '{"name": "${REMOVED}", "email": "${REMOVED}"}', signers = '[]', signatures = '[]',
     manager_signature = null from ${KEYS} where ${OWN('c')}`,
  `update applications a set person = null, reference = null, answered_by = null, events = '[]',
     answer = (select json_object_agg(x.key, case when x.key = any (array[${OF_PEOPLE}]) and x.value::text <> 'null'
                                             then to_json('${REMOVED}'::text) else x.value end)
               from json_each(a.answer) x)
   from ${KEYS} where ${OWN('a')}`,
  `update delivery_attempts a set answer = '' from ${KEYS} join provider_deliveries d on d.deposit_id = k.id
   where a.organization_id = d.organization_id and a.delivery_id = d.id`,
  `update claim_proofs c set content = null, name = '${REMOVED}' from ${KEYS} where ${OWN('c')}`,
  `delete from bounces b using ${KEYS} where ${OWN('b')}`,
  `delete from deposit_notes n using ${KEYS} where ${OWN('n')}`,
  `update deposit_files f set content = null, name = '${REMOVED}', author = '{"name": "${REMOVED}", "email": "${REMOVED}"}'
   from ${KEYS} where ${OWN('f')}`,
  `delete from tenant_links l using ${KEYS} where ${OWN('l')}`,
  `delete from email_links l using ${KEYS} where ${OWN('l')}`,
  `delete from email_changes c using ${KEYS} where ${OWN('c')}`,
  `delete from qualified_signatures q using ${KEYS} where ${OWN('q')}`,
] as const;

/** How many tenants each deposit had. Ids, amounts, states, times and hashes stay. */
export async function removePeople(sql: Sql, due: readonly DueDeposit[]): Promise<Map<string, number>> {
  const keys = keysOf(due);
  const { rows } = await sql.query<{ deposit_id: string }>(
    `update tenants t set first_name = '${REMOVED}', last_name = '${REMOVED}', email = '${REMOVED}',
       phone_number = '${REMOVED}', address = (t.address::jsonb || ${ADDRESS})::json, signed_from = null,
       signed_proof = null,
       details = (case t.type
         when 'natural' then t.details::jsonb || '{"birthDate": null, "nationality": null, "civilStatus": null}'
         else jsonb_set(t.details::jsonb, '{company}', (t.details -> 'company')::jsonb ||
           '{"name": "${REMOVED}", "domicile": "${REMOVED}", "zefixUid": null}') end)::json
     from ${KEYS} where ${OWN('t')}
     returning t.deposit_id`,
    keys,
  );
  for (const removal of REMOVALS) await sql.query(removal, keys);
  await listAgain(
    sql,
    due.map(({ id }) => id),
  );
  return countsOf(rows);
}

/** The head of each history after the removal was recorded in it. */
export async function setHead(sql: Sql, { organizationId, id }: DueDeposit, head: Head): Promise<void> {
  await sql.query('update deposits set history_count = $3, history_hash = $4 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    head.count,
    head.hash,
  ]);
}

function countsOf(rows: readonly { deposit_id: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { deposit_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
