import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DOORS, doorCall } from '../fuzz/doors/doors.ts';
import { openHouse, type House } from '../fuzz/doors/house.ts';
import { judgeDoor, type Reached } from '../fuzz/doors/judge.ts';
import { drive } from '../fuzz/drive.ts';
import { Random } from '../fuzz/random.ts';
import { Tally } from '../fuzz/tally.ts';
import { registeredRoutes } from './support/routes.ts';
import { startService, type Service } from './support/service.ts';

const count = Number(process.env['COUNT'] ?? 200);
let service: Service;
let house: House;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true', QUALIFIED_SIGNATURE_URL: 'simulated', FOUR_EYES: 'true' } });
  house = await openHouse(service, registeredRoutes());
});
after(async () => { await house.close(); await service.stop(); });
const reached: Reached = new Map();
const never = new Map<string, Map<string, number>>();
for (const door of DOORS) {
  test(door.name, async () => {
    const tally = new Tally();
    const judge = (call: any, answer: any) => {
      const judged = judgeDoor(house, reached, call, answer);
      const r = call.expected.route;
      if (house.insiders.get(r)?.includes(call.expected.role)) {
        const c = never.get(r) ?? new Map();
        never.set(r, c);
        let why = String(answer?.status);
        if (call.kind === 'good' && (answer?.status === 422 || answer?.status===409)) why += ' ' + answer.body.toString('utf8').replace(/.*"detail":"([^"]*)".*/s, '$1').slice(0, 140);
        c.set(why, (c.get(why) ?? 0) + 1);
      }
      return judged;
    };
    const start = performance.now();
    await drive({ port: Number(new URL(service.address).port), connections: 8, count, make: (n) => doorCall(new Random(5, n), house, door.name), judge, tally, ended: () => null });
    console.log(door.name, Math.round(performance.now() - start), 'ms', JSON.stringify(Object.fromEntries(tally.byOutcome)));
    for (const [route, counts] of never) if (!reached.get(route)?.has(200) && !reached.get(route)?.has(201)&& !reached.get(route)?.has(204)&& !reached.get(route)?.has(303)&& !reached.get(route)?.has(202)) console.log('  NEVER', route, JSON.stringify(Object.fromEntries(counts)));
    never.clear();
    const kinds = new Map(tally.counterexamples.map((one) => [one.fault.slice(0, 90), one]));
    for (const { fault, call } of [...kinds.values()].slice(0, 12)) console.log('FAULT', fault.slice(0, 900), '\n   ', call.message.method, call.message.path.slice(0, 300), call.message.body.toString('utf8').slice(0, 400));
    assert.equal(tally.faults, 0);
  });
}
test('reached', () => {
  const not = [...house.insiders.keys()].filter((name) => ![...(reached.get(name) ?? [])].some((status) => status < 400));
  console.log('never a success:', not.length, 'of', house.insiders.size, '\n', not.join('\n '));
});
