import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { naturalTenant } from './support/payload.ts';
import { advance, stage, verified, type Play, type Stage } from './support/play.ts';
import { startProcess } from './support/process.ts';
import { startService, TOKEN, type Service } from './support/service.ts';
import { validate, VALIDATORS_MISSING } from './support/validators.ts';

// years.md, section 5, and the rule that a crash leaves nothing half done: `kill -9` while tenants sign.

let service: Service;
let on: Stage;
before(async () => {
  service = await startService();
  on = await stage(service, { preSigned: true });
});
after(async () => {
  await verified(service);
  await service.stop();
});

const SECOND = { ...naturalTenant('tenant2'), tenant2Email: 'zwei@mail.example' };
const HASH = /^[0-9a-f]{64}$/;
/** Killed once so many of the eight calls have been answered. */
const ANSWERED = [0, 1, 5];

test('5 killed with kill -9 while signing: each signature is whole or not there, each agreement is sealed once', async () => {
  const plays: Play[] = [];
  for (const most of ANSWERED) {
    const killed = await startProcess(service.databaseUrl, {});
    const some = await Promise.all(Array.from({ length: 4 }, () => on.start(SECOND)));
    let answered = 0;
    const calls = some.flatMap(({ id }) =>
      [1, 2].map(async (tenant) => {
        const answer = await killed.sandbox('POST', `/deposits/${id}/tenant-signs`, { tenant }).catch(() => null);
        if (answer !== null && ++answered >= most) killed.signal('SIGKILL');
      }),
    );
    if (most === 0) {
      await wait(20);
      killed.signal('SIGKILL');
    }
    assert.equal(await killed.ended, null);
    await Promise.all(calls);
    plays.push(...some);
  }
  await advance(service, 'PT0S');
  let signed = 0;
  for (const it of plays) {
    signed += whole(await it.record());
    // Whoever has not signed signs now; who has cannot do it again.
    for (const tenant of [1, 2]) await service.sandbox('POST', `/deposits/${it.id}/tenant-signs`, { tenant });
    assert.equal(whole(await it.record()), 2);
  }
  assert.ok(signed > 0, 'some were signed before the end');
  await advance(service, 'PT0S');
  for (const it of plays) await agreed(it);
});

/** What stands in one place about a signature stands in all. Returns how many tenants have signed. */
function whole({ step, tenants, signatures, history, product }: any): number {
  const at = tenants.map(({ signedAt }: any) => signedAt);
  const own = signatures.filter(({ by }: any) => by === 'tenant');
  const said = history.filter(({ event }: any) => event === 'tenant_signed');
  const count = at.filter((one: string | null) => one !== null).length;
  assert.deepEqual([own.length, said.length], [count, count]);
  for (const one of own) {
    assert.equal(one.at, at[one.tenant - 1]);
    assert.ok(HASH.test(one.termsSha256) && HASH.test(one.pdfSha256));
  }
  assert.equal(step, count === 2 ? 'awaiting_account' : 'awaiting_tenant_signatures');
  assert.equal(product !== null, at[0] !== null, 'the choice of the main tenant comes with the signature');
  return count;
}

async function agreed(it: Play): Promise<void> {
  const made = (await it.record()).documents.filter(({ kind }: any) => kind === 'agreement');
  assert.equal(made.length, 1);
  const response = await fetch(new URL(`/operator/api/documents/${made[0].id}`, service.baseUrl), {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const pdf = Buffer.from(await response.arrayBuffer());
  assert.equal(createHash('sha256').update(pdf).digest('hex'), made[0].sha256);
  if (VALIDATORS_MISSING !== false) return;
  const { isValid, coversAll, opensslAgrees } = validate(pdf);
  assert.ok(isValid && coversAll && opensslAgrees);
}
