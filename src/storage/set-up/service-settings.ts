import { NO_IMPRINT, operatorBrand, type Brand, type Imprint, type ShownBrand } from '../../domain/brand/brand.ts';
import type { Sql } from '../database/database.ts';

/** What the operator has set for the whole service. */
export type ServiceSettings = { brand: Partial<Brand>; imprint: Imprint };

export async function readServiceSettings(sql: Sql): Promise<ServiceSettings> {
  const { rows } = await sql.query<{ brand: Partial<Brand>; imprint: Partial<Imprint> }>(
    'select brand, imprint from service_settings',
  );
  const { brand = {}, imprint = {} } = rows[0] ?? {};
  return { brand, imprint: { ...NO_IMPRINT, ...imprint } };
}

/** Until the end of the transaction nobody else changes them. */
export async function lockServiceSettings(sql: Sql): Promise<void> {
  await sql.query('select from service_settings for update');
}

export async function updateServiceSettings(sql: Sql, { brand, imprint }: ServiceSettings): Promise<void> {
  await sql.query('update service_settings set brand = $1, imprint = $2', [
    JSON.stringify(brand),
    JSON.stringify(imprint),
  ]);
}

/** What pages show that belong to no organization. */
type ServiceLook = { brand: ShownBrand; imprint: Imprint };

/** Changes of another process, or of the command line, are seen after this time. */
const STALE_MS = 3_000;

/** The look of public pages, kept in memory: a page without a deposit or a session needs no query for it. */
export class ServiceLookCache {
  readonly #sql: Sql;
  #look: ServiceLook = { brand: operatorBrand({}), imprint: NO_IMPRINT };
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #isExpired = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Shows at once what is known, and reads again in the background what is old. */
  current(): ServiceLook {
    const isOld = performance.now() - this.#readAt > STALE_MS;
    // If the database does not answer, the look stays as it was.
    if (isOld && !this.#isReading) void this.refresh().catch(() => undefined);
    return this.#look;
  }

  /** After a change: whoever comes next waits until it is read. */
  expire(): void {
    this.#isExpired = true;
  }

  async fresh(): Promise<void> {
    if (this.#isExpired) await this.refresh();
  }

  async refresh(): Promise<void> {
    this.#isExpired = false;
    this.#isReading = true;
    try {
      const { brand, imprint } = await readServiceSettings(this.#sql);
      this.#look = { brand: operatorBrand(brand), imprint };
    } finally {
      this.#readAt = performance.now();
      this.#isReading = false;
    }
  }
}
