import type { Pool, PoolClient } from 'pg';

/** The statement whose answer a connection waits for, and its socket: the driver has both, its types do not say so. */
type Connected = PoolClient & {
  _activeQuery: object | null;
  connection: { stream: { destroy: (error: Error) => void } };
};

type Wait = { statement: object; sinceMs: number };

/**
 * Ends every connection whose server has not answered a statement for so long: it is taken for dead, and whoever
 * waits is told. One look at all connections now and then does it. The driver's own way, a timer for each statement,
 * keeps what the statement says alive for a while, and the garbage collector would carry that along on every round.
 */
export function endSilentConnections(
  pool: Pool,
  { afterMs, everyMs }: { afterMs: number; everyMs: number },
): { stop: () => void } {
  const waits = new Map<Connected, Wait | null>();
  pool.on('connect', (client) => void waits.set(client as Connected, null));
  pool.on('remove', (client) => void waits.delete(client as Connected));

  function look(): void {
    const nowMs = performance.now();
    for (const [client, wait] of waits) {
      const { _activeQuery: statement } = client;
      if (!statement) waits.set(client, null);
      else if (wait?.statement !== statement) waits.set(client, { statement, sinceMs: nowMs });
      else if (nowMs - wait.sinceMs >= afterMs) {
        waits.delete(client);
        client.connection.stream.destroy(new Error(`the database said nothing for ${afterMs / 1_000} seconds`));
      }
    }
  }

  const timer = setInterval(look, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
