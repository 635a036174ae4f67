import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { stage } from './support/play.ts';
import { startService } from './support/service.ts';

test('a sandbox call answers once its own effects are done, even under constant load', async () => {
  const service = await startService();
  const verwaltung = await stage(service);
  const it = await verwaltung.start({ externalContractId: 'SIM-PART-PAYMENT-1' });
  let isOver = false;
  /** Constant load: something is always due. */
  const other = async (): Promise<void> => {
    const sql = new Client({ connectionString: service.databaseUrl });
    await sql.connect();
    while (!isOver) {
      await sql.query(
        `insert into effects (organization_id, id, kind, due_at, created_at)
         select $1, gen_random_uuid(), 'mail', service_now(), service_now() from generate_series(1, 10)`,
        [verwaltung.organizationId],
      );
    }
    await sql.end();
  };
  const others = [other(), other()];
  try {
    await it.play('manager-signs');
    await it.play('tenant-signs', { product: 'bank_deposit' });
    const { paidInTotal, documents } = await it.play('account-opened');
    assert.ok(paidInTotal > 0, 'the next automatic step is done, too');
    assert.deepEqual(documents.map(({ kind }: { kind: string }) => kind).toSorted(), ['agreement', 'payment_slip']);
  } finally {
    isOver = true;
    await Promise.all(others);
    await service.stop();
  }
});
