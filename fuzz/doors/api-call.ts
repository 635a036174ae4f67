import type { RoleName } from '../../test/support/access.ts';
import { payload } from '../../test/support/payload.ts';
import type { Call } from '../call.ts';
import { encoded } from '../form-values.ts';
import type { Header } from '../headers.ts';
import type { Random } from '../random.ts';
import { anything, asText, word } from '../values.ts';
import { hugeFile, someContent } from './files.ts';
import { goodMember } from './good-values.ts';
import { goodValue } from './from-schema.ts';
import type { House } from './house.ts';
import { mutatedBody } from './mutate.ts';
import type { Route } from './routes.ts';
import type { Operation } from './spec.ts';
import { somePath, someVisitor, visit } from './visit.ts';

/** A call of a documented interface: the body from its schema, valid more often than not. */
export function apiCall(random: Random, house: House, door: string, route: Route): Call {
  const operation = house.spec.operation(route) ?? { body: null, query: [] };
  const role = someVisitor(random, house, route);
  const path = somePath(random, house, route, role);
  const query = queryOf(random, house, operation);
  const body = bodyOf(random, house, route, operation);
  return visit(random, house, {
    door,
    kind: body.kind,
    route,
    role,
    path: `${path}${query}`,
    headers: credentials(random, house, route, role),
    body: Buffer.from(body.text),
  });
}

/** What a provider is asked, two of them are: the insurer has a key of its own. */
function credentials(random: Random, { insurer }: House, { path }: Route, role: RoleName): Header[] {
  const isInsurer = path.startsWith('/provider/api') && role === 'provider' && random.chance(0.5);
  return isInsurer ? Object.entries(insurer) : [];
}

function queryOf(random: Random, { pool }: House, { query }: Operation): string {
  const given = query.filter(() => random.chance(0.5));
  if (given.length === 0)
    return random.chance(0.95) ? '' : `?${random.pick(['x=1', '%', 'limit=&limit=', '__proto__=1'])}`;
  const pairs = given.map(({ name, schema }): [string, string] => {
    const good = name === 'limit' ? random.between(1, 500) : goodValue(random, schema, name, pool);
    return [name, asText(random.chance(0.75) ? good : random.chance(0.5) ? anything(random) : random.pick(LIMITS))];
  });
  return `?${encoded(random, pairs)}`;
}

const LIMITS = ['0', '-1', '501', '1e3', '999999999', '9999999999', '9223372036854775808', '1.5', 'x', '', '\u0000'];

/** Calls whose body is more than its schema says. */
const BODIES: Record<string, (random: Random, house: House) => unknown> = {
  'POST /provider/api/answers': (random, house) =>
    Array.from(
      {
        length: random.weighted([
          [9, random.between(0, 5)],
          [1, 1_001],
        ]),
      },
      () => answerRow(random, house),
    ),
  'POST /operator/api/mails/bounced': (random, { world, pool }) => ({
    to: random.pick([world.ours.managerEmail, String(goodMember(random, 'email', pool))]),
    reason: '550 no such user',
  }),
};

const ANSWERS = ['account', 'cover', 'ended', 'paid', 'done', 'refused', 'acknowledge'];

function answerRow(random: Random, { pool }: House): unknown {
  const members = [
    'iban',
    'policyNumber',
    'amount',
    'on',
    'from',
    'premium',
    'reason',
    'reference',
    'openedOn',
    'qrIban',
  ];
  const some = random.some(members, random.between(0, 4));
  return {
    application: pool.pick(random, 'applications/:id') ?? word(random),
    answer: random.chance(0.9) ? random.pick(ANSWERS) : anything(random),
    ...Object.fromEntries(some.map((name) => [name, goodMember(random, name, pool) ?? word(random)])),
    ...(random.chance(0.2) ? { code: 'other', reason: 'no' } : {}),
    ...(random.chance(0.1) ? { certificate: someContent(random)[1].toString('base64') } : {}),
  };
}

const FILES = /\/(?:files|cover)$/;

function bodyOf(random: Random, house: House, route: Route, { body }: Operation): { kind: string; text: string } {
  if (route.method === 'GET') return { kind: 'read', text: random.chance(0.98) ? '' : '{"a":1}' };
  if (FILES.test(route.path) && random.chance(0.002)) {
    const { name, content } = hugeFile(random);
    const base64 = content.toString('base64');
    return {
      kind: 'huge',
      text: JSON.stringify({ policyNumber: 'P', certificate: base64, name, contentBase64: base64 }),
    };
  }
  const good =
    BODIES[route.name]?.(random, house) ?? (body === null ? undefined : goodValue(random, body, '', house.pool));
  return mutatedBody(random, good);
}

/** A deposit for those who move deposits: without new ones all would soon be closed. */
export function newDeposit(random: Random, house: House, door: string): Call {
  const { ours } = house.world;
  const route = house.table.byName.get('POST /webhook/custom');
  if (route === undefined) throw new Error('There is no open call.');
  const sent = payload({
    externalContractId: `${random.pick(['D-', 'SIM-'])}${word(random, 12)}`,
    tenantEmail: `${word(random, 10)}@mail.example`,
    rentalDeposit: String(random.between(5, 90) * 100),
  });
  return visit(random, house, {
    door,
    kind: 'new deposit',
    route,
    role: 'partner',
    path: '/webhook/custom',
    headers: [
      ['x-api-key', ours.apiKey],
      ['content-type', 'application/json'],
    ],
    body: Buffer.from(JSON.stringify(sent)),
  });
}
