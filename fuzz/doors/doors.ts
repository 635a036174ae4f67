import type { Call } from '../call.ts';
import type { Random } from '../random.ts';
import { apiCall, newDeposit } from './api-call.ts';
import type { House } from './house.ts';
import { pageCall } from './page-call.ts';
import type { Route, RouteTable } from './routes.ts';

/** A door: the routes that belong together, and how often they are chosen among all. */
type Door = { name: string; weight: number; has: RegExp; kind: 'api' | 'page' };

/** The first that fits has the route. Every route of the service has one. */
export const DOORS: readonly Door[] = [
  { name: 'provider api', weight: 12, has: /^\S+ \/provider\/api\//, kind: 'api' },
  { name: 'provider pages', weight: 6, has: /^\S+ \/provider(?:\/|$)/, kind: 'page' },
  { name: 'sandbox of partners', weight: 6, has: /^\S+ \/partner\/api\/sandbox\//, kind: 'api' },
  { name: 'partner api', weight: 8, has: /^\S+ \/partner\/api\//, kind: 'api' },
  { name: 'partner pages', weight: 8, has: /^\S+ \/partner(?:\/|$)/, kind: 'page' },
  { name: 'events and deposits', weight: 6, has: /^GET \/webhook\/(?:events|deposits)$/, kind: 'api' },
  { name: 'operator api', weight: 16, has: /^\S+ \/operator\/api\//, kind: 'api' },
  { name: 'console', weight: 12, has: /^\S+ \/operator(?:\/|$)/, kind: 'page' },
  { name: 'sandbox api', weight: 14, has: /^\S+ \/sandbox\/api\//, kind: 'api' },
  { name: 'sandbox pages', weight: 2, has: /^\S+ \/sandbox\//, kind: 'page' },
  { name: 'managers', weight: 12, has: /^\S+ \/(?:manager|import-deposit)(?:\/|$)/, kind: 'page' },
  { name: 'tenants', weight: 10, has: /^\S+ \/t\//, kind: 'page' },
  {
    name: 'signed documents and signatures',
    weight: 3,
    has: /^\S+ \/(?:documents|qualified-signatures)\//,
    kind: 'page',
  },
  { name: 'open to anyone', weight: 3, has: /^\S+ \/(?!webhook\/)/, kind: 'page' },
];

/** The open call and the status have grammars of their own. */
const ELSEWHERE = /^\S+ \/webhook\//;

export function doorOf({ name }: Pick<Route, 'name'>): Door | null {
  const found = DOORS.find(({ has }) => has.test(name)) ?? null;
  if (found === null && !ELSEWHERE.test(name)) throw new Error(`${name} is behind no door.`);
  return found;
}

const NEW_DEPOSITS = 0.12;

/** A call to one of the doors, or to the named one. */
export function doorCall(random: Random, house: House, only: string | null = null): Call {
  const door =
    only === null
      ? random.weighted(DOORS.map((one) => [one.weight, one] as const))
      : DOORS.find(({ name }) => name === only);
  if (door === undefined) throw new Error(`There is no door named ${String(only)}.`);
  if (door.name === 'sandbox api' && random.chance(NEW_DEPOSITS)) return newDeposit(random, house, door.name);
  const { own, changing } = behind(house.table, door);
  // Reading fails less often than changing.
  const some = (): Route => random.pick(changing.length > 0 && random.chance(0.5) ? changing : own);
  // A deposit that is withdrawn goes nowhere any more.
  const first = some();
  const route = first.path.endsWith('/withdraw') && random.chance(0.8) ? some() : first;
  return door.kind === 'api' ? apiCall(random, house, door.name, route) : pageCall(random, house, door.name, route);
}

type Behind = { own: Route[]; changing: Route[] };
const known = new WeakMap<RouteTable, Map<Door, Behind>>();

function behind(table: RouteTable, door: Door): Behind {
  const doors = known.get(table) ?? new Map<Door, Behind>();
  known.set(table, doors);
  const before = doors.get(door);
  if (before !== undefined) return before;
  const own = table.routes.filter((route) => doorOf(route) === door);
  const made = { own, changing: own.filter(({ method }) => method !== 'GET' && method !== 'HEAD') };
  doors.set(door, made);
  return made;
}
