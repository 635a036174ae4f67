import type { Config } from '../../src/config.ts';
import type { Database } from '../../src/storage/database/database.ts';

export type Keys = { apiKey: string; statusKey: string };

/** The number of deposits, and one chosen at random. */
export type Phase = {
  size: number;
  /** Number, organization and contract of some deposit. */
  some: { n: number; organizationId: string; depositId: string; contract: string };
  config: Config;
  keys: Keys;
};

/** Sets something up, which is not measured, and returns what is. */
export type Subject = {
  title: string;
  /** `matches`: it grows with its matches up to a bound, and is compared with the bound instead of the logarithm. */
  grows: 'logarithm' | 'matches';
  act: (database: Database, place: Phase) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);
};

export function subject(title: string, act: Subject['act'], grows: Subject['grows'] = 'logarithm'): Subject {
  return { title, act, grows };
}

export const LARGE = '01900000-0001-7000-8000-000000000001';
/** One of those that are there from the beginning. */
export const SMALL = '01900000-0001-7000-8000-000000000032';
/** How the partner of all calls the large organization. */
export const LARGE_CONNECTION = '01900000-0002-7000-8000-000000000001';
