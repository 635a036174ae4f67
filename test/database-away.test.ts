import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startEmbedded, type EmbeddedDatabase } from '../src/storage/embedded/server.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'depono-away-'));
chmodSync(folder, 0o755);
let database: EmbeddedDatabase;
let service: Service;
let partner: Partner;

before(async () => {
  database = await startEmbedded(join(folder, 'data'));
  const { user, password, host } = database.connection;
  service = await startService({ databaseUrl: `postgres://${user}:${password}@${encodeURIComponent(host)}/postgres` });
  partner = await setUpPartner(service, { contractStatusEnabled: true });
});
after(async () => {
  await service.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('without the database every call is answered correctly, and the service recovers', async () => {
  assert.equal((await service.call('GET', '/readyz')).status, 200);
  const sent = payload();
  await database.stop();
  const { status, body } = await partner.open(sent);
  assert.deepEqual([status, body.result], [500, 'errored']);
  assert.match(body.reason, /Nothing was created/);
  assert.equal((await partner.check(sent)).status, 500);
  const headers = { 'x-api-key': 'k', 'x-org-id': partner.organizationId };
  const read = await service.call('GET', '/webhook/contract-status?ext-contract-id=x', { headers });
  assert.deepEqual([read.status, Object.keys(read.body)], [500, ['error']]);
  assert.equal((await service.operator('GET', '/partners')).status, 500);
  assert.equal((await service.call('GET', '/readyz')).status, 503);
  assert.equal((await service.call('GET', '/healthz')).status, 200);

  database = await startEmbedded(join(folder, 'data'));
  assert.equal((await service.call('GET', '/readyz')).status, 200);
  assert.equal(await partner.record(sent['externalContractId']), undefined);
  assert.equal((await partner.open(sent)).status, 200);
  assert.equal((await partner.mails(partner.managerEmail)).length, 1);
});
