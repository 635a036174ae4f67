import type { Deposit } from '../../domain/deposit.ts';
import type { Effect } from '../../domain/effect.ts';
import type { Move } from '../../domain/lifecycle/move.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { saveInList } from '../deposit-list/row.ts';
import { addEffects } from '../effects/effects.ts';
import { addHistory, chain, type Head } from './history.ts';
import { addPostings, saveOrders, savePayments } from '../money/money.ts';
import { addLinks } from './tenant-links.ts';
import { TENANT_COLUMNS, TENANT_NAMES, tenantInput } from './tenants.ts';

/** Everything a move has changed, in the transaction that holds the deposit locked. */
export async function storeMove(
  sql: Sql,
  vault: Vault,
  { before, head, move, more }: { before: Deposit; head: Head; move: Move; more: readonly Effect[] },
  now: Date,
): Promise<void> {
  const { deposit } = move;
  const { organizationId, id: depositId } = deposit;
  const owner = { organizationId, depositId };
  const chained = chain(depositId, head, move.history);
  await updateDeposit(sql, deposit, chained.head);
  if (deposit.terms.tenants !== before.terms.tenants) await saveTenants(sql, deposit);
  await whenAny(changedOf(before.signatures, deposit.signatures), () => saveSignatures(sql, deposit));
  await whenAny(changedOf(before.payments, deposit.payments), (changed) => savePayments(sql, owner, changed));
  await whenAny(changedOf(before.orders, deposit.orders), (changed) => saveOrders(sql, owner, changed));
  await whenAny(move.postings, (all) => addPostings(sql, { organizationId, account: depositId }, all));
  await whenAny(chained.rows, (all) => addHistory(sql, deposit, all));
  await whenAny(move.links, (all) => addLinks(sql, deposit, all));
  await whenAny([...move.effects, ...more], (all) => addEffects(sql, vault, { ...owner, now }, all));
  await saveInList(sql, [deposit]);
}

async function whenAny<T>(things: readonly T[], save: (things: readonly T[]) => Promise<void>): Promise<void> {
  if (things.length > 0) await save(things);
}

/** What is new or has been replaced: a move leaves the rest as it got it. */
function changedOf<T>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter((thing, place) => thing !== before[place]);
}

async function updateDeposit(sql: Sql, deposit: Deposit, head: Head): Promise<void> {
  const { terms } = deposit;
  await sql.query(
    `update deposits set
       state = $3, step = $4, step_since = $5, reminders = $6, sent_at = $7, round = $8,
       rental_start = $9, rental_deposit_rappen = $10, investment_allowed = $11, adjustments = $12,
       product = $13, iban = $14, qr_iban = $15, payment_reference = $16, paid_in_rappen = $17,
       refusal = $18, closing = $19, legal_claim = $20,
       paid_out_at = $21, paid_out_tenant_rappen = $22, paid_out_landlord_rappen = $23,
       history_count = $24, history_hash = $25, manager_signature = $26, register_check = $27,
       property = $28, owner = $29, assistant = $30, tenant_language = $31, signature_rule = $32,
       manager_organization_id = $33, manager_id = $34
     where organization_id = $1 and id = $2`,
    [
      ...[deposit.organizationId, deposit.id],
      ...[deposit.state, deposit.step, deposit.stepSince, deposit.reminders, deposit.sentAt, deposit.round],
      ...[terms.rentalStart, terms.rentalDeposit, terms.investmentAllowed, JSON.stringify(deposit.adjustments)],
      ...[deposit.product, deposit.iban, deposit.qrIban, deposit.paymentReference, deposit.paidIn],
      ...[jsonOrNull(deposit.refusal), jsonOrNull(deposit.closing), jsonOrNull(deposit.legalClaim)],
      ...[deposit.paidOutAt, deposit.paidOutTenant, deposit.paidOutLandlord],
      ...[head.count, head.hash],
      ...[jsonOrNull(deposit.managerSignature), jsonOrNull(deposit.registerCheck)],
      ...[JSON.stringify(terms.property), JSON.stringify(terms.owner), jsonOrNull(terms.assistant)],
      ...[terms.tenantLanguage, terms.signatureRule, deposit.manager.organizationId, deposit.manager.id],
    ],
  );
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** A correction may change any of them, and how many there are. */
async function saveTenants(sql: Sql, { organizationId, id, terms }: Deposit): Promise<void> {
  await sql.query('delete from tenants where organization_id = $1 and deposit_id = $2', [organizationId, id]);
  await sql.query(
    `insert into tenants (organization_id, deposit_id, ${TENANT_NAMES})
     select $1, $2, ${TENANT_NAMES} from json_to_recordset($3) as t (${TENANT_COLUMNS})`,
    [organizationId, id, JSON.stringify(terms.tenants.map(tenantInput))],
  );
}

async function saveSignatures(sql: Sql, { organizationId, id, signatures }: Deposit): Promise<void> {
  await sql.query(
    `update tenants t set signed_at = s.at, signed_from = s."from", signed_proof = s.proof
     from unnest($3::timestamptz[], $4::text[], $5::json[]) with ordinality as s (at, "from", proof, position)
     where t.organization_id = $1 and t.deposit_id = $2 and t.position = s.position`,
    [
      ...[organizationId, id, signatures.map((one) => one?.at ?? null), signatures.map((one) => one?.from ?? null)],
      signatures.map((one) => jsonOrNull(one?.proof ?? null)),
    ],
  );
}
