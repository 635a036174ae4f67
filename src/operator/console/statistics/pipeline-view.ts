import { PIPELINE, STUCK_AFTER_DAYS, type PipelinePlace } from '../../../domain/lifecycle/attention.ts';
import { rappen, type Rappen } from '../../../domain/values/money.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { listStuck, readWaits, type StuckDeposit, type WaitLimit } from '../../../storage/deposit-list/stuck.ts';
import { readLevels } from '../../../storage/statistics/levels.ts';

type Place = {
  place: PipelinePlace;
  /** How many are there. */
  deposits: number;
  /** Null: nothing is there, or nobody waits for anything. */
  oldestSince: Date | null;
  /** How many wait for longer than `afterDays`; null: nobody waits for anything. */
  stuck: number | null;
  afterDays: number | null;
};

/** Where the deposits of all organizations stand now. */
export type PipelineView = {
  now: Date;
  /** Null: older deposits are still being counted. */
  held: Rappen | null;
  places: readonly Place[] | null;
  /** Those furthest beyond their time. */
  stuck: readonly StuckDeposit[];
};

/** More are not counted. */
export const MOST_STUCK = 1_000;
const SHOWN = 10;

const LIMITS: readonly WaitLimit[] = PIPELINE.flatMap((place) => {
  const days = STUCK_AFTER_DAYS[place];
  return days === undefined ? [] : [{ place, days }];
});

export async function pipelineView(sql: Sql, now: Date): Promise<PipelineView> {
  const levels = await readLevels(sql);
  const waits = new Map((await readWaits(sql, { limits: LIMITS, most: MOST_STUCK })).map((one) => [one.place, one]));
  const stuck = await listStuck(sql, { limits: LIMITS, most: SHOWN });
  const places =
    levels &&
    PIPELINE.map((place): Place => {
      const wait = waits.get(place);
      return {
        place,
        deposits: levels.get(`at ${place}`) ?? 0,
        oldestSince: wait?.oldestSince ?? null,
        stuck: wait?.stuck ?? null,
        afterDays: STUCK_AFTER_DAYS[place] ?? null,
      };
    });
  return { now, held: levels && rappen(levels.get('held') ?? 0), places, stuck };
}
