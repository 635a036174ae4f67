import type { Call, Expected } from './call.ts';
import {
  encoded,
  forgedCookies,
  oddBody,
  oddQuery,
  oddSegment,
  oddToken,
  oddType,
  payloadFields,
  tenantForm,
} from './form-values.ts';
import { someAddress, type Header } from './headers.ts';
import { goodEmail, type Fields } from './payload.ts';
import type { Random } from './random.ts';
import { anything } from './values.ts';
import type { Visitors } from './visitors.ts';

/** Statuses that a page may have for any input; never an internal error. */
const MEANT = [200, 303, 400, 401, 403, 404, 409, 410, 413, 415, 422, 431] as const;

type Made = {
  kind: string;
  method: 'GET' | 'POST';
  path: string;
  form?: Fields;
  raw?: Buffer;
  headers?: Header[];
  statuses?: readonly number[];
  isPaced?: boolean;
};

/** How often a call is chosen, and how it is made. */
type Choice = [weight: number, make: () => Made];

/** A page requested or a form sent, by someone who is signed in, by a tenant with a link, or without either. */
export function formCall(random: Random, visitors: Visitors, number: number): Call {
  const {
    kind,
    method,
    path,
    form,
    raw,
    headers = [],
    statuses = MEANT,
    isPaced = false,
  } = made(random, visitors, number);
  const body = raw ?? (form === undefined ? Buffer.alloc(0) : Buffer.from(encoded(random, form)));
  const typed: Header[] =
    method === 'POST' && !headers.some(([name]) => name === 'content-type')
      ? [['content-type', 'application/x-www-form-urlencoded']]
      : [];
  const expected: Expected = { is: 'page', statuses };
  return {
    target: 'form',
    kind,
    message: {
      method,
      path,
      body,
      headers: [['host', visitors.host], ['x-forwarded-for', someAddress(random)], ...typed, ...headers],
      framing: method === 'POST' ? 'length' : 'none',
    },
    expected,
    organization: null,
    contractId: null,
    isPaced,
  };
}

function made(random: Random, visitors: Visitors, number: number): Made {
  const fields = (): Fields => payloadFields(random, visitors.organization, `H-${number}`);
  const tenant = random.pick(visitors.tenants);
  const part = random.pick(['/sign', '/closing', '/counter', '/consent', '/demand', '/renew']);
  return random.weighted([
    ...importPages(random, visitors, fields),
    ...depositForms(random, visitors, { fields, path: `${tenant}${part}` }),
    ...managerPages(random, visitors),
    ...tenantPages(random, tenant, part),
  ])();
}

function importPages(random: Random, { session }: Visitors, fields: () => Fields): Choice[] {
  return [
    [
      30,
      () => ({
        kind: '/import-deposit, signed in',
        method: 'GET',
        path: `/import-deposit?${encoded(random, fields())}`,
        headers: [['cookie', session]],
        statuses: [200, 404, 431],
      }),
    ],
    [
      8,
      () => ({
        kind: '/import-deposit, not signed in',
        method: 'GET',
        path: `/import-deposit?${encoded(random, fields())}`,
        headers: forgedCookies(random, session),
        statuses: [303, 431],
      }),
    ],
  ];
}

/** Forms that open a deposit, and bodies that are no form, also sent to a tenant's path. */
function depositForms(
  random: Random,
  { session, token, organization }: Visitors,
  { fields, path }: { fields: () => Fields; path: string },
): Choice[] {
  const signedIn: Header[] = [['cookie', session]];
  const asForm = (): Fields => [['organization', organization.organizationId], ['token', token], ...fields()];
  return [
    [
      14,
      () => ({
        kind: 'a deposit by hand',
        method: 'POST',
        path: '/manager/deposits',
        form: asForm(),
        headers: signedIn,
        statuses: [303, 422, 413],
      }),
    ],
    [
      3,
      () => ({
        kind: 'a deposit by hand, forged',
        method: 'POST',
        path: '/manager/deposits',
        form: [['token', anything(random)], ...fields()],
        headers: signedIn,
        statuses: [403, 413],
      }),
    ],
    [
      3,
      () => ({
        kind: 'a deposit by hand, from another page',
        method: 'POST',
        path: '/manager/deposits',
        form: asForm(),
        headers: [...signedIn, ['origin', random.pick(['https://evil.example', 'null', 'x'])]],
        statuses: [403],
      }),
    ],
    [
      3,
      () => ({
        kind: 'a deposit by hand, not signed in',
        method: 'POST',
        path: '/manager/deposits',
        form: asForm(),
        headers: forgedCookies(random, session),
        statuses: [401, 413],
      }),
    ],
    [
      3,
      () => ({
        kind: 'an invalid form',
        method: 'POST',
        path: random.pick(['/manager/deposits', '/manager/sign-in', path]),
        raw: oddBody(random),
        headers: [...signedIn, ['content-type', oddType(random)]],
        isPaced: true,
      }),
    ],
  ];
}

