import type { Call, Expected } from './call.ts';
import { idHeaders, idleHeaders, keyHeaders, type Varied } from './headers.ts';
import type { Random } from './random.ts';
import { CANARY, goodText, word } from './values.ts';
import type { World } from './world.ts';

/** A status read, and the expected answer: section 7.2, in its order. */
export function statusCall(random: Random, world: World): Call {
  const organization = random.pick(world.organizations);
  const right = (name: string, value: string): Varied => ({ standing: 'right', headers: [[name, value]], kind: '' });
  const key = random.chance(0.85)
    ? right('x-api-key', organization.statusKey)
    : keyHeaders(random, organization.statusKey, world);
  const id = random.chance(0.85)
    ? right('x-org-id', organization.organizationId)
    : idHeaders(random, 'x-org-id', organization.organizationId);
  const query = queryOf(random, organization.taken);
  const method = random.chance(0.98) ? 'GET' : random.pick(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);
  const expected: Expected =
    query.is === 'not_http'
      ? { is: 'not_http' }
      : method === 'GET'
        ? { is: 'status', ...expectedStatus(key, id, organization.hasStatus, query) }
        : { is: 'method_refused', allow: 'GET' };
  return {
    target: 'status',
    kind: [key.kind, id.kind, query.kind].find((kind) => kind !== '') ?? '',
    message: {
      method,
      path: `/webhook/contract-status${query.text}`,
      headers: [['host', 'depono.example'], ...key.headers, ...id.headers, ...idleHeaders(random)],
      body: Buffer.alloc(0),
      framing: 'none',
    },
    expected,
    organization,
    contractId: query.contractId,
  };
}

type Query = {
  kind: string;
  text: string;
  is: 'known' | 'unknown' | 'missing' | 'repeated' | 'not_http';
  contractId: string | null;
};

function expectedStatus(
  key: Varied,
  id: Varied,
  isEnabled: boolean,
  query: Query,
): { status: number; externalContractId: string | null } {
  const answer = (status: number) => ({ status, externalContractId: status === 200 ? query.contractId : null });
  if (key.standing === 'missing' || id.standing === 'missing') return answer(400);
  if (id.standing === 'wrong') return answer(500);
  if (key.standing === 'wrong') return answer(401);
  if (!isEnabled) return answer(500);
  if (query.is === 'missing' || query.is === 'repeated') return answer(400);
  return answer(query.is === 'known' ? 200 : 404);
}

function queryOf(random: Random, taken: readonly string[]): Query {
  const one = (kind: string, is: Query['is'], text: string, contractId: string | null = null): Query => ({
    kind,
    is,
    text,
    contractId,
  });
  const name = 'ext-contract-id';
  const unknown = `${CANARY}${word(random)}`;
  const choices: (() => Query)[] = [
    () =>
      one('unknown id', 'unknown', `?${name}=${encodeURIComponent(`${unknown}${goodText(random).toWellFormed()}`)}`),
    () => one('huge id', 'unknown', `?${name}=${unknown}${'x'.repeat(random.pick([128, 1_000, 8_000]))}`),
    () =>
      one(
        'id of odd bytes',
        'unknown',
        `?${name}=${unknown}${random.pick(['%ff', '%c3', '%zz', '%', '%u0041', '%ed%a0%80'])}`,
      ),
    () => one('id of SQL', 'unknown', `?${name}=${encodeURIComponent(`' or 1=1 --${unknown}`)}`),
    () =>
      one(
        'no id',
        'missing',
        random.pick([
          '',
          '?',
          '?x=1',
          `?${name}`,
          `?${name}=`,
          `?${name}=%20%00`,
          `?${name.toUpperCase()}=x`,
          `?${name}[]=x`,
        ]),
      ),
    () => one('id given twice', 'repeated', `?${name}=${unknown}&${name}=${random.pick([unknown, 'y', ''])}`),
    () => one('id of bytes that no address has', 'not_http', `?${name}=${unknown}\xe4`),
    () => one('many parameters', 'unknown', `?${'a=b&'.repeat(random.pick([10, 1_500]))}${name}=${unknown}`),
  ];
  if (taken.length === 0 || random.chance(0.4)) return random.pick(choices)();
  const id = random.pick(taken);
  const spaced = random.chance(0.1) ? ` ${id}\t` : id;
  return one('known id', 'known', `?${name}=${encodeURIComponent(spaced)}`, id);
}
