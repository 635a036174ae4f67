import type { Client } from 'pg';

/**
 * The id of a mail that is not due yet, locked in a transaction of this client like by a worker. If a worker of the
 * service was faster, another mail is tried, which is due later.
 */
export async function holdMail(client: Client, organizationId: string): Promise<string> {
  for (let delayMs = 300; ; delayMs *= 2) {
    const { rows } = await client.query<{ id: string }>(
      `insert into effects (organization_id, id, kind, due_at, created_at)
       values ($1, gen_random_uuid(), 'mail', service_now() + $2 * interval '1 ms', service_now()) returning id`,
      [organizationId, delayMs],
    );
    const id = rows[0]?.id ?? '';
    await client.query('begin');
    const held = await client.query<{ state: string }>('select state from effects where id = $1 for update', [id]);
    if (held.rows[0]?.state === 'waiting') return id;
    await client.query('rollback');
  }
}
