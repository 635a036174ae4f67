import type { Database, Sql } from './database.ts';

/** A transaction that its opener ends later, such as when a request is answered. */
export type OpenTransaction = { sql: Sql; commit: () => Promise<void>; rollBack: () => Promise<void> };

/** A transaction that is never ended must not keep its locks. */
const LONGEST_PAUSE = `set local idle_in_transaction_session_timeout = '15s'`;

export async function openTransaction(database: Database): Promise<OpenTransaction> {
  const opened = Promise.withResolvers<Sql>();
  const ended = Promise.withResolvers<void>();
  const isOver = database.transaction(async (sql) => {
    await sql.query(LONGEST_PAUSE);
    opened.resolve(sql);
    await ended.promise;
  });
  isOver.catch(opened.reject);
  const sql = await opened.promise;
  return {
    sql,
    commit: async () => {
      ended.resolve();
      await isOver;
    },
    rollBack: async () => {
      ended.reject(new Error('rolled back'));
      await isOver.catch(() => undefined);
    },
  };
}

/**
 * A `Database` that works inside an open transaction. A part that fails is rolled back to a savepoint, so that the
 * caller can handle the error and go on.
 */
export function within(database: Database, sql: Sql): Database {
  let parts = 0;
  const apart = async <T>(work: () => Promise<T>): Promise<T> => {
    const name = `part_${++parts}`;
    await sql.query(`savepoint ${name}`);
    try {
      const result = await work();
      await sql.query(`release savepoint ${name}`);
      return result;
    } catch (error) {
      await sql.query(`rollback to savepoint ${name}`);
      throw error;
    }
  };
  const ask = sql.query.bind(sql) as (...question: unknown[]) => Promise<unknown>;
  return {
    ...database,
    query: ((...question: unknown[]) => apart(() => ask(...question))) as Sql['query'],
    transaction: (work) => apart(() => work(sql)),
  };
}
