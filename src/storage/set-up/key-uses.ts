import { cellsWithout } from '../cells/cells-without.ts';
import type { Sql } from '../database/database.ts';

/** Collects which keys were used and stores them in one statement, so that a call does not wait for the database. */
export class KeyUses {
  readonly #sql: Sql;
  #used = new Set<string>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  note(keyId: string): void {
    this.#used.add(keyId);
  }

  async writeDown(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = [...this.#used].sort();
    this.#used = new Set();
    await this.#sql
      .query(
        `insert into key_uses (key_id, used_at) select key_id, service_now() from unnest($1::text[]) as key_id
         on conflict (key_id) do update set used_at = excluded.used_at`,
        [used],
      )
      .catch((error: unknown) => {
        for (const keyId of used) this.#used.add(keyId);
        throw error;
      });
  }
}

export type ListedKey = {
  id: string;
  createdAt: Date;
  revokedAt: Date | null;
  usedAt: Date | null;
  /** Cells that do not know of its last change yet. */
  notYetIn: readonly string[];
};

type Row = { id: string; created_at: Date; revoked_at: Date | null; used_at: Date | null; not_yet_in: string[] };

/** The keys of a partner, of a provider or of an organization's contract status, newest first. */
export async function listKeys(
  sql: Sql,
  owner: { partnerId: string } | { organizationId: string } | { providerId: string },
): Promise<ListedKey[]> {
  const [table, what, column, id] =
    'partnerId' in owner
      ? (['partner_keys', 'partner_key', 'partner_id', owner.partnerId] as const)
      : 'providerId' in owner
        ? (['provider_keys', 'provider_key', 'provider_id', owner.providerId] as const)
        : // Another cell has nothing to read with it.
          (['status_keys', null, 'organization_id', owner.organizationId] as const);
  const { rows } = await sql.query<Row>(
    `select k.id, k.created_at, k.revoked_at, u.used_at, ${cellsWithout('$2', 'k.id')} as not_yet_in
     from ${table} k left join key_uses u on u.key_id = k.id
     where k.${column} = $1 order by k.created_at desc, k.id`,
    [id, what],
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    usedAt: row.used_at,
    notYetIn: row.not_yet_in,
  }));
}
