import type { Logo } from '../../domain/brand/brand.ts';
import type { Sql } from '../database/database.ts';

/** The owner of the operator's logos. */
export const OPERATOR_LOGOS = '00000000-0000-0000-0000-000000000000';

/** A logo that is there already stays as it is. */
export async function insertLogo(
  sql: Sql,
  organizationId: string,
  { sha256, type, width, height }: Logo,
  content: Buffer,
): Promise<void> {
  await sql.query(
    `insert into logos (organization_id, sha256, type, width, height, content) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [organizationId, sha256, type, width, height, content],
  );
}

/** Of whoever added it: documents and mails keep it when a deposit goes to another organization. */
async function findLogo(sql: Sql, sha256: string): Promise<Buffer | null> {
  const { rows } = await sql.query<{ content: Buffer }>({
    name: 'find-logo',
    text: 'select content from logos where sha256 = $1 limit 1',
    values: [sha256],
  });
  return rows[0]?.content ?? null;
}

/** A logo never changes under its checksum, so the last ones that were used stay in memory. */
const MOST_KEPT = 100;

export class LogoCache {
  readonly #sql: Sql;
  readonly #known = new Map<string, Buffer>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async read(logo: Pick<Logo, 'sha256'> | null | undefined): Promise<Buffer | null> {
    if (logo === null || logo === undefined) return null;
    const { sha256 } = logo;
    const content = this.#known.get(sha256) ?? (await findLogo(this.#sql, sha256));
    if (content === null) return null;
    this.#known.delete(sha256);
    this.#known.set(sha256, content);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      this.#known.delete(oldest);
    }
    return content;
  }
}
