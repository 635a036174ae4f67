import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { commandLine } from './support/command-line.ts';
import { CELL_TESTS, moved, startCells, type Cell, type Cells } from './support/cells.ts';
import { findHaproxy, startHaproxy } from './support/haproxy.ts';
import { created } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { stage } from './support/play.ts';

// many-machines.md, Routing: the move switches HAProxy's maps through its runtime socket, and calls held during the switch get the
// contract's 500 or wait, never 503. Here with HAProxy itself, and the frontend that docs/scaling.md shows.

const found = CELL_TESTS.skip === false ? findHaproxy() : null;
const TESTS = {
  ...CELL_TESTS,
  skip: CELL_TESTS.skip || (found === null && 'HAProxy cannot be had here: install Debian’s package'),
};

let cells: Cells | null = null;
let [main, second] = [] as unknown as [Cell, Cell];
before(async () => {
  cells = found === null ? null : await startCells();
  if (cells !== null) ({ main, second } = cells);
});
after(() => cells?.stop());

const portOf = ({ service }: Cell): number => Number(new URL(service.address).port);

test(
  'Routing: calls through HAProxy during a move get the contract’s answers, never 503, and then the other cell',
  TESTS,
  async (t) => {
    assert.ok(found !== null);
    const partner = await stage(main.service);
    const { apiKey: statusKey } = await created(
      main.service.operator('POST', `/organizations/${partner.organizationId}/status-keys`),
    );
    const line = await commandLine(main.service);
    const maps = await line.done('organization', 'map');
    await line.end();
    const haproxy = await startHaproxy(found, { backends: { main: portOf(main), second: portOf(second) }, maps });
    t.after(() => haproxy.stop());
    const open = (sent: unknown) =>
      haproxy.call({
        method: 'POST',
        path: '/webhook/custom',
        headers: {
          'content-type': 'application/json',
          'x-api-key': partner.apiKey,
          'x-external-org-id': partner.externalOrgId,
        },
        body: JSON.stringify(sent),
      });
    const read = (contract: unknown) =>
      haproxy.call({
        method: 'GET',
        path: `/webhook/contract-status?ext-contract-id=${String(contract)}`,
        headers: { 'x-api-key': statusKey, 'x-org-id': partner.organizationId },
      });
    const storedIn = async ({ sql }: Cell): Promise<Set<string>> => {
      const { rows } = await sql.query('select external_contract_id as id from deposits where organization_id = $1', [
        partner.organizationId,
      ]);
      return new Set(rows.map(({ id }) => id));
    };

    let home = main;
    for (const [from, to] of [
      [main, second],
      [second, main],
    ] as const) {
      const [opened, odd] = [new Set<string>(), [] as string[]];
      let [isOver, refused, reads, unread] = [false, 0, 0, 0];
      const callers = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const sent = payload();
          for (;;) {
            const { status, headers, text } = await open(sent);
            if (status === 200) {
              opened.add(String(sent['externalContractId']));
              break;
            }
            refused++;
            if (status !== 500 || headers['x-depono-next'] !== 'resend_later') odd.push(`open ${status} ${text}`);
            if (isOver) break;
            await wait(5);
          }
          await wait(20);
        }
      });
      const known = payload();
      assert.equal((await open(known)).status, 200);
      const reader = (async () => {
        while (!isOver) {
          const { status, text } = await read(known['externalContractId']);
          reads++;
          if (status === 500) unread++;
          if (status !== 200 && !(status === 500 && text.includes('could not be read')))
            odd.push(`read ${status} ${text}`);
          await wait(5);
        }
      })();
      await wait(200);
      const { errors } = await moved(from, to, partner, { haproxySocket: haproxy.socket });
      home = to;
      assert.doesNotMatch(errors, /Switch these|No map/);
      await wait(300);
      isOver = true;
      await Promise.all([...callers, reader]);
      t.diagnostic(`opened ${opened.size}, refused ${refused}; read ${reads}, could not be read ${unread}`);
      assert.deepEqual(odd, []);
      assert.ok(opened.size > 0);
      const stored = await storedIn(to);
      assert.deepEqual(
        [...opened].filter((id) => !stored.has(id)),
        [],
        'none lost',
      );
      const last = payload();
      assert.equal((await open(last)).status, 200);
      assert.ok((await storedIn(home)).has(String(last['externalContractId'])), 'HAProxy leads to the new cell');
      assert.equal((await storedIn(from)).has(String(last['externalContractId'])), false);
      assert.equal((await read(last['externalContractId'])).status, 200);
    }
  },
);
