import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { advance, reach, stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let sql: Client;
before(async () => {
  service = await startService();
  demo = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await service.stop();
});

test('1 a closing of an earlier version: its queued order plans itself again for the day that the law says', async () => {
  const it = await demo.start();
  await reach('open', it);
  const { body } = await service.sandbox('POST', '/clock', { advance: 'PT0S' });
  const today = Temporal.Instant.from(body.now).toZonedDateTimeISO('Europe/Zurich').toPlainDate();
  const tenancyEnd = today.subtract({ years: 1 }).add({ days: 2 }).toString();
  await it.play('start-closing', { by: 'tenant', tenancyEnd });
  // As the version before stored it: no end, no plan, and one effect at the start of the same date a year later.
  await sql.query(`update deposits set closing = (closing::jsonb - 'end' - 'year' - 'claim')::json where id = $1`, [
    it.id,
  ]);
  await sql.query(`delete from effects where deposit_id = $1 and kind in ('warn_of_year', 'end_undisputed')`, [it.id]);
  await sql.query(
    `update effects set due_at = (($2::date + 2)::timestamp at time zone 'Europe/Zurich')
     where deposit_id = $1 and kind = 'order_after_year'`,
    [it.id, today.toString()],
  );
  const { closing } = await it.record();
  assert.deepEqual([closing.end.state, closing.end.day], ['undisputed', tenancyEnd]);
  assert.equal(closing.end.freesOn, today.add({ days: 30 }).toString());
  await it.refuse('dispute-end', { day: '2027-12-31' });
  await advance(service, 'P3D');
  assert.equal((await it.record()).closing.release, null, 'not before the manager had 30 days');
  await advance(service, 'P27D');
  assert.equal((await it.record()).closing.release.ground, 'year');
});
