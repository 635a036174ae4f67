import { randomUUIDv7 } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Day } from '../src/domain/values/calendar.ts';
import type { EmailAddress } from '../src/domain/values/contact.ts';
import { STATES, STEPS } from '../src/domain/deposit.ts';
import { rappen } from '../src/domain/values/money.ts';
import type { Tenant } from '../src/domain/tenant.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { addToList, type Listable } from '../src/storage/deposit-list/row.ts';
import { countByState, listDepositsOf } from '../src/storage/deposit-list/deposit-list.ts';
import {
  DEFAULT_ORDER,
  NO_FILTER,
  type ListFilter,
  type ListOrder,
  type ListScope,
} from '../src/storage/deposit-list/list-query.ts';
import { startEmbedded } from '../src/storage/embedded/server.ts';

// Fills the deposit lists of organizations of several sizes. Prints how long each use of the list takes, and how much
// longer in the largest organization than in the smallest.
//   node scripts/run.mjs bench/list.ts                   1,000, 10,000 and 100,000 deposits, next to 200 small organizations
//   node scripts/run.mjs bench/list.ts 1000,20000 50     other sizes, next to 50

const [sizeList = '1000,10000,100000', smallOnes = '200'] = process.argv.slice(2);
const sizes = sizeList.split(',').map(Number);
const ROUNDS = 25;
const SMALL = 300;
const PAGE = 50;

const FIRST = ['Lea', 'Noah', 'Mia', 'Luca', 'Anna', 'Jürg', 'Reto', 'Élodie', 'Marco', 'Ursula'];
const LAST = ['Müller', 'Meier', 'Keller', 'Rossi', 'Favre', 'Huber', 'Schmid', 'Brunner', 'Käser', 'Bianchi'];
const STREETS = ['Seestrasse', 'Bahnhofstrasse', 'Rue du Lac', 'Dorfstrasse', 'Via Nassa', 'Hauptstrasse', 'Im Grund'];

type Subject = (database: Database, scope: ListScope, size: number) => Promise<() => Promise<unknown>>;

const SUBJECTS: Record<string, Subject> = {
  'first page, what awaits me first': page({}, DEFAULT_ORDER),
  'first page by tenant': page({}, { sort: 'tenant', descending: false }),
  'a page in the middle, by contract': async (database, scope, size) => {
    const order: ListOrder = { sort: 'contract', descending: false };
    let after: string | null = null;
    for (let seen = 0; seen < size / 2; seen += 2_000) {
      const { next } = await listDepositsOf(database, scope, NO_FILTER, {
        ...order,
        after,
        most: Math.min(2_000, size / 2),
      });
      after = next;
    }
    return () => listDepositsOf(database, scope, NO_FILTER, { ...order, after, most: PAGE });
  },
  'one state, by amount': page({ states: ['open'] }, { sort: 'amount', descending: true }),
  'one step, newest first': page({ steps: ['awaiting_cover'] }, { sort: 'created', descending: true }),
  'what awaits me, by tenant': page({ awaitsManager: true }, { sort: 'tenant', descending: false }),
  'problems (1 in 1,000)': page({ hasProblem: true }, DEFAULT_ORDER),
  'one day, by tenant': page({ from: day(-3), to: day(-3) }, { sort: 'tenant', descending: false }),
  'search for one contract': page({ search: 'M-2026/77' }, DEFAULT_ORDER),
  'search for name and house (few)': page({ search: 'keller see 12' }, DEFAULT_ORDER),
  'search for one letter (1 in 3)': page({ search: 'm' }, { sort: 'tenant', descending: false }),
  'search for a word in every deposit': page({ search: 'zurich' }, DEFAULT_ORDER),
  'search whose matches all come last': page({ search: '2026/1' }, { sort: 'contract', descending: true }),
  'search for what none has': page({ search: 'zzzz' }, DEFAULT_ORDER),
  'counts per state': (database, scope) => Promise.resolve(() => countByState(database, scope)),
};

