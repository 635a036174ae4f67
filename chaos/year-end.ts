import type { Ask } from './http.ts';
import { AUTHORIZED } from './set-up.ts';
import type { World } from './world.ts';

const CLOCK_LIMIT_MS = 60_000;

/** The year ends within the run: interest is due on 31 December at 20:00, and statements are numbered from 1 again. */
export async function beginOnLastDay(ask: Ask): Promise<void> {
  const now = Temporal.Now.zonedDateTimeISO('Europe/Zurich');
  const morning = now.with({ month: 12, day: 31 }).withPlainTime('08:00');
  const last = Temporal.ZonedDateTime.compare(morning, now) > 0 ? morning : morning.add({ years: 1 });
  const said = await moveTo(ask, now, last);
  if (said?.status !== 200) throw new Error(`The clock could not be moved: ${said?.status} ${said?.text}`);
}

/** To the next day, unless the year is over. What falls due on the way is done while processes are killed. */
export async function endTheYear(world: World): Promise<void> {
  const client = await world.server.connect();
  const { rows } = await client.query<{ now: Date }>('select service_now() as now');
  await client.end();
  const now = Temporal.Instant.fromEpochMilliseconds(rows[0]?.now.getTime() ?? 0).toZonedDateTimeISO('Europe/Zurich');
  if (now.month !== 12) return;
  const said = await moveTo(world.ask, now, now.add({ days: 1 }).withPlainTime('00:10'));
  world.log(`the year ended: ${said?.status ?? 'no answer'}`);
}

function moveTo(ask: Ask, now: Temporal.ZonedDateTime, then: Temporal.ZonedDateTime): ReturnType<Ask> {
  const body = { advance: `PT${Math.ceil(now.until(then).total('seconds'))}S` };
  return ask({ method: 'POST', path: '/sandbox/api/clock', headers: AUTHORIZED, body, limitMs: CLOCK_LIMIT_MS });
}