function managerPages(random: Random, { session }: Visitors): Choice[] {
  const signedIn: Header[] = [['cookie', session]];
  return [
    [
      10,
      () => ({
        kind: 'the list of deposits',
        method: 'GET',
        path: `/manager/deposits?${oddQuery(random, ['q', 'search', 'state', 'step', 'sort', 'after', 'from', 'to', 'organization'])}`,
        headers: signedIn,
        statuses: [200, 303, 400, 404, 422, 431],
      }),
    ],
    [
      4,
      () => ({
        kind: 'the import errors',
        method: 'GET',
        path: `/manager/import-errors?${oddQuery(random, ['contract', 'organization', 'after'])}`,
        headers: signedIn,
        statuses: [200, 404, 431],
      }),
    ],
    [
      5,
      () => ({
        kind: 'somebody’s deposit',
        method: 'GET',
        path: `/manager/deposits/${oddSegment(random)}${random.pick(['', '/correct', '/edit', '/close'])}`,
        headers: signedIn,
        statuses: [200, 303, 404, 409, 431],
      }),
    ],
    [
      1,
      () => ({
        kind: 'asking for a sign-in link',
        method: 'POST',
        path: random.pick(['/manager/sign-in', '/operator/sign-in']),
        form: [
          ['email', random.chance(0.5) ? goodEmail(random) : anything(random)],
          ['next', anything(random)],
        ],
        isPaced: true,
      }),
    ],
    [
      3,
      () => ({
        kind: 'a sign-in link',
        method: 'GET',
        path: `/${random.pick(['manager', 'operator'])}/sign-in/${oddSegment(random)}`,
        statuses: [200, 303, 404, 410, 431],
      }),
    ],
  ];
}

function tenantPages(random: Random, tenant: string, part: string): Choice[] {
  return [
    [
      6,
      () => ({
        kind: 'an invalid tenant’s link',
        method: random.pick(['GET', 'POST']),
        path: `/t/${oddToken(random, tenant.slice(3))}${random.pick(['', part, '/slip.pdf'])}`,
        form: [],
        statuses: [404, 431, 405, 403, 303, 200],
      }),
    ],
    [
      8,
      () => ({
        kind: 'a tenant’s page',
        method: 'GET',
        path: `${tenant}${random.pick(['', '/agreement.pdf', '/slip.svg', `/documents/${oddSegment(random)}`])}?${oddQuery(random, ['lang', 'sent'])}`,
        statuses: [200, 303, 404, 409, 410, 431],
      }),
    ],
    [
      10,
      () => ({
        kind: `a tenant’s form ${part}`,
        method: 'POST',
        path: `${tenant}${part}`,
        form: tenantForm(random),
        statuses: [200, 303, 403, 404, 409, 410, 413, 422],
      }),
    ],
    [
      1,
      () => ({
        kind: 'asking for a tenant’s link',
        method: 'POST',
        path: '/t/new-link',
        form: [['email', random.chance(0.3) ? goodEmail(random) : anything(random)]],
        isPaced: true,
      }),
    ],
    [
      2,
      () => ({
        kind: 'a document’s link',
        method: 'GET',
        path: `/documents/${oddToken(random, tenant.slice(3))}`,
        statuses: [404, 431],
      }),
    ],
  ];
}
