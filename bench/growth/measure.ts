import { readConfig } from '../../src/config.ts';
import { openDatabase, type Database } from '../../src/storage/database/database.ts';
import { demoOf, withClient, type Site } from '../service.ts';
import { plansOf, touchedBy, undone } from './pages.ts';
import { LARGE_CONNECTION, type Phase, type Subject } from './subject.ts';
import { SUBJECTS } from './subjects.ts';

export type Figures = { pages: number; ms: number | null };

const ROUNDS = 25;

/** The cost of each subject at one size. */
export async function measureSubjects(
  site: Site,
  { size, isTimed, withPlans, only }: { size: number; isTimed: boolean; withPlans: boolean; only: string },
): Promise<Record<string, Figures>> {
  const database = await openDatabase(site.connection, (error) => console.error(error.message));
  try {
    const places = await placesIn(database, site, size);
    await makeDue(site, size);
    const figures: Record<string, Figures> = {};
    for (const subject of SUBJECTS.filter(({ title }) => only.split('|').some((part) => title.includes(part)))) {
      figures[subject.title] = await measure(database, subject, places, { isTimed, withPlans }).catch(failed(subject));
    }
    await makeWait(site);
    return figures;
  } finally {
    await database.end();
  }
}

async function measure(
  database: Database,
  subject: Subject,
  places: readonly Phase[],
  { isTimed, withPlans }: { isTimed: boolean; withPlans: boolean },
): Promise<Figures> {
  const pages = await countPages(database, subject, places, withPlans);
  return { pages, ms: isTimed ? await time(database, subject, places) : null };
}

/** A statement that hits the time limit is reported and counts as infinite. The others are still measured. */
function failed({ title }: Subject): (error: Error) => Figures {
  return ({ message }) => {
    console.log(`${title}: ${message}`);
    return { pages: Number.POSITIVE_INFINITY, ms: null };
  };
}

/** The median of several random deposits. */
async function countPages(
  database: Database,
  subject: Subject,
  places: readonly Phase[],
  withPlans: boolean,
): Promise<number> {
  const pages: number[] = [];
  for (const place of places) {
    const touched = await touchedBy(database, async (inside) => subject.act(inside, place));
    pages.push(touched.pages);
  }
  const [first] = places;
  if (withPlans && first !== undefined) {
    const plans = await plansOf(database, async (inside) => subject.act(inside, first));
    console.log(`\n${subject.title}: ${pages.join(', ')} pages\n${plans.join('\n')}`);
  }
  return middle(pages);
}

/** Rolled back each time, so that the next measurement starts from the same state. */
async function time(database: Database, subject: Subject, places: readonly Phase[]): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const place = places[round % places.length] as Phase;
    await undone(database, async (sql) => {
      const inside: Database = { ...database, query: sql.query.bind(sql), transaction: (work) => work(sql) };
      const act = await subject.act(inside, place);
      await act();
      const start = performance.now();
      await act();
      times.push(performance.now() - start);
    });
  }
  return middle(times);
}

async function placesIn(database: Database, site: Site, size: number): Promise<Phase[]> {
  const numbers = Array.from({ length: 9 }, (_, place) => 1 + ((place * 7_919_993 + 17) % size));
  const { rows } = await database.query<{ organization_id: string; id: string; contract: string }>(
    `select d.organization_id, d.id, d.external_contract_id as contract
     from deposits d where d.id = any(array(select bench.deposit_id(n) from unnest($1::bigint[]) n))`,
    [numbers],
  );
  const config = readConfig({ DATA_DIR: site.dataDir, DATABASE_URL: site.databaseUrl });
  return rows.map(({ organization_id: organizationId, id: depositId, contract }) => ({
    size,
    // `GR-` and the number.
    some: { n: Number(contract.slice(3)), organizationId, depositId, contract },
    config,
    keys: demoOf(site),
  }));
}

/** One reminder for a hundred deposits falls due, and a tenth of what waits for the receiver that is away. */
async function makeDue(site: Site, size: number): Promise<void> {
  await withClient(site, async (client) => {
    await client.query(
      `update effects set due_at = now() - interval '1 minute' where ctid = any(array(
         select ctid from effects where state = 'waiting' and due_at > now() order by due_at limit $1))`,
      [Math.ceil(size / 100)],
    );
    await client.query(
      `update deliveries set due_at = now() - interval '1 minute' where state = 'waiting' and number % 10 = 0`,
    );
    await client.query(`update connections set callback_url = 'https://away.example/' where id = $1`, [
      LARGE_CONNECTION,
    ]);
    await client.query('vacuum effects, deliveries, connections');
  });
}

/** Before a worker sees them. */
async function makeWait(site: Site): Promise<void> {
  await withClient(site, async (client) => {
    for (const table of ['effects', 'deliveries']) {
      await client.query(
        `update ${table} set due_at = now() + interval '2 days' where state = 'waiting' and due_at <= now()`,
      );
    }
    await client.query('update connections set callback_url = null where id = $1', [LARGE_CONNECTION]);
  });
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
