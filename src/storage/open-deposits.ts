import type { Move, NewDeposit } from '../domain/lifecycle.ts';
import type { Tenant } from '../domain/tenant.ts';
import { sha256, type Vault } from '../vault/vault.ts';
import type { Sql } from './database.ts';
import { EFFECT_COLUMNS, sealEffect } from './sealed-effects.ts';

export type OpeningMove = Move<{ deposit: NewDeposit }>;

/**
 * Deposits with their tenants, history and effects, in one statement. A contract id that is taken inserts nothing,
 * decided by the unique index; the others are not touched by that.
 */
const INSERT = `
  with input as materialized (
    select * from json_to_recordset($1) as (
      organization_id uuid, id uuid, external_contract_id text, connection_id uuid, integration text, state text,
      step text, created_at timestamptz, property jsonb, rental_start date, rental_deposit_rappen bigint,
      tenant_language text, investment_allowed boolean, owner jsonb, manager_organization_id uuid, manager_id uuid,
      assistant jsonb, signature_rule text, product text, adjustments jsonb, tenants json, history json, effects json)
  ), staff as materialized (
    -- Held until the commit, so that nobody leaves while being given a deposit.
    select m.organization_id, m.id from members m
    where (m.organization_id, m.id) in (select manager_organization_id, manager_id from input)
    for key share
  ), assigned as materialized (
    select input.*, staff.id is not null as has_manager from input
    left join staff on staff.organization_id = manager_organization_id and staff.id = manager_id
  ), opened as (
    insert into deposits (
      organization_id, id, external_contract_id, connection_id, integration, state, step, created_at, property,
      rental_start, rental_deposit_rappen, tenant_language, investment_allowed, owner, manager_organization_id,
      manager_id, assistant, signature_rule, product, adjustments)
    select organization_id, id, external_contract_id, connection_id, integration, state, step, created_at, property,
      rental_start, rental_deposit_rappen, tenant_language, investment_allowed, owner, manager_organization_id,
      manager_id, assistant, signature_rule, product, adjustments
    from assigned where has_manager
    on conflict (organization_id, external_contract_id) where state <> 'withdrawn' do nothing
    returning id
  ), kept as materialized (
    select input.* from opened join input using (id)
  ), with_tenants as (
    insert into tenants (organization_id, deposit_id, position, type, first_name, last_name, email, phone_number,
                         address, details, link_hash, link_expires_at)
    select kept.organization_id, kept.id, t.position, t.type, t.first_name, t.last_name, t.email, t.phone_number,
           t.address, t.details, decode(t.link_hash, 'base64'), t.link_expires_at
    from kept cross join json_to_recordset(kept.tenants) as t (
      position smallint, type text, first_name text, last_name text, email text, phone_number text,
      address jsonb, details jsonb, link_hash text, link_expires_at timestamptz)
  ), with_history as (
    insert into history (organization_id, deposit_id, sequence, at, actor, event, detail)
    select kept.organization_id, kept.id, h.sequence, h.at, h.actor, h.event, h.detail
    from kept cross join json_to_recordset(kept.history) as h (
      sequence integer, at timestamptz, actor text, event text, detail jsonb)
  ), with_effects as (
    insert into effects (organization_id, deposit_id, created_at, id, kind, mail_kind, recipient_hash, content, due_at)
    select kept.organization_id, kept.id, kept.created_at, e.id, e.kind, e.mail_kind,
           decode(e.recipient_hash, 'base64'), decode(e.content, 'base64'), e.due_at
    from kept cross join json_to_recordset(kept.effects) as e (${EFFECT_COLUMNS})
  )
  select assigned.id, assigned.has_manager, opened.id is not null as is_opened
  from assigned left join opened on opened.id = assigned.id`;

/** `manager_gone`: the person left after the call had been decided; it must be decided again. */
export type Insertion = 'opened' | 'taken' | 'manager_gone';

/** What became of each move. Sorted by key, so that two batches never wait for each other. */
export async function insertDeposits(sql: Sql, vault: Vault, moves: readonly OpeningMove[]): Promise<Insertion[]> {
  const input = moves.map((move) => rowOf(vault, move)).sort(byKey);
  const { rows } = await sql.query<{ id: string; has_manager: boolean; is_opened: boolean }>({
    name: 'insert-deposits',
    text: INSERT,
    values: [JSON.stringify(input)],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return moves.map((move): Insertion => {
    const row = found.get(move.deposit.id);
    if (row === undefined) throw new Error('each deposit of a batch is answered');
    if (row.is_opened) return 'opened';
    return row.has_manager ? 'taken' : 'manager_gone';
  });
}

/** Whether this very deposit is there: asked when the answer to its insert was lost. */
export async function isStored(sql: Sql, { organizationId, id }: NewDeposit): Promise<boolean> {
  const { rows } = await sql.query('select from deposits where organization_id = $1 and id = $2', [organizationId, id]);
  return rows.length === 1;
}

function rowOf(vault: Vault, { deposit, history, links, effects }: OpeningMove) {
  const { terms, adjustments } = deposit;
  return {
    organization_id: deposit.organizationId,
    id: deposit.id,
    external_contract_id: terms.externalContractId,
    connection_id: deposit.connectionId,
    integration: deposit.integration,
    state: deposit.state,
    step: deposit.step,
    created_at: deposit.createdAt,
    property: terms.property,
    rental_start: terms.rentalStart,
    rental_deposit_rappen: terms.rentalDeposit,
    tenant_language: terms.tenantLanguage,
    investment_allowed: terms.investmentAllowed,
    owner: terms.owner,
    manager_organization_id: deposit.manager.organizationId,
    manager_id: deposit.manager.id,
    assistant: terms.assistant,
    signature_rule: terms.signatureRule,
    product: deposit.product,
    adjustments,
    tenants: terms.tenants.map((tenant, place) => {
      const link = links.find(({ position }) => position === place + 1);
      return {
        position: place + 1,
        ...tenantColumns(tenant),
        link_hash: link === undefined ? null : sha256(link.token).toString('base64'),
        link_expires_at: link?.expiresAt ?? null,
      };
    }),
    history: history.map((entry, place) => ({ sequence: place + 1, ...entry })),
    effects: effects.map((effect) => sealEffect(vault, effect)),
  };
}

function tenantColumns(tenant: Tenant) {
  const { type, firstName, lastName, email, phoneNumber, address, ...details } = tenant;
  return { type, first_name: firstName, last_name: lastName, email, phone_number: phoneNumber, address, details };
}

type Keyed = { organization_id: string; external_contract_id: string };

function byKey(one: Keyed, other: Keyed): number {
  return (
    compare(one.organization_id, other.organization_id) || compare(one.external_contract_id, other.external_contract_id)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
