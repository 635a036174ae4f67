import type { Client } from 'pg';
import { verify } from '../../src/actions/verify.ts';

/** A closing that a tenant has started and nobody has answered, as its record was read before the clock jumped. */
export type Left = { id: string; freesOn: string; stoppedBy: 'hold' | 'claim' | null; product: string };

type Happened = { id: string; event: string; day: string; ground: string | null };

/** So many days before the payout is ordered the manager is warned. */
const WARNED_BEFORE = [30, 7, 1];

/** The year orders each payout once, on its day, warned 30, 7 and 1 days before; and none that is stopped. */
export async function checkYears(client: Client, all: readonly Left[]): Promise<string[]> {
  const { rows } = await client.query<Happened>(
    `select deposit_id as id, event, (at at time zone 'Europe/Zurich')::date::text as day, detail ->> 'ground' as ground
     from history where deposit_id = any($1::uuid[])
       and event in ('payout_ordered', 'release_noted', 'year_warned') order by at`,
    [all.map(({ id }) => id)],
  );
  const by = Map.groupBy(rows, ({ id }) => id);
  const { faults } = await verify(client);
  return [
    ...all.flatMap((left) => faultsOf(left, by.get(left.id) ?? []).map((what) => `deposit ${left.id} ${what}`)),
    ...(await askedInsurers(client, all)),
    ...faults.map(({ depositId, fault }) => `deposit ${depositId}: ${fault}`),
  ];
}

export function faultsOf({ freesOn, stoppedBy }: Left, happened: readonly Omit<Happened, 'id'>[]): string[] {
  const days = (event: string): string[] =>
    happened
      .filter((one) => one.event === event && (event === 'year_warned' || one.ground === 'year'))
      .map(({ day }) => day);
  const expected = {
    payout_ordered: stoppedBy === null ? [freesOn] : [],
    // While it is on hold, what frees it is noted.
    release_noted: stoppedBy === 'hold' ? [freesOn] : [],
    year_warned: stoppedBy === 'claim' ? [] : WARNED_BEFORE.map((before) => daysBefore(freesOn, before)),
  };
  return Object.entries(expected).flatMap(([event, wanted]) => {
    const found = days(event);
    const why = stoppedBy === null ? `its year ends on ${freesOn}` : `it is stopped by a ${stoppedBy}`;
    return found.join() === wanted.join() ? [] : [`has ${event} on ${found.join(', ') || 'no day'}: ${why}`];
  });
}

function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString();
}

/** Of an insurance the insurer is asked once: to pay the landlord, or to end the cover. */
async function askedInsurers(client: Client, all: readonly Left[]): Promise<string[]> {
  const insured = all.filter(({ product, stoppedBy }) => product === 'insurance' && stoppedBy === null);
  const { rows } = await client.query<{ id: string; count: number }>(
    `select deposit_id as id, count(*)::integer as count from applications
     where deposit_id = any($1::uuid[]) and kind in ('claim', 'cover_end') group by 1`,
    [insured.map(({ id }) => id)],
  );
  const asked = new Map(rows.map(({ id, count }) => [id, count]));
  return insured.flatMap(({ id }) =>
    asked.get(id) === 1 ? [] : [`deposit ${id} asks its insurer ${asked.get(id) ?? 0} times`],
  );
}
