import type { Day } from '../domain/calendar.ts';
import type { Adjustment, Assistant, DepositTerms, Owner, Product, Property, State, Step } from '../domain/deposit.ts';
import type { Integration } from '../domain/integration.ts';
import type { Language } from '../domain/language.ts';
import type { HistoryEntry, TenantLink } from '../domain/lifecycle.ts';
import { rappen, type Rappen } from '../domain/money.ts';
import type { Member } from '../domain/organization.ts';
import type { SignatureRule, Tenant } from '../domain/tenant.ts';
import { sha256 } from '../vault/vault.ts';
import type { Sql } from './database.ts';
import { memberFrom, type MemberRow } from './members.ts';

/** A deposit with all that is known of it. */
export type StoredDeposit = {
  organizationId: string;
  id: string;
  integration: Integration;
  state: State;
  step: Step | null;
  createdAt: Date;
  terms: DepositTerms;
  signedAt: readonly (Date | null)[];
  adjustments: readonly Adjustment[];
  manager: Member;
  product: Product | null;
  iban: string | null;
  paymentReference: string | null;
  paidOutAt: Date | null;
  paidOutTenant: Rappen | null;
  paidOutLandlord: Rappen | null;
  history: readonly { at: string; actor: string; event: string; detail: HistoryEntry['detail'] }[];
};

type TenantRow = {
  type: Tenant['type'];
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  address: object;
  details: object;
  signed_at: string | null;
};

type Row = {
  organization_id: string;
  id: string;
  external_contract_id: string;
  integration: Integration;
  state: State;
  step: Step | null;
  created_at: Date;
  property: Property;
  rental_start: Day;
  rental_deposit_rappen: number;
  tenant_language: Language;
  investment_allowed: boolean;
  owner: Owner;
  assistant: Assistant | null;
  signature_rule: SignatureRule;
  product: Product | null;
  iban: string | null;
  payment_reference: string | null;
  paid_out_at: Date | null;
  paid_out_tenant_rappen: number | null;
  paid_out_landlord_rappen: number | null;
  adjustments: Adjustment[];
  manager: MemberRow;
  tenants: TenantRow[];
  history: StoredDeposit['history'];
};

const SELECT = `
  select d.*, to_json(m) as manager,
         (select json_agg(t order by t.position) from tenants t
          where t.organization_id = d.organization_id and t.deposit_id = d.id) as tenants,
         (select json_agg(json_build_object('at', h.at, 'actor', h.actor, 'event', h.event, 'detail', h.detail)
                          order by h.sequence) from history h
          where h.organization_id = d.organization_id and h.deposit_id = d.id) as history
  from deposits d
  left join members m on m.organization_id = d.manager_organization_id and m.id = d.manager_id`;

export async function findDeposit(sql: Sql, id: string): Promise<StoredDeposit | null> {
  const { rows } = await sql.query<Row>(`${SELECT} where d.id = $1`, [id]);
  return rows[0] === undefined ? null : depositFrom(rows[0]);
}

/** The newest of an organization, newest first: ids grow with time. */
export async function listDeposits(sql: Sql, organizationId: string, most: number): Promise<StoredDeposit[]> {
  const { rows } = await sql.query<Row>(`${SELECT} where d.organization_id = $1 order by d.id desc limit $2`, [
    organizationId,
    most,
  ]);
  return rows.map(depositFrom);
}

/** All of one contract, newest first. Each half has its index. */
export async function listDepositsOfContract(
  sql: Sql,
  { organizationId, externalContractId }: { organizationId: string; externalContractId: string },
): Promise<StoredDeposit[]> {
  const half = (state: string): string =>
    `select id from deposits where organization_id = $1 and external_contract_id = $2 and state ${state} 'withdrawn'`;
  const { rows } = await sql.query<Row>(
    `${SELECT} where d.organization_id = $1 and d.id in (${half('<>')} union all ${half('=')})
     order by d.created_at desc, d.id desc`,
    [organizationId, externalContractId],
  );
  return rows.map(depositFrom);
}

