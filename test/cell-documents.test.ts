import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CELL_TESTS, move, moved, startCells, type Cell, type Cells } from './support/cells.ts';
import { depono, settingsOf } from './support/depono.ts';
import { startStore, type TestStore } from './support/object-store.ts';
import { reach, stage, type Play } from './support/play.ts';

// An organization that changes its cell takes the documents along that are in an object store.

let store: TestStore;
let cells: Cells | null = null;
let [main, second] = [] as unknown as [Cell, Cell];
before(async () => {
  store = await startStore();
  cells = await startCells({ DOCUMENTS_URL: store.url() });
  if (cells !== null) ({ main, second } = cells);
});
after(async () => {
  await cells?.stop();
  await store.stop();
});

type Row = { id: string; content: Buffer | null; object: string | null };

async function rowsIn({ sql }: Cell, { id }: Play): Promise<Row[]> {
  const { rows } = await sql.query<Row>(
    'select id, content, object from documents where deposit_id = $1 order by created_at, id',
    [id],
  );
  return rows;
}

async function documents({ service }: Cell, ...args: string[]): Promise<void> {
  const env = { ...settingsOf(service), DOCUMENTS_URL: store.url() };
  const { code, errors } = await depono(env, 'documents', ...args);
  assert.equal(code, 0, errors);
}

test('documents come back, are copied, and go out again in the other cell', CELL_TESTS, async () => {
  const partner = await stage(main.service);
  const play = await partner.start();
  await reach('open', play);
  const before = await rowsIn(main, play);
  await documents(main, 'move');
  const outside = await rowsIn(main, play);
  const objects = outside.map(({ object }) => object ?? assert.fail('it is in the database'));

  const unset = await move(main, second, [partner.organizationId, '--yes'], { documents: null });
  assert.deepEqual([unset.code, /DOCUMENTS_URL is not set/.test(unset.errors)], [1, true], unset.errors);

  const [lost] = objects as [string];
  const content = (await store.s3().get(lost)) ?? assert.fail(lost);
  await store.s3().remove(lost);
  const lacking = await move(main, second, [partner.organizationId, '--yes']);
  assert.deepEqual([lacking.code, /missing or damaged/.test(lacking.errors)], [1, true], lacking.errors);
  const { rowCount } = await main.sql.query('select from organization_moves');
  assert.equal(rowCount, 0, 'a refused move leaves nothing behind');
  await store.s3().put(lost, content);

  await store.goAway();
  const away = await move(main, second, [partner.organizationId, '--yes']);
  assert.deepEqual([away.code, /Documents could not be read/.test(away.errors)], [2, true], away.errors);
  await store.comeBack();

  await documents(main, 'move');
  await moved(main, second, partner);
  assert.deepEqual(await rowsIn(second, play), before, 'the same bytes, in the database');
  await documents(main, 'check', '--remove');
  await documents(second, 'move');
  const there = await rowsIn(second, play);
  const names = await store.names();
  for (const [index, { id, object }] of there.entries()) {
    assert.ok(object !== null && !objects.includes(object) && names.includes(object), id);
    assert.ok(!names.includes(objects[index] ?? ''), 'the source has removed its own');
    const { status } = await second.service.operator('GET', `/documents/${id}`);
    assert.equal(status, 200);
  }
});
