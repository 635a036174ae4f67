import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { abortMove, moveOrganization, type OrganizationMove } from '../src/actions/cells/move-organization.ts';
import { hold, letWorkRest } from '../src/storage/cells/hold.ts';
import { withSides } from '../src/storage/cells/sides.ts';
import { familyOf } from '../src/storage/cells/state.ts';
import { CELL_TESTS, move, moved, opening, recordIn, startCells, type Cell, type Cells } from './support/cells.ts';
import { payload } from './support/payload.ts';
import { reach, stage, verified, type Stage } from './support/play.ts';

// A move that ends halfway, goes on, or goes back; and what follows a move.

let cells: Cells | null = null;
let [main, second] = [] as unknown as [Cell, Cell];
before(async () => {
  cells = await startCells();
  if (cells !== null) ({ main, second } = cells);
});
after(() => cells?.stop());

class Killed extends Error {}

/** Runs a move that dies where a hook says so. */
async function dying({ organizationId }: Stage, hooks: Partial<OrganizationMove>): Promise<void> {
  await withSides(main.service.databaseUrl, second.service.databaseUrl, async (sides) => {
    const family = await familyOf(sides.source, organizationId);
    const nothing = (): void => undefined;
    const work = moveOrganization({
      sides,
      family,
      from: 'main',
      to: 'second',
      sourceAddress: main.service.databaseUrl,
      say: nothing,
      onProgress: nothing,
      bringBackDocuments: async () => undefined,
      switchCalls: async () => undefined,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...hooks,
    });
    await assert.rejects(work, Killed);
  });
}

const diesAt = (says: RegExp) => (sentence: string) => {
  if (says.test(sentence)) throw new Killed();
};

const DEATHS: [where: string, hooks: Partial<OrganizationMove>, home: 'main' | 'second'][] = [
  ['before room is made', { say: diesAt(/Making room/) }, 'main'],
  ['before the copy', { say: diesAt(/Copying/) }, 'main'],
  [
    'while tables are copied',
    {
      onProgress: ({ copied }) => {
        if (copied > 3) throw new Killed();
      },
    },
    'main',
  ],
  ['while background work rests', { say: diesAt(/Waiting/) }, 'main'],
  [
    'when the target has begun to serve',
    {
      switchCalls: async () => {
        throw new Killed();
      },
    },
    'second',
  ],
  ['at the end', { say: diesAt(/30 days/) }, 'second'],
];

for (const [where, hooks, home] of DEATHS) {
  test(`Move: repeatable after a kill: ${where}`, CELL_TESTS, async () => {
    const partner = await stage(main.service);
    const it = await partner.start();
    await reach('open', it);
    const before = await recordIn(main, it);
    await dying(partner, hooks);
    const [here, there] = home === 'main' ? [main, second] : [second, main];
    assert.equal((await opening(here, partner, payload())).status, 200, 'it is served in one cell');
    const elsewhere = await opening(there, partner, payload());
    assert.equal(elsewhere.status, 500, 'and in no other');
    const again = await move(main, second, [partner.organizationId, '--yes']);
    assert.equal(again.code, where === 'at the end' ? 1 : 0, again.errors);
    assert.deepEqual(await recordIn(second, it), before);
    assert.equal((await opening(second, partner, payload())).status, 200);
    await verified(second.service);
  });
}

test(
  'Move: --abort goes back while calls still go to the source; then the same organization moves',
  CELL_TESTS,
  async () => {
    const partner = await stage(main.service);
    const it = await partner.start();
    await reach('tenants', it);
    await dying(partner, { say: diesAt(/Waiting/) });
    assert.equal((await move(main, second, [partner.organizationId, '--yes', '--abort'])).code, 0);
    const { rows } = await second.sql.query(
      'select count(*)::integer as count from deposits where organization_id = $1',
      [partner.organizationId],
    );
    assert.equal(rows[0].count, 0);
    assert.equal((await opening(main, partner, payload())).status, 200);

    // Killed while calls are held.
    await dying(partner, { say: diesAt(/Waiting/) });
    await withSides(main.service.databaseUrl, second.service.databaseUrl, async ({ source }) => {
      const family = await familyOf(source, partner.organizationId);
      await letWorkRest(source, family);
      await hold(source, family, 'second');
    });
    for (const cell of [main, second]) assert.equal((await opening(cell, partner, payload())).status, 500);
    assert.equal((await move(main, second, [partner.organizationId, '--yes', '--abort'])).code, 0);
    assert.equal((await opening(main, partner, payload())).status, 200);

    await dying(partner, {
      switchCalls: async () => {
        throw new Killed();
      },
    });
    const late = await move(main, second, [partner.organizationId, '--yes', '--abort']);
    assert.deepEqual([late.code, /serves the organization already/.test(late.errors)], [1, true]);
    await withSides(main.service.databaseUrl, second.service.databaseUrl, async (sides) => {
      const family = await familyOf(sides.source, partner.organizationId);
      await assert.rejects(abortMove({ sides, family, from: 'main' }));
    });
    await moved(main, second, partner);
    assert.equal((await opening(second, partner, payload())).status, 200);
  },
);

