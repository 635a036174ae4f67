import type { Call, Expected } from './call.ts';
import { contentOf, refused, type Content } from './contents.ts';
import { idHeaders, idleHeaders, keyHeaders, type Header, type Varied } from './headers.ts';
import type { Random } from './random.ts';
import type { Framing } from './wire.ts';
import type { Organization, World } from './world.ts';

/** An open call or its dry run, and the expected answer. `number` makes its contract id unique. */
export function openCall(random: Random, world: World, run: string, number: number): Call {
  const organization = random.pick(world.organizations);
  const isCheck = random.chance(0.5);
  const content = contentOf(random, organization, `${run}-${number}`);
  const key = random.chance(0.92)
    ? right('x-api-key', organization.apiKey)
    : keyHeaders(random, organization.apiKey, world);
  const id = random.chance(0.95)
    ? right('x-external-org-id', organization.externalOrgId)
    : idHeaders(random, 'x-external-org-id', organization.externalOrgId);
  const route = routeOf(random, `/webhook/${organization.integration}${isCheck ? '/check' : ''}`);
  const framing = framingOf(random, content.body);
  const expected =
    framing.isBroken || route.expected?.is === 'not_http'
      ? ({ is: 'not_http' } as const)
      : (route.expected ?? atTheDoor(key, id, organization) ?? content.expected);
  const encoding: Header[] = content.encoding === undefined ? [] : [['content-encoding', content.encoding]];
  const kinds = [route.kind, key.kind, id.kind, framing.kind].filter((kind) => kind !== '');
  return {
    target: isCheck ? 'check' : 'open',
    kind: kinds.length > 0 ? kinds.join(', ') : content.kind,
    message: {
      method: route.method,
      path: route.path,
      headers: [['host', 'depono.example'], ...encoding, ...key.headers, ...id.headers, ...quiet(random, content)],
      body: content.body,
      framing: framing.framing,
    },
    expected,
    organization,
    contractId: content.contractId,
  };
}

/** The value of a valid header. */
function right(name: string, value: string): Varied {
  return { standing: 'right', headers: [[name, value]], kind: '' };
}

/** At most one content encoding. */
function quiet(random: Random, { encoding }: Content): Header[] {
  return idleHeaders(random).filter(([name]) => encoding === undefined || name !== 'content-encoding');
}

/** Rows 1 to 3, and an organization without a default property manager. */
function atTheDoor(key: Varied, id: Varied, { integration, hasDefaultManager }: Organization): Expected | null {
  if (key.standing !== 'right') return refused('errored', 'Not Authorised!');
  if (id.standing === 'missing') return refused('errored', 'External Org ID not provided');
  if (id.standing === 'wrong')
    return refused('errored', `Organization with external ID … not found for ${integration}`);
  if (hasDefaultManager) return null;
  return refused('errored', 'Organization has no default property manager yet: the service operator has to name one');
}

type Route = { method: string; path: string; expected: Expected | null; kind: string };

function routeOf(random: Random, path: string): Route {
  const plain: Route = { method: 'POST', path, expected: null, kind: '' };
  if (random.chance(0.95)) return plain;
  return random.pick<() => Route>([
    () => ({
      ...plain,
      path: `${path}?${random.pick(['x', 'a=b&a=c', '__proto__[x]=1', '%', '%zz=%ff', '?'.repeat(50)])}`,
      kind: 'path with a query',
    }),
    () => ({
      ...plain,
      method: random.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']),
      expected: { is: 'method_refused', allow: 'POST' },
      kind: 'another method',
    }),
    () => ({
      ...plain,
      method: random.pick(['TRACE', 'PROPFIND', 'LOCK', 'QUERY']),
      expected: { is: 'no_route' },
      kind: 'a rare method',
    }),
    () => ({
      ...plain,
      method: random.pick(['post', 'FOO', 'PO ST', '', 'G@T']),
      expected: { is: 'not_http' },
      kind: 'no method',
    }),
    () => ({
      ...plain,
      path: random.pick([
        `${path}/`,
        path.toUpperCase(),
        `/${path}`,
        '/webhook/partner',
        '/webhook/',
        `${path}/x`,
        '/webhook/check',
        `${path}%2f`,
      ]),
      expected: { is: 'no_route' },
      kind: 'another path',
    }),
    () => ({
      ...plain,
      path: random.pick([
        path.replace('c', '%63'),
        `${path}#x`,
        `${path};a=b`,
        `/x/..${path}`,
        `http://depono.example${path}`,
        `${path}%`,
        `${path}%zz`,
        `${path}%00`,
        `${path}\xff`,
      ]),
      expected: { is: 'odd_route' },
      kind: 'an odd path',
    }),
    () => ({
      ...plain,
      path: `/${'a'.repeat(random.pick([100, 2_000, 12_000]))}`,
      expected: { is: 'no_route' },
      kind: 'a long path',
    }),
  ])();
}

type Framed = { framing: Framing; isBroken: boolean; kind: string };

function framingOf(random: Random, body: Buffer): Framed {
  if (random.chance(0.88)) return { framing: 'length', isBroken: false, kind: '' };
  if (random.chance(0.85)) return { framing: 'chunked', isBroken: false, kind: '' };
  const broken = ['cut_short', 'more_than_said', 'length_and_chunks', 'two_lengths', 'no_number', 'bad_chunk'] as const;
  return { framing: body.length < 4 ? 'two_lengths' : random.pick(broken), isBroken: true, kind: 'broken framing' };
}
