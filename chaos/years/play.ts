import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../callers.ts';
import { newContract } from '../payloads.ts';
import { drain } from '../quiet.ts';
import { randomOf, type Random } from '../random.ts';
import { AUTHORIZED } from '../set-up.ts';
import { openWorld, type World, type WorldSettings } from '../world.ts';
import { checkYears, type Left } from './check.ts';

/** What a round of closing years has done. */
export type PlayedYears = { freed: number; stopped: number; killed: number; violations: string[] };

type Deposit = {
  id: string;
  state: string;
  step: string | null;
  product: string;
  hold: object | null;
  closing: { tenancyEnd: string; claim: { state: string } | null; end: { freesOn: string } } | null;
};

const DEPOSITS = 24;
const AT_ONCE = 4;
const MOST_STEPS = 12;
const CALL_LIMIT_MS = 120_000;
const READY_LIMIT_MS = 1_800_000;
const MOST_JUMPS = 40;
/** A process dies so long after each jump began. */
const LATEST_KILL_MS = 2_500;

/** Tenants close deposits, nobody answers, and the clock jumps over the year while processes are killed. */
export async function playYears(seed: string, onEndable: Required<WorldSettings>['onEndable']): Promise<PlayedYears> {
  const world = await openWorld({ onEndable });
  const random = randomOf(seed);
  try {
    const all = await closed(world, seed);
    const latest = all
      .map(({ freesOn }) => freesOn)
      .toSorted()
      .at(-1);
    if (latest === undefined) throw new Error(`No deposit could be closed:\n${world.violations.join('\n')}`);
    const killed = await jumpBeyond(world, random, latest);
    await world.server.start();
    await Promise.all(world.processes.map((one) => one.ready(READY_LIMIT_MS)));
    const client = await world.server.connect();
    try {
      await drain(world, client, { isLast: false });
      for (const what of await checkYears(client, all)) world.violate(`years: ${what}`);
    } finally {
      await client.end();
    }
    const stopped = all.filter(({ stoppedBy }) => stoppedBy !== null).length;
    return { freed: all.length - stopped, stopped, killed, violations: world.violations };
  } finally {
    await world.end();
  }
}

/** Opens deposits and leads each into a closing by its tenant, without faults. */
async function closed(world: World, seed: string): Promise<Left[]> {
  const all: Left[] = [];
  const one = async (from: number): Promise<void> => {
    for (let n = from; n < DEPOSITS; n += AT_ONCE) {
      const left = await closeOne(world, randomOf(`${seed} ${n}`));
      if (left !== null) all.push(left);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => one(n)));
  return all;
}

async function closeOne(world: World, random: Random): Promise<Left | null> {
  const contract = newContract(random.pick(world.organizations), random);
  if (!contract.isGood || (await send(world, contract)) !== 'success') return null;
  const query = new URLSearchParams({ externalContractId: contract.id }).toString();
  const path = `/operator/api/organizations/${contract.organization.id}/deposits?${query}`;
  const [opened] = (await call<{ deposits: Deposit[] }>(world, 'GET', path))?.deposits ?? [];
  let deposit = opened ?? null;
  const play = async (move: string, body?: object): Promise<void> => {
    deposit = await call<Deposit>(world, 'POST', `/sandbox/api/deposits/${opened?.id}/${move}`, body);
  };
  for (let steps = 0; deposit !== null && deposit.state === 'opening' && steps < MOST_STEPS; steps++) {
    await play(FORWARD[deposit.step ?? ''] ?? 'send-now');
  }
  if (deposit?.state !== 'open') return null;
  await play('start-closing', { by: 'tenant', amountLandlord: random.pick([0, 100]) });
  await say(world, deposit, random);
  const after = await call<Deposit>(world, 'GET', `/operator/api/deposits/${opened?.id}`);
  if (after === null || after.closing === null) return null;
  const { id, product, hold, closing } = after;
  const stoppedBy = closing.claim?.state === 'waiting' ? 'claim' : hold === null ? null : 'hold';
  return { id, product, freesOn: closing.end.freesOn, stoppedBy };
}

const FORWARD: Record<string, string> = {
  awaiting_manager_signature: 'manager-signs',
  awaiting_tenant_signatures: 'tenant-signs',
  awaiting_account: 'account-opened',
  awaiting_cover: 'cover-confirmed',
  awaiting_payment: 'payment',
};

/** The manager confirms or disputes the day or files a claim, the operator holds it, or nobody says anything. */
async function say(world: World, { id, closing }: Deposit, random: Random): Promise<void> {
  const later = Temporal.PlainDate.from(closing?.tenancyEnd ?? '2027-01-01').add({ days: random.whole(20, 200) });
  const proof = { name: 'begehren.pdf', contentBase64: Buffer.from('%PDF-1.7').toString('base64') };
  const words: (() => Promise<unknown>)[] = [
    () => call(world, 'POST', `/sandbox/api/deposits/${id}/confirm-end`),
    () => call(world, 'POST', `/sandbox/api/deposits/${id}/dispute-end`, { day: later.toString() }),
    () => call(world, 'POST', `/sandbox/api/deposits/${id}/file-claim`, proof),
    () => call(world, 'POST', `/operator/api/deposits/${id}/hold`, { ground: 'death', evidence: 'letter' }),
    () => Promise.resolve(),
  ];
  await random.pick(words)();
}

/** Without faults: every call is answered. */
async function call<T>(world: World, method: 'GET' | 'POST', path: string, body?: object): Promise<T | null> {
  const content = body === undefined ? {} : { body };
  const said = await world.ask({ method, path, headers: AUTHORIZED, ...content, limitMs: CALL_LIMIT_MS });
  if (said?.status === 200) return said.json as T;
  world.violate(`${method} ${path}: ${said?.status} ${said?.text.slice(0, 300)}`);
  return null;
}

/** The clock jumps a year at a time until the last year is over; during each jump a process is killed. */
async function jumpBeyond(world: World, random: Random, day: string): Promise<number> {
  const target = Temporal.PlainDate.from(day).add({ days: 2 }).toZonedDateTime('Europe/Zurich');
  let killed = 0;
  for (let jumps = 0; jumps < MOST_JUMPS; jumps++) {
    const now = await serviceNow(world);
    if (Temporal.ZonedDateTime.compare(now, target) >= 0) return killed;
    const year = now.add({ years: 1 });
    const next = Temporal.ZonedDateTime.compare(year, target) < 0 ? year : target;
    const body = { advance: `PT${Math.ceil(now.until(next).total('seconds')) + 1}S` };
    const jump = world.ask({
      method: 'POST',
      path: '/sandbox/api/clock',
      headers: AUTHORIZED,
      body,
      limitMs: CALL_LIMIT_MS,
    });
    // The last tries are left alone, so that it comes to an end.
    if (jumps < MOST_JUMPS / 2) {
      await wait(random.whole(0, LATEST_KILL_MS));
      random.pick(world.processes).kill();
      killed++;
    }
    await jump;
    await Promise.all(world.processes.map((one) => one.ready(READY_LIMIT_MS)));
  }
  world.violate(`the clock did not reach ${day}`);
  return killed;
}

async function serviceNow({ server }: World): Promise<Temporal.ZonedDateTime> {
  const client = await server.connect();
  const { rows } = await client.query<{ now: Date }>('select service_now() as now');
  await client.end();
  return Temporal.Instant.fromEpochMilliseconds(rows[0]?.now.getTime() ?? 0).toZonedDateTimeISO('Europe/Zurich');
}
