import type { Call, How, Load } from './load.ts';
import { PAYLOAD } from './payload.ts';
import { demoOf, type Site } from './service.ts';
import { answered, CALLERS } from './subjects.ts';

/** What is put under load: by the number of callers that suits it better, by one, and at a pace whether or not it keeps up. */
export type Side = {
  /** Calls a second. */
  highest: (seconds: number) => Promise<number>;
  lone: (seconds: number) => Promise<Load>;
  paced: (rate: number, seconds: number, onAnswer?: How['onAnswer']) => Promise<Load>;
};

/** Each time with the calls that it is given. */
export function httpSide(url: string, calls: () => Call): Side {
  const driven = (how: How): Promise<Load> => answered(url, url, calls(), how);
  return {
    highest: async (seconds) => {
      const reached: number[] = [];
      for (const connections of CALLERS) {
        reached.push((await driven({ connections, seconds: seconds / CALLERS.length })).perSecond);
      }
      return Math.max(...reached);
    },
    lone: (seconds) => driven({ connections: 1, seconds }),
    paced: (rate, seconds, onAnswer = () => undefined) => driven({ connections: 256, seconds, rate, onAnswer }),
  };
}

/** A handler that makes its inserts one by one, and what it is called with. */
export async function sixRoundTrips(site: Site): Promise<{ url: string; pid: number; call: Call }> {
  const env = { DATABASE_URL: site.databaseUrl, ORGANIZATION_ID: demoOf(site).organizationId };
  const { url, pid } = await site.run('bench/six-round-trips.ts', env);
  return { url, pid, call: { method: 'POST', path: '/open', body: JSON.stringify(PAYLOAD) } };
}