/** Locks the deposit for a move; null when it is not there. */
export async function lockDeposit(sql: Sql, organizationId: string, id: string): Promise<StoredDeposit | null> {
  const { rows } = await sql.query<Row>(`${SELECT} where d.organization_id = $1 and d.id = $2 for update of d`, [
    organizationId,
    id,
  ]);
  return rows[0] === undefined ? null : depositFrom(rows[0]);
}

type Deposit = Pick<StoredDeposit, 'organizationId' | 'id'>;

export async function setStep(sql: Sql, deposit: Deposit, step: Step): Promise<void> {
  await sql.query('update deposits set step = $3 where organization_id = $1 and id = $2', [
    deposit.organizationId,
    deposit.id,
    step,
  ]);
}

export async function setLinks(sql: Sql, deposit: Deposit, links: readonly TenantLink[]): Promise<void> {
  for (const { position, token, expiresAt } of links) {
    await sql.query(
      `update tenants set link_hash = $4, link_expires_at = $5
       where organization_id = $1 and deposit_id = $2 and position = $3`,
      [deposit.organizationId, deposit.id, position, sha256(token), expiresAt],
    );
  }
}

export async function addHistory(sql: Sql, deposit: Deposit, entries: readonly HistoryEntry[]): Promise<void> {
  for (const { at, actor, event, detail } of entries) {
    await sql.query(
      `insert into history (organization_id, deposit_id, sequence, at, actor, event, detail)
       select $1, $2, coalesce(max(sequence), 0) + 1, $3, $4, $5, $6 from history
       where organization_id = $1 and deposit_id = $2`,
      [deposit.organizationId, deposit.id, at, actor, event, JSON.stringify(detail)],
    );
  }
}

/** Whom a personal link belongs to: the deposit and the tenant's position in it. */
export async function findByLink(
  sql: Sql,
  { organizationId, token }: { organizationId: string; token: string },
): Promise<{ depositId: string; position: number; expiresAt: Date } | null> {
  const { rows } = await sql.query<{ deposit_id: string; position: number; link_expires_at: Date }>(
    'select deposit_id, position, link_expires_at from tenants where organization_id = $1 and link_hash = $2',
    [organizationId, sha256(token)],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { depositId: row.deposit_id, position: row.position, expiresAt: row.link_expires_at };
}

function depositFrom(row: Row): StoredDeposit {
  return {
    organizationId: row.organization_id,
    id: row.id,
    integration: row.integration,
    state: row.state,
    step: row.step,
    createdAt: row.created_at,
    terms: {
      externalContractId: row.external_contract_id,
      property: row.property,
      rentalStart: row.rental_start,
      rentalDeposit: rappen(row.rental_deposit_rappen),
      tenantLanguage: row.tenant_language,
      investmentAllowed: row.investment_allowed,
      owner: row.owner,
      assistant: row.assistant,
      tenants: row.tenants.map(tenantFrom) as [Tenant, ...Tenant[]],
      signatureRule: row.signature_rule,
    },
    signedAt: row.tenants.map((tenant) => (tenant.signed_at === null ? null : new Date(tenant.signed_at))),
    adjustments: row.adjustments,
    manager: memberFrom(row.manager),
    product: row.product,
    iban: row.iban,
    paymentReference: row.payment_reference,
    paidOutAt: row.paid_out_at,
    paidOutTenant: row.paid_out_tenant_rappen === null ? null : rappen(row.paid_out_tenant_rappen),
    paidOutLandlord: row.paid_out_landlord_rappen === null ? null : rappen(row.paid_out_landlord_rappen),
    history: row.history,
  };
}

function tenantFrom(row: TenantRow): Tenant {
  return {
    type: row.type,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    address: row.address,
    ...row.details,
  } as Tenant;
}
