import { setTimeout as wait } from 'node:timers/promises';
import type { Server } from './servers.ts';

/** Every kind of round, with its description. */
export const ROUNDS = {
  kill: 'the primary is killed, and the standby is promoted',
  freeze: 'the primary freezes, the standby is promoted, and the primary goes on',
  switch_over: 'a planned switchover',
  lose_standby: 'the synchronous standby is killed',
  lossy: 'the standby gets nothing more, then the primary is killed and the standby promoted',
} as const;
export type RoundKind = keyof typeof ROUNDS;
export const ROUND_KINDS = Object.keys(ROUNDS) as RoundKind[];

export type Pair = { primary: Server; standby: Server };

/** What a round has done. */
export type Happened = {
  primary: Server;
  /** The server that has to be made again as a standby. */
  broken: Server;
  /** When the primary of the end accepted writes, and when it was last certain that nothing was lost. */
  acceptsAt: number;
  /** Null: everything acknowledged must be there. */
  lostSince: number | null;
};

type Steps = {
  /** Calls work again. */
  back: (acceptsAt: number) => Promise<void>;
  /** Reads what was acknowledged, so that processes have it in their caches. */
  read: () => Promise<unknown>;
};

/** What Patroni and etcd need to notice that a primary is gone, shortened. */
const NOTICED_AFTER_MS = 1_500;
/** A primary that goes on is demoted within a round of Patroni. */
const FENCED_AFTER_MS = 1_000;
const LOSSY_MS = 2_500;

/** Brings it about, under load. */
export async function bringAbout(
  kind: RoundKind,
  { primary, standby }: Pair,
  { back, read }: Steps,
): Promise<Happened> {
  switch (kind) {
    case 'kill':
      await primary.kill();
      await wait(NOTICED_AFTER_MS);
      return promoted({ primary, standby });
    case 'freeze': {
      primary.freeze(true);
      await wait(NOTICED_AFTER_MS);
      const happened = promoted({ primary, standby });
      await back(happened.acceptsAt);
      primary.freeze(false);
      await wait(FENCED_AFTER_MS);
      await primary.kill();
      return happened;
    }
    case 'switch_over':
      await primary.stop();
      return promoted({ primary, standby });
    case 'lose_standby':
      await standby.kill();
      await wait(NOTICED_AFTER_MS);
      await set(primary, 'synchronous_standby_names', '');
      return { primary, broken: standby, acceptsAt: performance.now(), lostSince: null };
    case 'lossy': {
      const lostSince = performance.now();
      await set(primary, 'synchronous_standby_names', '');
      await set(standby, 'primary_conninfo', '');
      await wait(LOSSY_MS);
      await read();
      await primary.kill();
      return { ...promoted({ primary, standby }), lostSince };
    }
  }
}

function promoted({ primary, standby }: Pair): Happened {
  standby.promote();
  return { primary: standby, broken: primary, acceptsAt: performance.now(), lostSince: null };
}

/** Makes the broken server a synchronous standby of the primary. */
export async function restore(primary: Server, broken: Server): Promise<void> {
  await set(primary, 'synchronous_standby_names', '');
  await broken.follow(primary);
  await set(primary, 'synchronous_standby_names', '*');
  const client = await primary.connect();
  try {
    const ask = `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`;
    while ((await client.query(ask)).rowCount === 0) await wait(100);
  } finally {
    await client.end();
  }
}

async function set(server: Server, name: string, value: string): Promise<void> {
  const client = await server.connect();
  try {
    await client.query(`alter system set ${name} = '${value}'`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