test(
  'Move: mails, lists, numbers and keys go on in the target; sessions end; old rows go after 30 days',
  CELL_TESTS,
  async () => {
    const partner = await stage(main.service);
    const it = await partner.start();
    await reach('tenants', it);
    await main.sql.query(
      `insert into sessions (id, hash, email_key, way, realm, created_at, seen_at, expires_at)
     values (gen_random_uuid(), 'x', $1, 'mail', 'manager', service_now(), service_now(), service_now() + interval '1 day')`,
      [partner.managerEmail],
    );
    const held = async ({ sql }: Cell): Promise<unknown> => {
      const { rows } = await sql.query(
        `select what, sum(number)::integer as number from (
         select organization_id, what, number from levels union all
         select organization_id, what, number from level_changes) l
       where organization_id = $1 group by 1 having sum(number) <> 0 order by 1`,
        [partner.organizationId],
      );
      return rows;
    };
    const before = await held(main);
    await moved(main, second, partner);
    assert.deepEqual(await held(second), before, 'levels');
    const { rows: alive } = await main.sql.query('select from sessions where email_key = $1 and ended_at is null', [
      partner.managerEmail,
    ]);
    assert.equal(alive.length, 0);
    const { status, text } = await second.service.sandbox('POST', `/deposits/${it.id}/withdraw`, {});
    assert.equal(status, 200, text);
    assert.deepEqual((await recordIn(main, it)).state, 'opening', 'the source knows nothing of it');
    assert.equal(
      (await second.service.operator('POST', `/organizations/${partner.organizationId}/status-keys`)).status,
      201,
    );

    const count = async (): Promise<number> => {
      const { rows } = await main.sql.query(
        'select count(*)::integer as count from history where organization_id = $1',
        [partner.organizationId],
      );
      return rows[0].count;
    };
    const cleanUp = (): Promise<unknown> => main.service.sandbox('POST', '/clock', { advance: 'P16D' });
    assert.ok((await count()) > 0);
    await cleanUp();
    assert.ok((await count()) > 0, 'after 16 days');
    await cleanUp();
    assert.equal(await count(), 0, 'after 32 days');
    assert.equal((await opening(main, partner, payload())).status, 500, 'and still it is not at home');
    await main.sql.query(`update service_clock set ahead = '0'`);
  },
);

test('Routing: the move switches HAProxy’s maps through its socket', CELL_TESTS, async (t) => {
  const partner = await stage(main.service);
  const asked: string[] = [];
  const haproxy = createServer((socket) => {
    socket.once('data', (data) => {
      const command = data.toString().trim();
      asked.push(command);
      if (command === 'show map')
        return socket.end(
          '# id (file) description\n1 (/etc/haproxy/keys.map) pattern loaded\n2 (/etc/haproxy/organizations.map) pattern\n\n',
        );
      const [, , map, name] = command.split(' ');
      socket.end((map === '#1') === String(name).includes('/') ? '\n' : 'entry not found.\n\n');
    });
  });
  await new Promise<void>((resolve) => haproxy.listen(0, '127.0.0.1', resolve));
  t.after(() => haproxy.close());
  const { port } = haproxy.address() as { port: number };
  const { errors } = await moved(main, second, partner, { haproxySocket: `127.0.0.1:${port}` });
  assert.doesNotMatch(errors, /Switch these|No map/);
  assert.ok(asked.includes(`set map #1 ${partner.keyId}/${partner.externalOrgId} second`));
  assert.ok(asked.includes(`set map #2 ${partner.organizationId} second`));
});
