import { ROLES, type RoleName } from '../../test/support/access.ts';
import { filled } from '../../test/support/walk.ts';
import type { Call } from '../call.ts';
import { oddSegment } from '../form-values.ts';
import { someAddress, type Header } from '../headers.ts';
import type { Random } from '../random.ts';
import type { Framing } from '../wire.ts';
import { headersOf, isAdding, type House } from './house.ts';
import { parameterAt, type Route } from './routes.ts';

/** These end the session that a visitor has. */
const ENDS_SESSION = /\/sign-out$|\/sessions\/end/;

/** Mostly somebody who gets in; sometimes anybody. */
export function someVisitor(random: Random, { insiders }: House, route: Route): RoleName {
  const inside = insiders.get(route.name) ?? [];
  if (ENDS_SESSION.test(route.path)) {
    const outside = ROLES.filter((role) => !inside.includes(role));
    return random.pick(outside);
  }
  // All get in where nothing is asked: then those who have most are as good as others.
  return inside.length > 0 && random.chance(0.85) ? random.pick(inside) : random.pick(ROLES);
}

/** The path of a route, with ids that answers have shown, the visitor's own, or odd ones. */
export function somePath(random: Random, house: House, route: Route, role: RoleName): string {
  const own = filled(house.world, route.name, role).split('/');
  const isFree = route.method !== 'GET' && !isAdding(route);
  return route.parts
    .map((part, at) => {
      if (!part.startsWith(':')) return part;
      const value = random.weighted<() => string>([
        [9, () => house.pool.pick(random, parameterAt(route.parts, at), isFree) ?? own[at] ?? ''],
        [6, () => own[at] ?? ''],
        [1, () => random.pick(NO_IDS)],
        [1, () => oddSegment(random)],
      ])();
      return isFree && house.pool.kept.has(value) ? random.pick(NO_IDS) : value;
    })
    .join('/');
}

const NO_IDS: readonly string[] = [
  '01980000-0000-7000-8000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '1',
  '-1',
  '99999999999999999999',
  'null',
  'A'.repeat(43),
];

type Sent = {
  door: string;
  kind: string;
  route: Route;
  role: RoleName;
  path: string;
  headers?: readonly Header[];
  body?: Buffer;
  isPaced?: boolean;
};

/** The call of a visitor, each from another address. */
export function visit(random: Random, house: House, sent: Sent): Call {
  const { door, kind, route, role, path, headers = [], body = Buffer.alloc(0), isPaced } = sent;
  const given = new Set(headers.map(([name]) => name));
  const own = headersOf(house, role).filter(([name]) => !given.has(name));
  const isBodiless = route.method === 'GET' && body.length === 0;
  const framing: Framing = isBodiless ? 'none' : random.chance(0.95) ? 'length' : 'chunked';
  return {
    target: door,
    kind,
    message: {
      method: route.method,
      path,
      headers: [['host', house.host], ['x-forwarded-for', someAddress(random)], ...own, ...headers],
      body,
      framing,
    },
    expected: { is: 'door', route: route.name, role },
    organization: null,
    contractId: null,
    isPaced: isPaced ?? PACED.test(route.path),
  };
}

/** Answers that take the same time for everybody, and those to failed keys. */
const PACED = /\/sign-in(?:\/|$)|\/new-link$/;
