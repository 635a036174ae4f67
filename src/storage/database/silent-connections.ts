import type { Pool, PoolClient } from 'pg';

/** The statement in flight and the socket: the driver has both, its types do not declare them. */
type Connected = PoolClient & {
  _activeQuery: object | null;
  connection: { stream: { destroy: (error: Error) => void } };
};

type Wait = { statement: object; sinceMs: number };

/**
 * Closes every connection whose server has not answered a statement for `afterMs`; the statement then fails. One timer
 * checks all connections. The driver's own timeout, one timer per statement, keeps each statement's parameters alive
 * until it fires, which costs garbage collection time.
 */
export function closeSilentConnections(
  pool: Pool,
  { afterMs, everyMs }: { afterMs: number; everyMs: number },
): { stop: () => void } {
  const waits = new Map<Connected, Wait | null>();
  pool.on('connect', (client) => void waits.set(client as Connected, null));
  pool.on('remove', (client) => void waits.delete(client as Connected));

  function check(): void {
    const nowMs = performance.now();
    for (const [client, wait] of waits) {
      const { _activeQuery: statement } = client;
      if (!statement) waits.set(client, null);
      else if (wait?.statement !== statement) waits.set(client, { statement, sinceMs: nowMs });
      else if (nowMs - wait.sinceMs >= afterMs) {
        waits.delete(client);
        client.connection.stream.destroy(new Error(`the database did not answer for ${afterMs / 1_000} seconds`));
      }
    }
  }

  const timer = setInterval(check, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
