import type { Actor } from '../../domain/lifecycle/move.ts';
import type { Member } from '../../domain/organization.ts';
import { serviceNow } from '../database/clock.ts';
import { columnNames, recordColumns, recordValues } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { listAgain } from '../deposit-list/catch-up.ts';
import { chain, ENTRY_COLUMNS } from '../deposits/history.ts';

type Row = {
  organization_id: string;
  id: string;
  history_count: number;
  history_hash: Buffer;
  heir_organization_id: string;
  heir_id: string;
};

/** Hands over a member's deposits: to `to`, or else to the default manager of each deposit's organization. */
export async function reassignDeposits(
  sql: Sql,
  { from, to, actor }: { from: Member; to: Member | null; actor: Actor },
): Promise<void> {
  const { rows } = await sql.query<Row>(
    `select d.organization_id, d.id, d.history_count, d.history_hash,
            coalesce($3, d.organization_id) as heir_organization_id, coalesce($4, o.default_manager_id) as heir_id
     from deposits d join organizations o on o.id = d.organization_id
     where d.manager_organization_id = $1 and d.manager_id = $2
     order by d.id for update of d`,
    [from.organizationId, from.id, to?.organizationId ?? null, to?.id ?? null],
  );
  if (rows.length === 0) return;
  const at = await serviceNow(sql);
  const changes = rows.map((row) => {
    const detail = { memberBefore: from.id, member: row.heir_id };
    const { rows: entries, head } = chain(row.id, { count: row.history_count, hash: row.history_hash }, [
      { at, actor, event: 'manager_changed', detail },
    ]);
    const { organization_id, id: deposit_id, heir_organization_id, heir_id } = row;
    const key = { organization_id, deposit_id, heir_organization_id, heir_id };
    return { ...key, ...entries[0], history_count: head.count };
  });
  await sql.query(
    `with changes as materialized (
       select * from json_to_recordset($1) as (organization_id uuid, deposit_id uuid, heir_organization_id uuid,
         heir_id uuid, history_count integer, ${recordColumns(ENTRY_COLUMNS)})
     ), noted as (
       insert into history (organization_id, deposit_id, ${columnNames(ENTRY_COLUMNS)})
       select organization_id, deposit_id, ${recordValues(ENTRY_COLUMNS)} from changes
     )
     update deposits d
     set manager_organization_id = c.heir_organization_id, manager_id = c.heir_id,
         history_count = c.history_count, history_hash = decode(c.hash, 'base64')
     from changes c where d.organization_id = c.organization_id and d.id = c.deposit_id`,
    [JSON.stringify(changes)],
  );
  await listAgain(
    sql,
    rows.map(({ id }) => id),
  );
}
