import type { Call, How, Load } from './load.ts';
import { PAYLOAD } from './payload.ts';
import { demoOf, type Site } from './service.ts';
import { answered, CALLERS } from './subjects.ts';

/** A side of a comparison: peak load with the better number of callers, a single caller, and a fixed pace. */
export type Side = {
  /** Calls per second. */
  highest: (seconds: number) => Promise<number>;
  lone: (seconds: number) => Promise<Load>;
  paced: (rate: number, seconds: number, onAnswer?: How['onAnswer']) => Promise<Load>;
};

/** Calls a service with the given calls. */
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

/** The handler with six round trips, and its calls. */
export async function sixRoundTrips(site: Site): Promise<{ url: string; pid: number; call: Call }> {
  const env = { DATABASE_URL: site.databaseUrl, ORGANIZATION_ID: demoOf(site).organizationId };
  const { url, pid } = await site.run('bench/six-round-trips.ts', env);
  return { url, pid, call: { method: 'POST', path: '/open', body: JSON.stringify(PAYLOAD) } };
}
