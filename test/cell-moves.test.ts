import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CELL_TESTS, move, moved, opening, recordIn, startCells, type Cell, type Cells } from './support/cells.ts';
import { created } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { reach, stage, verified, type Play } from './support/play.ts';
import type { Service } from './support/service.ts';

// Two cells: two databases of one server, and an organization that moves between them under calls.

let cells: Cells | null = null;
let [main, second] = [] as unknown as [Cell, Cell];
before(async () => {
  cells = await startCells();
  if (cells !== null) ({ main, second } = cells);
});
after(() => cells?.stop());

test('Move: an organization moves under calls, there and back; nothing is lost or doubled', CELL_TESTS, async (t) => {
  const partner = await stage(main.service);
  const plays: Play[] = [];
  for (const place of ['signed', 'tenants', 'account', 'open', 'closing', 'closed'] as const) {
    const it = await partner.start();
    await reach(place, it);
    plays.push(it);
  }
  const { apiKey: statusKey } = await created(
    main.service.operator('POST', `/organizations/${partner.organizationId}/status-keys`),
  );
  const statusIn = ({ service }: Cell, { contractId }: Play) =>
    service.call('GET', `/webhook/contract-status?ext-contract-id=${contractId}`, {
      headers: { 'x-api-key': statusKey, 'x-org-id': partner.organizationId },
    });
  let home = main;
  for (const [from, to] of [
    [main, second],
    [second, main],
  ] as const) {
    const before = await Promise.all(plays.map((it) => recordIn(from, it)));
    const opened = new Set<unknown>();
    let [isOver, longest, refused] = [false, 0, 0];
    const callers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const sent = payload();
        const start = performance.now();
        for (;;) {
          const { status, headers } = await opening(home, partner, sent);
          if (status === 200) break;
          assert.equal(headers.get('x-depono-next'), 'resend_later');
          refused++;
          if (isOver) break;
          await wait(5);
        }
        if (!isOver) {
          longest = Math.max(longest, performance.now() - start);
          opened.add(sent['externalContractId']);
        }
        await wait(20);
      }
    });
    const watcher = (async () => {
      while (!isOver) {
        const { rows } = await to.sql.query('select home from organizations where id = $1', [partner.organizationId]);
        if (rows[0]?.home === null) home = to;
        await wait(2);
      }
    })();
    const { errors } = await moved(from, to, partner);
    t.diagnostic(
      `${errors.trim().split('\n').join(' | ').slice(-400)}; slowest ${Math.round(longest)} ms, refused ${refused}`,
    );
    await wait(500);
    isOver = true;
    await Promise.all([...callers, watcher]);
    home = to;
    // How long calls are held is measured on a quiet machine: `npm run chaos -- --cells`.
    assert.match(errors, /held for \d+ ms/);

    assert.deepEqual(await Promise.all(plays.map((it) => recordIn(to, it))), before, 'the same records');
    const { rows } = await to.sql.query('select external_contract_id as id from deposits where organization_id = $1', [
      partner.organizationId,
    ]);
    const stored = rows.map(({ id }) => id);
    assert.equal(new Set(stored).size, stored.length, 'none twice');
    assert.deepEqual(
      [...opened].filter((id) => !stored.includes(id)),
      [],
      'none lost',
    );
    for (const it of plays) {
      assert.deepEqual([(await statusIn(to, it)).status, (await statusIn(from, it)).status], [200, 500]);
    }
    assert.equal((await opening(from, partner, payload())).status, 500);
    const { rows: left } = await from.sql.query(
      `select (select count(*)::integer from pg_publication) + (select count(*)::integer from pg_replication_slots) as count`,
    );
    assert.equal(left[0].count, 0, 'nothing of the replication is left');
    const { rows: listed } = await to.sql.query(
      `select count(*)::integer as count from deposits d where organization_id = $1
       and not exists (select from deposit_list l where l.organization_id = d.organization_id and l.deposit_id = d.id)
       and d.created_at < now() - interval '10 seconds'`,
      [partner.organizationId],
    );
    assert.equal(listed[0].count, 0);
    await verified(from.service);
    await verified(to.service);
  }
  // Life goes on where it is.
  const it = plays[3] as Play;
  assert.equal((await main.service.sandbox('POST', `/deposits/${it.id}/start-closing`, {})).status < 500, true);
});

test('Move: refused with a reason, 1; --abort with nothing to abort, 1', CELL_TESTS, async () => {
  const partner = await stage(main.service);
  const below = await created(
    main.service.operator('POST', '/organizations', {
      name: 'Below',
      parentId: partner.organizationId,
      language: 'de',
      emailDomain: 'below.example',
      address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
    }),
  );
  const own = [partner.organizationId, '--yes'];
  const cases: [string, readonly string[], Partial<Service['config']>, number, RegExp][] = [
    ['a sub-organization', [below.id, '--yes'], {}, 1, /does not move alone/],
    ['nothing to abort', [...own, '--abort'], {}, 1, /no move of this organization/],
    ['no target', own, { moveToDatabaseUrl: null }, 2, /MOVE_TO_DATABASE_URL/],
    ['the same database', own, { moveToDatabaseUrl: main.service.databaseUrl }, 1, /same database/],
    ['another key', own, { secretKey: 'another-secret-key-of-at-least-32-letters' }, 1, /SECRET_KEY/],
    ['the same name', own, { cell: 'second' }, 1, /Both cells have the name/],
    ['no server', own, { moveToDatabaseUrl: 'postgres://u:p@127.0.0.1:1/x' }, 2, /./],
    ['not confirmed', [partner.organizationId], {}, 1, /--yes/],
    ['unknown', ['nobody', '--yes'], {}, 1, /./],
  ];
  for (const [what, args, more, code, says] of cases) {
    const ended = await move(main, second, args, more);
    assert.equal(ended.code, code, `${what}: ${ended.errors}`);
    assert.match(ended.errors, says, what);
  }
  await second.sql.query(`update service_clock set ahead = interval '1 day'`);
  assert.match((await move(main, second, own)).errors, /clocks/);
  await second.sql.query(`update service_clock set ahead = interval '0'`);
});
