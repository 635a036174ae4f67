import assert from 'node:assert/strict';
import pg from 'pg';
import { fillWorld, ROLES, type RoleName, type World as AccessWorld } from '../../test/support/access.ts';
import { expected } from '../../test/support/matrix.ts';
import { setUpProvider } from '../../test/support/provider.ts';
import type { Service } from '../../test/support/service.ts';
import { filled } from '../../test/support/walk.ts';
import { Connection } from '../wire.ts';
import { FormBook } from './harvest-forms.ts';
import { learn, type Learner } from './learn.ts';
import { Pool } from './pool.ts';
import { RouteTable, routesOf, type Route } from './routes.ts';
import { readSpec, type Spec } from './spec.ts';

/** Every door of the service, and for each the visitors who have a key to it. */
export type House = Learner & {
  world: AccessWorld;
  spec: Spec;
  host: string;
  /** Who gets in, by the name of the route. */
  insiders: ReadonlyMap<string, readonly RoleName[]>;
  /** Another provider that is asked by the same organization: an insurer. */
  insurer: Record<string, string>;
  close: () => Promise<void>;
};

export async function openHouse(service: Service, names: readonly string[]): Promise<House> {
  const world = await fillWorld(service, names);
  const insurer = await setUpProvider(service, 'insurer');
  const changed = await service.operator('PATCH', `/organizations/${world.ours.organizationId}`, {
    insurerProviderId: insurer.id,
  });
  assert.equal(changed.status, 200, changed.text);
  const routes = routesOf(names);
  const house: House = {
    world,
    table: new RouteTable(routes),
    pool: new Pool(),
    forms: new FormBook(),
    baseUrl: service.baseUrl,
    spec: await readSpec(service.address),
    host: new URL(service.baseUrl).host,
    insiders: new Map(routes.map(({ name }) => [name, ROLES.filter((role) => expected(name, role) === 'in')] as const)),
    insurer: { authorization: `Bearer ${insurer.apiKey}` },
    close: () => world.close(),
  };
  for (const id of await idsThatStay(service.databaseUrl)) house.pool.kept.add(id);
  await tour(house, Number(new URL(service.address).port));
  return house;
}

/** Visitors have keys, sessions and roles by these. */
const KEPT_TABLES = [
  'partners',
  'partner_keys',
  'partner_contacts',
  'partner_status_keys',
  'organizations',
  'members',
  'status_keys',
  'providers',
  'provider_keys',
  'provider_contacts',
  'operators',
  'operator_tokens',
  'connections',
];

async function idsThatStay(databaseUrl: string): Promise<string[]> {
  const sql = new pg.Client(databaseUrl);
  await sql.connect();
  const selects = KEPT_TABLES.map((table) => `select id::text as id from ${table}`);
  const { rows } = await sql.query<{ id: string }>(selects.join(' union '));
  await sql.end();
  return rows.map(({ id }) => id);
}

/** Opens every page and list once, for their ids and forms. */
async function tour(house: House, port: number): Promise<void> {
  const connection = new Connection(port);
  for (const route of house.table.routes.filter(({ method }) => method === 'GET')) {
    const role = house.insiders.get(route.name)?.[0] ?? 'nobody';
    const path = filled(house.world, route.name, role);
    const headers = [['host', house.host], ...headersOf(house, role)] as const;
    const { answer } = await connection.exchange({
      method: 'GET',
      path,
      headers: headers.map(([name = '', value = '']) => [name, value]),
      body: Buffer.alloc(0),
      framing: 'none',
    });
    if (answer !== null) learn(house, path, answer);
  }
  connection.close();
}

/** All that a visitor brings; ids are no secret. */
export function headersOf({ world }: House, role: RoleName): [string, string][] {
  const { organizationId, externalOrgId } = world.ours;
  const ids = { 'x-org-id': organizationId, 'x-external-org-id': externalOrgId, 'x-api-key': 'wrong' };
  return Object.entries({ ...ids, ...world.roles[role].headers });
}

export const isAdding = ({ method, path }: Route): boolean => method === 'POST' && !HARMS.test(path);

/** What ends or changes what stands before it. */
const HARMS = /\/(?:remove|revoke|retire|edit|default|reactivate|:\w+)$/;
