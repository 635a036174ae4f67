import type { Call, How, Load } from './load.ts';
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
