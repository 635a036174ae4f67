import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { after, before, describe, test, type TestContext } from 'node:test';
import { issueKey } from '../src/vault/keys.ts';
import { IN_DEPTH } from './support/depth.ts';
import { created } from './support/partner.ts';
import { stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// The response time must not reveal which of two wrong keys is closer to a valid one, nor whether the key id exists.
// Calls of all kinds are sent one at a time in random order, so that other load on the machine affects all of them
// alike. They are compared by rank, so that single slow calls do not count.

const ROUNDS = 250;
/** If both are equally fast, one is slower in half of all pairs. With this many rounds, chance stays within 0.1. */
const ALIKE = { least: 0.3, most: 0.7 };
/** A smaller share is lost in the noise of any network. */
const NOTICEABLE = 1.15;

type Case = { path: string; method: string; headers: Record<string, string>; body: string };

let service: Service;
let ours: Stage;
let theirs: Stage;
let play: Play;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  [ours, theirs] = [await stage(service), await stage(service)];
  play = await ours.start();
});
after(async () => {
  agent.destroy();
  await service.stop();
});

let addresses = 0;

/** From its own address, so that it is not slowed down. Milliseconds until the answer is complete. */
function timed({ path, method, headers, body }: Case): Promise<number> {
  const n = ++addresses;
  const from = { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
  return new Promise((done, failed) => {
    const began = performance.now();
    const outgoing = request(
      `${service.address}${path}`,
      { method, agent, headers: { ...headers, ...from } },
      (answer) => {
        answer.resume().on('end', () => done(performance.now() - began));
      },
    );
    outgoing.on('error', failed).end(body);
  });
}

async function measure(cases: Record<string, Case>, rounds = ROUNDS): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]));
  for (let round = -20; round < rounds; round++) {
    const order = Object.entries(cases).map((entry) => ({ entry, lot: randomInt(1_000_000) }));
    for (const { entry } of order.sort((one, other) => one.lot - other.lot)) {
      const [name, call] = entry;
      const ms = await timed(call);
      // The first ones warm up.
      if (round >= 0) times.get(name)?.push(ms);
    }
  }
  return times;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** The share of pairs in which the second is slower: 0.5 if they are indistinguishable. */
function slower(first: readonly number[], second: readonly number[]): number {
  let count = 0;
  for (const one of first) for (const other of second) count += other > one ? 1 : other === one ? 0.5 : 0;
  return count / (first.length * second.length);
}

type Comparison = { name: string; ratio: number; share: number };

/** Compares each of the others with the first. */
function compared(times: Map<string, number[]>): Comparison[] {
  const [[, usual] = ['', []], ...others] = [...times];
  return others.map(([name, own]) => ({ name, ratio: median(own) / median(usual), share: slower(usual, own) }));
}

function isTold({ ratio, share }: Comparison): boolean {
  const isFar = ratio > NOTICEABLE || ratio < 1 / NOTICEABLE;
  return isFar && (share < ALIKE.least || share > ALIKE.most);
}

const inWords = ({ name, ratio, share }: Comparison): string =>
  `${name}: ${ratio.toFixed(2)} times the median, slower in ${share.toFixed(2)} of all pairs`;

/** Measures twice: a real difference shows again, chance does not. */
async function toldApart(t: TestContext, cases: Record<string, Case>): Promise<string[]> {
  let told: Comparison[] = [];
  for (let looks = 0; looks < 2; looks++) {
    const all = compared(await measure(cases));
    for (const one of all) t.diagnostic(inWords(one));
    told = all.filter(isTold);
    if (told.length === 0) break;
  }
  return told.map(inWords);
}

const changed = (key: string): string => key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');

describe('the response time does not reveal how close a key is:', () => {
  test('open call', IN_DEPTH, async (t) => {
    const keys = `/partners/${ours.partnerId}/keys`;
    const revoked = await created(service.operator('POST', keys));
    await service.operator('DELETE', `${keys}/${revoked.keyId}`);
    const [prefix, id] = ours.apiKey.split('_');
    const call = (key: string, externalOrgId = ours.externalOrgId): Case => ({
      method: 'POST',
      path: '/webhook/custom',
      headers: { 'x-api-key': key, 'x-external-org-id': externalOrgId },
      // Refused with a valid key too, before anything is written.
      body: '{"tenantType":"natural"}',
    });
    const told = await toldApart(t, {
      'a right key': call(ours.apiKey),
      'its last character changed': call(changed(ours.apiKey)),
      'its id with a guessed secret': call(`${prefix}_${id}_${'A'.repeat(43)}`),
      'a key that nobody has': call(issueKey('dpk').key),
      'a revoked key': call(revoked.apiKey),
      'a right key for an unknown organization': call(ours.apiKey, 'ext-nobody'),
      'a wrong key for an unknown organization': call(changed(ours.apiKey), 'ext-nobody'),
      'a key of another partner': call(theirs.apiKey),
    });
    assert.deepEqual(told, []);
  });

  test('contract status', IN_DEPTH, async (t) => {
    const keys = `/organizations/${ours.organizationId}/status-keys`;
    const right = await created(service.operator('POST', keys));
    const revoked = await created(service.operator('POST', keys));
    await service.operator('DELETE', `${keys}/${revoked.keyId}`);
    const call = (key: string, contract = play.contractId, organizationId = ours.organizationId): Case => ({
      method: 'GET',
      path: `/webhook/contract-status?ext-contract-id=${contract}`,
      headers: { 'x-api-key': key, 'x-org-id': organizationId },
      body: '',
    });
    const told = await toldApart(t, {
      'a right key': call(right.apiKey),
      'its last character changed': call(changed(right.apiKey)),
      'a key that nobody has': call(issueKey('dsk').key),
      'a revoked key': call(revoked.apiKey),
      'a wrong key and an unknown contract': call(changed(right.apiKey), 'C-nobody'),
      'an organization that does not exist': call(
        right.apiKey,
        play.contractId,
        '01a1dd00-aee3-7dcf-8155-3dddb93d1f94',
      ),
    });
    assert.deepEqual(told, []);
  });
});

test('the measurement detects a real difference', IN_DEPTH, async (t) => {
  const wrong = { 'x-api-key': issueKey('dpk').key, 'x-external-org-id': ours.externalOrgId };
  const told = await toldApart(t, {
    'with a question to the database': { method: 'POST', path: '/webhook/custom', headers: wrong, body: '{}' },
    'without one': { method: 'POST', path: '/webhook/custom', headers: {}, body: '{}' },
  });
  assert.equal(told.length, 1, 'asking the database takes longer than not asking it');
});
