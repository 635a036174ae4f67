import { outcomeOf } from '../../test/support/matrix.ts';
import type { RoleName } from '../../test/support/access.ts';
import { expected } from '../../test/support/matrix.ts';
import type { Call } from '../call.ts';
import { LEAK, type Judged } from '../oracle.ts';
import { CANARY, MARKUP_CANARY } from '../values.ts';
import type { WireAnswer } from '../wire.ts';
import { learn } from './learn.ts';
import type { House } from './house.ts';
import type { Route } from './routes.ts';

/** Statuses of each route, for the report. */
export type Reached = Map<string, Set<number>>;

/** An answer to any door: never a failure, as documented, in nobody else's words, and to nobody without access. */
export function judgeDoor(house: House, reached: Reached, call: Call, answer: WireAnswer | null): Judged {
  const { expected: due, message } = call;
  if (due.is !== 'door') throw new Error('This call goes to another judge.');
  if (answer === null) return { outcome: 'no answer', fault: 'the connection ended without an answer', codes: [] };
  const route = house.table.byName.get(due.route);
  if (route === undefined) throw new Error(`${due.route} is not in the table.`);
  const text = answer.body.toString('utf8');
  const fault =
    faultOfStatus(route, answer) ??
    faultOfAccess(route, due.role, answer, text) ??
    house.spec.fault(route, answer) ??
    faultOfText(house, route, answer, text);
  reached.set(route.name, (reached.get(route.name) ?? new Set()).add(answer.status));
  learn(house, message.path, answer);
  const said =
    fault === null ? null : `${fault}: ${route.name} for ${due.role}: ${answer.status} ${text.slice(0, 400)}`;
  return { outcome: String(answer.status), fault: said, codes: [] };
}

/** Partners are answered 500 by the contract; and a service that stops says so. */
const MAY_FAIL = /^\S+ \/(?:webhook\/|readyz)/;

function faultOfStatus({ name }: Route, { status }: WireAnswer): string | null {
  if (status < 500 || MAY_FAIL.test(name)) return null;
  return 'the service fails';
}

/** Judged before or without looking at who asks. */
const BEFORE_ACCESS = new Set([400, 404, 405, 410, 413, 415, 422, 431]);

/** Who may not enter by the matrix of routes and roles gets nothing, whatever else is asked. */
function faultOfAccess({ name }: Route, role: RoleName, { status, headers }: WireAnswer, text: string): string | null {
  const due = expected(name, role);
  if (due === 'in' || typeof due === 'number') {
    if (due !== 401) return null;
  }
  if (BEFORE_ACCESS.has(status) || status === 403) return null;
  const location = headers.get('location') ?? '';
  const outcome = outcomeOf(name, { status, location, text, headers: new Headers() });
  return outcome === 'in' ? `${role} gets in, ${due} is due` : null;
}

function faultOfText(house: House, { method, path }: Route, answer: WireAnswer, text: string): string | null {
  const { headers, status } = answer;
  const type = headers.get('content-type') ?? '';
  const isProblem = type.includes('problem+json');
  if ((isProblem || (status >= 400 && type.startsWith('text/plain'))) && LEAK.test(withoutCanary(text))) {
    return 'the answer tells of us';
  }
  if (type.startsWith('text/html')) {
    if (text.includes(MARKUP_CANARY)) return 'what was sent became markup';
    if (!(headers.get('content-security-policy') ?? '').includes("default-src 'none'"))
      return 'a page without its policy';
    if (!text.trimEnd().endsWith('</html>')) return 'a page that is not whole';
  }
  const location = headers.get('location') ?? '/';
  const isHere = location.startsWith(`${house.baseUrl}/`) || (location.startsWith('/') && !/^\/[/\\]/.test(location));
  if (!isHere) return `it leads away, to ${location}`;
  if (method === 'GET' && /\/(?:files\/:\w+|proof)$/.test(path) && status === 200 && !type.startsWith('text/html')) {
    const isSafe =
      headers.get('x-content-type-options') === 'nosniff' &&
      (headers.get('content-disposition') ?? '').startsWith('attachment');
    if (!isSafe) return 'a file that somebody has sent is no download';
  }
  if (type.startsWith('text/csv') && FORMULA.test(text)) return 'a cell is a formula';
  return null;
}

/** A cell that a spreadsheet would run. */
const FORMULA = /(?:^|[\n;,\t])"?[=@]/;

/** Words that were sent may be in a detail, and are not ours. */
const withoutCanary = (text: string): string => text.replaceAll(CANARY, '').replaceAll('"undefined"', '');
