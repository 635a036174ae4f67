import { drive, type Call, type How, type Load } from './load.ts';
import { CALLERS } from './subjects.ts';

/** What is put under load: by the number of callers that suits it better, by one, and at a pace whether or not it keeps up. */
export type Side = {
  /** Calls a second. */
  highest: (seconds: number) => Promise<number>;
  lone: (seconds: number) => Promise<Load>;
  paced: (rate: number, seconds: number, onAnswer?: How['onAnswer']) => Promise<Load>;
};

/** Each time with the calls that it is given. */
export function httpSide(url: string, calls: () => Call): Side {
  const driven = async (how: How): Promise<Load> => {
    const load = await drive(url, calls(), how);
    if (load.refused > 0) throw new Error(`${load.refused} calls to ${url} did not get their answer`);
    return load;
  };
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