const folder = mkdtempSync(join(tmpdir(), 'depono-bench-'));
chmodSync(folder, 0o755);
const server = await startEmbedded(join(folder, 'data'));
try {
  const database = await openDatabase(server.connection, (error) => console.error(error.message));
  try {
    await measureAll(database);
  } finally {
    await database.end();
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureAll(database: Database): Promise<void> {
  const started = performance.now();
  for (let n = 0; n < Number(smallOnes); n++) await fill(database, randomUUIDv7(), SMALL);
  const organizations = sizes.map((size) => ({ size, id: randomUUIDv7() }));
  for (const { id, size } of organizations) await fill(database, id, size);
  const rows = sizes.reduce((sum, size) => sum + size, Number(smallOnes) * SMALL);
  const perSecond = Math.round(rows / ((performance.now() - started) / 1000));
  await database.query('vacuum analyze deposit_list');
  console.log(`${rows} rows, listed at ${perSecond} a second; ${cpus().length} cores, Node ${process.version}`);
  console.log(`medians of ${ROUNDS}, in milliseconds; pages of ${PAGE}\n`);
  console.log([''.padEnd(44), ...sizes.map((size) => String(size).padStart(9)), 'ratio'.padStart(9)].join(''));
  for (const [name, act] of Object.entries(SUBJECTS)) {
    const medians: number[] = [];
    for (const { id, size } of organizations) {
      medians.push(await median(await act(database, { organizationIds: [id], members: [] }, size)));
    }
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    console.log([name.padEnd(44), ...[...medians, ratio].map((one) => one.toFixed(1).padStart(9))].join(''));
  }
}

function page(filter: Partial<ListFilter>, order: ListOrder): Subject {
  return (database, scope) =>
    Promise.resolve(() =>
      listDepositsOf(database, scope, { ...NO_FILTER, ...filter }, { ...order, after: null, most: PAGE }),
    );
}

async function median(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await act();
    times.push(performance.now() - start);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] as number;
}

async function fill(database: Database, organizationId: string, size: number): Promise<void> {
  for (let done = 0; done < size; done += 500) {
    const count = Math.min(500, size - done);
    await addToList(
      database,
      Array.from({ length: count }, (_, n) => deposit(organizationId, done + n, size)),
    );
  }
}

/** Spread over a year, most of them open, as in a service that has run for years. */
function deposit(organizationId: string, n: number, size: number): Listable {
  const hash = (n * 2_654_435_761) % 4_294_967_296;
  const state = hash % 10 < 7 ? 'open' : (STATES[hash % STATES.length] ?? 'open');
  const step = state === 'opening' ? (STEPS[Math.floor(hash / 6) % STEPS.length] ?? null) : null;
  const tenant = {
    type: 'natural',
    firstName: FIRST[hash % 10],
    lastName: `${LAST[Math.floor(hash / 10) % 10]}${hash % 7 === 0 ? '' : `-${LAST[Math.floor(hash / 100) % 10]}`}`,
    email: `mieter${n}@mail.example` as EmailAddress,
  } as Tenant;
  return {
    organizationId,
    id: randomUUIDv7(),
    createdAt: new Date(Date.now() - (1 - n / size) * 365 * 86_400_000),
    stepSince: new Date(Date.now() - (hash % 60) * 86_400_000),
    state,
    step,
    refusal: state === 'opening' && n % 1000 < 30 ? { at: new Date(), by: 'bank', reason: 'refused' } : null,
    registerCheck: null,
    closing: null,
    legalClaim: null,
    reminders: 0,
    iban: null,
    changes: [],
    manager: { organizationId, id: organizationId },
    terms: {
      externalContractId: `M-2026/${n}`,
      property: {
        propertyId: `P-${n % 500}`,
        street: STREETS[hash % 7] ?? '',
        streetNumber: String(hash % 90),
        zip: '8002',
        city: 'Zürich',
      },
      owner: {
        name: `${LAST[Math.floor(hash / 50) % 10]} Immobilien AG`,
        street: 'Weg',
        streetNumber: '1',
        zip: '8000',
        city: 'Zürich',
        countryCode: 'CH',
        careOf: false,
      },
      rentalStart: day(hash % 300),
      rentalDeposit: rappen(100_000 + (hash % 5_000) * 100),
      tenants: [tenant],
    },
  };
}

function day(fromToday: number): Day {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10) as Day;
}
