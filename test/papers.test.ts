import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signInOperator } from './support/operator.ts';
import { naturalTenant } from './support/payload.ts';
import { reach, stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  demo = await stage(service);
});
after(() => service.stop());

const nowhere = '018f0000-0000-7000-8000-000000000000';
async function paper(it: Play): Promise<string> {
  const file = { name: 'unterschrieben.pdf', contentBase64: btoa(`%PDF-1.7 ${Math.random()}`) };
  const { status, body } = await service.sandbox('POST', `/deposits/${it.id}/files`, file);
  assert.equal(status, 201);
  return body.id;
}
const accept = (it: Play, fileId: string, body: unknown = { tenant: 1 }) =>
  service.operator('POST', `/deposits/${it.id}/papers/${fileId}/accept`, body);

test('years 6: an accepted paper counts as the tenant’s signature under a change, once all have signed', async () => {
  const it = await demo.start({ ...naturalTenant('tenant2'), tenant2Email: 'zwei@mail.example' });
  await reach('open', it);
  await it.play('changes', { kind: 'amount', rentalDeposit: 5000 });
  await it.play('change-signs', { by: 'manager' });
  const [first, second] = [await paper(it), await paper(it)];
  const one = await accept(it, first);
  assert.equal(one.status, 200, one.text);
  assert.equal(one.body.changes[0].state, 'to_sign');
  assert.deepEqual(one.body.files[0].paper.tenant, 1);
  assert.equal((await accept(it, first, { tenant: 2 })).status, 409, 'a paper counts once');
  assert.equal((await accept(it, second)).status, 409, 'tenant 1 has signed');
  assert.equal((await it.record()).files[1].paper, null, 'refused, nothing is kept');
  const two = await accept(it, second, { tenant: 2 });
  assert.equal(two.body.changes[0].state, 'to_pay');
  const signed = two.body.history.filter(({ event }: any) => event === 'change_signed_by_tenant');
  assert.deepEqual(
    signed.map(({ detail }: any) => [detail.tenant, detail.reachedBy]),
    [
      [1, 'paper'],
      [2, 'paper'],
    ],
  );
});

test('years 4: and under the agreement, with the choice of the main tenant', async () => {
  const it = await demo.start();
  await reach('signed', it);
  const { status, body } = await accept(it, await paper(it), { tenant: 1, product: 'insurance' });
  assert.equal(status, 200);
  assert.deepEqual([body.step, body.product], ['awaiting_cover', 'insurance']);
  const evidence = body.signatures.find(({ by }: any) => by === 'tenant');
  assert.deepEqual([evidence.reachedBy, evidence.ip, evidence.tenant], ['paper', null, 1]);
  assert.match(evidence.pdfSha256, /^[0-9a-f]{64}$/);
});

test('years 6: body first, then the ids, then what the state allows', async () => {
  const it = await demo.start();
  const file = await paper(it);
  for (const body of [{}, { tenant: 0 }, { tenant: 5 }, { tenant: '1' }, { tenant: 1, by: 'x' }]) {
    assert.equal((await accept(it, file, body)).status, 422, JSON.stringify(body));
  }
  assert.equal((await accept({ ...it, id: nowhere }, file)).status, 404);
  assert.equal((await accept(it, nowhere)).status, 404);
  assert.equal((await accept(it, 'x')).status, 404);
  assert.equal((await accept(await demo.start(), file)).status, 404, 'a file of another deposit');
  assert.equal((await accept(it, file)).status, 409, 'nothing to sign');
  await reach('signed', it);
  assert.equal((await accept(it, file, { tenant: 2 })).status, 422, 'no such tenant');
  assert.equal((await accept(it, file)).status, 200);
});

test('years 4: a clerk reads and accepts it in the console', async () => {
  const it = await demo.start();
  await reach('signed', it);
  const file = await paper(it);
  const console = await signInOperator(service);
  const page = await console.page(`/operator/deposits/${it.id}`);
  assert.match(page.text, /unterschrieben\.pdf[^]*Accept as a signature/);
  assert.equal(
    (await console.get(`/operator/deposits/${it.id}/files/${file}`)).headers.get('content-type'),
    'application/pdf',
  );
  await console.submit(`/operator/deposits/${it.id}/papers/${file}/accept`, { tenant: '1' });
  const { files, step } = await it.record();
  assert.deepEqual([files[0].paper.tenant, step], [1, 'awaiting_account']);
});
