import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, Expected, Target } from './call.ts';
import { filled } from '../test/support/walk.ts';
import { headersOf, type House } from './doors/house.ts';
import type { Judge } from './oracle.ts';
import type { Counterexample } from './tally.ts';
import { Connection, type Framing, type Message } from './wire.ts';
import type { Visitors } from './visitors.ts';
import type { World } from './world.ts';

/** A kept counterexample, without the keys of its run. */
type Kept = {
  fault: string;
  target: Target;
  kind: string;
  /** The index of its organization; null for that of the visitors. */
  organization: number | null;
  message: { method: string; path: string; headers: (readonly [string, string])[]; body: string; framing: Framing };
  expected: Expected;
};

const FOLDER = join(import.meta.dirname, 'corpus');

/** All kept counterexamples, with the keys of the current world. */
export function readCorpus(world: World, visitors: Visitors): { name: string; call: Call }[] {
  return readKept()
    .filter(([, kept]) => kept.expected.is !== 'door')
    .map(([name, kept]) => ({ name, call: callOf(kept, world, visitors) }));
}

/** Those of the other doors, by visitors of the current house. */
export function readDoorCorpus(house: House): { name: string; call: Call }[] {
  return readKept().flatMap(([name, kept]) => {
    const { expected, message, organization: _, ...rest } = kept;
    if (expected.is !== 'door') return [];
    const own = filled(house.world, expected.route, expected.role);
    const [path = '', query] = message.path.split('?');
    const isOwn = path.split('/').some((part) => SECRET_OR_ID.test(part));
    const whole = `${isOwn ? own : path}${query === undefined ? '' : `?${query}`}`;
    const headers = [...headersOf(house, expected.role), ...message.headers];
    const body = Buffer.from(message.body, 'latin1');
    return [
      {
        name,
        call: {
          ...rest,
          expected,
          organization: null,
          contractId: null,
          message: { ...message, path: whole, headers, body },
        },
      },
    ];
  });
}

/** Of its run; in another one it names nothing. */
const SECRET_OR_ID = /^[\w-]{22,}$/;

function readKept(): [name: string, kept: Kept][] {
  const names = globSync('*.json', { cwd: FOLDER }).sort();
  return names.map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Kept]);
}

const MOST_KEPT = 10;

/** Minimizes each counterexample and keeps one per kind of fault. */
export async function keepCounterexamples(
  found: readonly Counterexample[],
  world: World,
  visitors: Visitors,
  { port, judge, house }: { port: number; judge: Judge; house: House },
): Promise<void> {
  const ofAKind = new Map(
    found.map((one) => [`${one.call.target} ${one.fault.replaceAll(/[^a-z ]/g, '').slice(0, 40)}`, one]),
  );
  mkdirSync(FOLDER, { recursive: true });
  for (const { call, fault } of [...ofAKind.values()].slice(0, MOST_KEPT)) {
    const small = await minimized(call, { port, judge });
    const place = call.organization === null ? -1 : world.organizations.indexOf(call.organization);
    const { method, path, headers, body, framing } = small.message;
    const kept: Kept = {
      fault: fault.slice(0, 300),
      target: small.target,
      kind: small.kind,
      organization: place === -1 ? null : place,
      message: {
        method,
        path,
        headers: withoutOwn(house, small.expected, headers),
        body: body.toString('latin1'),
        framing,
      },
      expected: small.expected,
    };
    if (small.target === 'cells') continue;
    const text = withNames(JSON.stringify(kept, null, 2), namesFor(kept.organization, world, visitors));
    const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
    writeFileSync(join(FOLDER, `${call.target.replaceAll(' ', '-')}-${name}.json`), `${text}\n`);
  }
}

/** What a visitor brings is known by the role. */
function withoutOwn(house: House, expected: Expected, headers: Message['headers']): Kept['message']['headers'] {
  const own = expected.is === 'door' ? headersOf(house, expected.role).map((one) => one.join()) : [];
  return headers.filter((one) => !own.includes(one.join()));
}

type Names = readonly (readonly [name: string, value: string])[];

/** Values that differ between runs, and their placeholders. */
function namesFor(
  place: number | null,
  world: World,
  { organization, session, token, tenants, host }: Visitors,
): Names {
  const own = place === null ? organization : (world.organizations[place] ?? organization);
  const values: Record<string, string> = {
    apiKey: own.apiKey,
    statusKey: own.statusKey,
    organizationId: own.organizationId,
    token,
    session,
    host,
    ...Object.fromEntries(tenants.map((path, number) => [`tenant${number}`, path])),
  };
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [`{{${name}}}`, value] as const);
}

function withNames(text: string, names: Names): string {
  return names.reduce((changed, [name, value]) => changed.replaceAll(value, name), text);
}

function callOf(kept: Kept, world: World, visitors: Visitors): Call {
  const names = namesFor(kept.organization, world, visitors);
  const text = names.reduce((changed, [name, value]) => changed.replaceAll(name, value), JSON.stringify(kept));
  const { target, kind, message, expected, organization } = JSON.parse(text) as Kept;
  const whole: Message = { ...message, body: Buffer.from(message.body, 'latin1') };
  const own = organization === null ? null : (world.organizations[organization] ?? null);
  return { target, kind, message: whole, expected, organization: own, contractId: null };
}

const SAID_OF_PAYLOAD: ReadonlySet<Expected['is']> = new Set(['opened', 'refused', 'problems']);

/** Removes headers and members of the body while the answer still violates the contract. */
async function minimized(call: Call, { port, judge }: { port: number; judge: Judge }): Promise<Call> {
  const connection = new Connection(port);
  const isStillFound = async (smaller: Call): Promise<boolean> => {
    try {
      return judge(smaller, (await connection.exchange(smaller.message)).answer).fault !== null;
    } catch {
      return true;
    }
  };
  let small: Call = SAID_OF_PAYLOAD.has(call.expected.is) ? { ...call, expected: { is: 'in_contract' } } : call;
  // If only the expected answer to this very payload differs, it is kept as it is.
  if (!(await isStillFound(small))) return call;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of [...withLessHead(small), ...withLessBody(small)]) {
      if (!(await isStillFound(candidate))) continue;
      small = candidate;
      isSmaller = true;
      break;
    }
  }
  connection.close();
  return small;
}

function withLessHead(call: Call): Call[] {
  const { headers } = call.message;
  return headers.map((_, place) => ({ ...call, message: { ...call.message, headers: headers.toSpliced(place, 1) } }));
}

function withLessBody(call: Call): Call[] {
  let members: [string, unknown][];
  try {
    members = Object.entries(JSON.parse(call.message.body.toString('utf8')) as object);
  } catch {
    return [];
  }
  return members.map((_, place) => {
    const body = Buffer.from(JSON.stringify(Object.fromEntries(members.toSpliced(place, 1))));
    return { ...call, message: { ...call.message, body } };
  });
}
