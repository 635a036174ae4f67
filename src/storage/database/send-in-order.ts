import { setImmediate as turn } from 'node:timers/promises';
import type { Sql } from './database.ts';

/** Prepares statements and sends them. */
type Step = (sql: Sql) => Promise<unknown>;

/**
 * Carries out steps on one connection, in their order. While the database works on one, the next are prepared: rows
 * become JSON, mails are sealed. After a statement that fails none is sent.
 */
export async function sendInOrder(sql: Sql, steps: readonly Step[]): Promise<void> {
  let before: Promise<unknown> | null = null;
  for (const step of steps) {
    before = Promise.all([before, step(before === null ? sql : after(before, sql))]);
    // It is told at the end.
    before.catch(() => undefined);
    // Lets the answers of the database in.
    await turn();
  }
  await before;
}

function after(before: Promise<unknown>, sql: Sql): Sql {
  const ask = sql.query.bind(sql) as (...args: unknown[]) => Promise<unknown>;
  return { query: ((...args: unknown[]) => before.then(() => ask(...args))) as Sql['query'] };
}
