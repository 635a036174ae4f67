import fastify, { type FastifyInstance } from 'fastify';
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { compareCompany } from '../domain/register-check.ts';
import type { Company } from '../domain/tenant.ts';
import { isUid } from '../domain/values/uid.ts';
import { openRegister } from '../register/zefix.ts';
import { SIMULATED_COMPANIES, SIMULATED_REGISTER_USER, simulatedRegister } from './simulated-register.ts';

const PASSWORD = 'se:cret';
const MUSTER: Company = { name: 'Muster AG', legalForm: 'ag', domicile: 'Zürich', zefixUid: null };

test('every simulated company has a valid UID of its own', () => {
  const uids = SIMULATED_COMPANIES.map(({ uid }) => uid);
  assert.deepEqual(
    uids.filter((uid) => !isUid(uid)),
    [],
  );
  assert.equal(new Set(uids).size, uids.length);
});

const ROWS: [uid: string, declared: Partial<Company>, differences: string[]][] = [
  ['CHE-109.322.551', {}, []],
  ['CHE-999.000.002', {}, ['name: Muster AG, Beispiel Handel AG']],
  ['CHE-999.000.019', {}, ['seat: Zürich, Winterthur']],
  ['CHE-999.000.025', {}, ['status: active, deleted']],
  ['CHE-999.000.031', {}, ['status: active, dissolving']],
  ['CHE-999.000.048', {}, ['legalForm: ag, gmbh']],
  ['CHE-999.000.054', { name: 'Exemple Immobilier SA', domicile: 'Genève' }, []],
  ['CHE-999.000.054', { name: 'Beispiel Immobilien AG', domicile: 'Genf' }, []],
  ['CHE-999.000.060', { name: 'Esempio Costruzioni Sagl', domicile: 'Lugano TI', legalForm: 'gmbh' }, []],
  ['CHE-999.000.060', { name: 'Exemple Construction', domicile: 'Lugano', legalForm: 'gmbh' }, []],
  ['CHE-999.000.077', {}, ['legalForm: ag, other']],
  ['CHE-116.281.710', {}, ['company: CHE-116.281.710, ']],
];
test('the simulated register, queried by the production client', async (t) => {
  await using server = simulated();
  await server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/sandbox/register`;
  const register = openRegister({ url, user: SIMULATED_REGISTER_USER, password: PASSWORD });
  for (const [uid, declared, expected] of ROWS) {
    await t.test(`${declared.name ?? MUSTER.name} with ${uid}: ${expected.join('; ') || 'no difference'}`, async () => {
      const company = { ...MUSTER, zefixUid: uid, ...declared };
      const differences = compareCompany(company, await register.find(uid));
      assert.deepEqual(
        differences.map(({ field, declared, registered }) => `${field}: ${declared}, ${registered}`),
        expected,
      );
    });
  }
  await t.test('every simulated company is in a row', () => {
    const asked = new Set(ROWS.map(([uid]) => uid));
    assert.deepEqual(
      SIMULATED_COMPANIES.filter(({ uid }) => !asked.has(uid)),
      [],
    );
  });
});

const CALLS: [what: string, authorization: string | undefined, id: string, status: number][] = [
  ['user and password', basic('sandbox', PASSWORD), 'CHE109322551', 200],
  ['a UID with punctuation', basic('sandbox', PASSWORD), 'CHE-109.322.551', 200],
  ['an unknown UID', basic('sandbox', PASSWORD), 'CHE116281710', 404],
  ['no UID', basic('sandbox', PASSWORD), 'nonsense', 404],
  ['another user', basic('somebody', PASSWORD), 'CHE109322551', 401],
  ['another password', basic('sandbox', 'wrong'), 'CHE109322551', 401],
  ['a token', `Bearer ${PASSWORD}`, 'CHE109322551', 401],
  ['nothing', undefined, 'CHE109322551', 401],
];
for (const [what, authorization, id, status] of CALLS) {
  test(`the simulated register answers ${what} with ${status}`, async () => {
    await using server = simulated();
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await server.inject({ url: `/sandbox/register/api/v1/company/uid/${id}`, headers });
    assert.equal(answer.statusCode, status);
    if (status === 401) assert.match(String(answer.headers['www-authenticate']), /^Basic /);
    if (status === 404) assert.equal(answer.json().error.type, 'NOT_FOUND');
    if (status === 200) assert.equal(answer.json()[0].legalForm.shortName.fr, 'SA');
  });
}

function simulated(): FastifyInstance {
  const server = fastify();
  simulatedRegister(server, { password: PASSWORD });
  return server;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
