import type { ClientBase } from 'pg';
import { databaseOn, NotAdmitted, openPool, readOnly, type Database } from '../database/database.ts';
import { requireSchema } from '../database/schema-version.ts';
import type { Connection } from '../database/servers.ts';
import { ageOf, readLag, type Lag } from './lag.ts';

type ReplicaSettings = {
  /** A replica that is further behind the primary is not read. */
  mostBehindMs: number;
  connectLimitMs: number | undefined;
  log: (error: Error) => void;
  /** Called with the error of every failed statement. */
  onFailed: (error: unknown) => void;
};

/** Each connection asks so often how far its server is behind. */
const ASKED_EVERY_MS = 250;

/**
 * A server that is only read, and left as it is. `fresh` refuses every statement while the server of its connection is too
 * far behind; `any` reads what there is.
 */
export async function openReplica(
  connection: Connection,
  { mostBehindMs, connectLimitMs, log, onFailed }: ReplicaSettings,
): Promise<{ fresh: Database; any: Database }> {
  await readOnly(connection, requireSchema, 'any');
  const pool = openPool(connection, { log, connectLimitMs, isReadOnly: true });
  const admit = admission(mostBehindMs, log);
  return { fresh: databaseOn(pool, { onFailed, admit }), any: databaseOn(pool, { onFailed }) };
}

/** Asked per connection: of several replicas each is as far behind as it is. Says once that one is too far behind. */
function admission(mostBehindMs: number, log: (error: Error) => void): (client: ClientBase) => Promise<void> {
  const lags = new WeakMap<ClientBase, Lag>();
  let isBehind = false;
  return async (client) => {
    let lag = lags.get(client);
    if (lag === undefined || performance.now() - lag.readAtMs > ASKED_EVERY_MS) {
      lag = await readLag(client);
      lags.set(client, lag);
    }
    const age = ageOf(lag);
    if (age <= mostBehindMs) {
      isBehind = false;
      return;
    }
    const refusal = new NotAdmitted(behindInWords(lag, age));
    if (!isBehind) log(refusal);
    isBehind = true;
    throw refusal;
  };
}

function behindInWords({ isReplayed }: Lag, age: number): string {
  const by = Number.isFinite(age) ? `${(age / 1_000).toFixed(1)} s` : 'by an unknown time';
  const why = isReplayed
    ? 'it receives nothing: is it connected, and does a worker run?'
    : 'it has received more than it has replayed';
  return `the replica is behind the primary, ${by}: ${why}`;
}
