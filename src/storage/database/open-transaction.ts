import type { Database, Sql } from './database.ts';

/** A transaction that is ended by someone else than who works in it, such as the answer of a request. */
export type OpenTransaction = { sql: Sql; commit: () => Promise<void>; rollBack: () => Promise<void> };

/** Who never ends it must not hold its locks for good. */
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
 * The database as it is seen from within a transaction: what is done there is done with it or not at all. A part that is
 * refused is undone by itself, so that whoever takes the refusal for an answer can go on.
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
