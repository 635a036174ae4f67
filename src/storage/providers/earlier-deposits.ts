import type { ProviderKind } from '../../domain/provider.ts';
import type { Sql } from '../database/database.ts';

const PRODUCT = { bank: 'bank_deposit', insurer: 'insurance' } as const;
const ASKED = { bank: 'account_opening', insurer: 'cover' } as const;
const STEP = { bank: 'awaiting_account', insurer: 'awaiting_cover' } as const;

/** Whether there are deposits from before there were providers. */
export async function hasEarlierDeposits(sql: Sql, kind: ProviderKind): Promise<boolean> {
  const { rows } = await sql.query('select from deposits where provider_code is null and product = $1 limit 1', [
    PRODUCT[kind],
  ]);
  return rows.length > 0;
}

/** Deposits that wait for an account or cover: the provider is asked, as if they had been signed now. */
export async function askForEarlier(
  sql: Sql,
  { kind, providerId, newId }: { kind: ProviderKind; providerId: string; newId: () => string },
): Promise<void> {
  const { rows } = await sql.query<{ organization_id: string; id: string }>(
    `select organization_id, id from deposits d
     where d.state = 'opening' and d.step = $1 and d.product = $2
       and not exists (select from applications a where a.organization_id = d.organization_id and a.deposit_id = d.id)
     order by d.step_since, d.id`,
    [STEP[kind], PRODUCT[kind]],
  );
  await sql.query(
    `insert into applications (organization_id, id, deposit_id, provider_id, kind, state, created_at)
     select o, i, d, $4, $5, 'open', service_now() from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as x (o, i, d)`,
    [
      rows.map((row) => row.organization_id),
      rows.map(() => newId()),
      rows.map((row) => row.id),
      providerId,
      ASKED[kind],
    ],
  );
}
