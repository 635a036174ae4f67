import type { State, Step } from '../../domain/deposit.ts';
import type { Sql } from '../database/database.ts';

/** Connected to an organization without any other partner. */
const isAlone = (partner: string, organization: string): string => `
  (select bool_and(c.partner_id = ${partner}) from connections c where c.organization_id = ${organization})`;

/**
 * Whether a deposit `d` is one of a partner: it has opened it, or the deposit came to an organization where no other
 * partner is connected. As in the list of changed deposits.
 */
const isOwn = (partner: string): string => `
  case when d.taken_over is not null or exists (select from moved_contracts m where m.deposit_id = d.id)
       then ${isAlone(partner, 'd.organization_id')}
       else exists (select from connections c where c.id = d.connection_id and c.partner_id = ${partner}) end`;

export async function isOwnDeposit(
  sql: Sql,
  { partnerId, depositId }: { partnerId: string; depositId: string },
): Promise<boolean> {
  const { rowCount } = await sql.query(`select from deposits d where d.id = $2 and ${isOwn('$1')}`, [
    partnerId,
    depositId,
  ]);
  return rowCount === 1;
}

/**
 * A part of a statement: whether a mail `e` tells of a deposit of a partner, or of no deposit in an organization where
 * no other partner is connected. Which calls the mails about refused ones tell of, `ownRefusedCalls` says.
 */
export const concernsPartner = (partner: string): string => `
  case when e.deposit_id is not null then exists (select from deposits d where d.id = e.deposit_id and ${isOwn(partner)})
       when e.mail_kind = 'import_error'
       then exists (select from connections c where c.organization_id = e.organization_id and c.partner_id = ${partner})
       else ${isAlone(partner, 'e.organization_id')} end`;

/** Those of these refused calls that a partner has made. */
export async function ownRefusedCalls(
  sql: Sql,
  partnerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ id: string }>(
    `select r.id from connections c
     join refused_calls r on r.organization_id = c.organization_id and r.connection_id = c.id
     where c.partner_id = $1 and r.id = any($2::uuid[])`,
    [partnerId, [...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A deposit in a list of its partner. */
export type PartnerDeposit = {
  id: string;
  externalContractId: string;
  organization: string;
  state: State;
  step: Step | null;
  createdAt: Date;
};

/** Newest first, from before an id on. `contract`: with this contract id alone. */
export async function listOwnDeposits(
  sql: Sql,
  partnerId: string,
  { contract, before, most }: { contract: string | null; before: string | null; most: number },
): Promise<PartnerDeposit[]> {
  const { rows } = await sql.query<PartnerDeposit>(
    `select d.id, d.external_contract_id as "externalContractId", o.name as organization, d.state, d.step,
            d.created_at as "createdAt"
     from deposits d join organizations o on o.id = d.organization_id
     where d.organization_id in (select organization_id from connections where partner_id = $1)
       and ($2::text is null or d.external_contract_id = $2) and ($3::uuid is null or d.id < $3) and ${isOwn('$1')}
     order by d.id desc limit $4`,
    [partnerId, contract, before, most],
  );
  return rows;
}
