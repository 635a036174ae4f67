import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bankFile, faultOfReading, faultOfReport } from '../fuzz/camt.ts';
import type { Call } from '../fuzz/call.ts';
import { readCorpus } from '../fuzz/corpus.ts';
import { drive } from '../fuzz/drive.ts';
import { formCall } from '../fuzz/forms.ts';
import { openCall } from '../fuzz/open.ts';
import { openJudge, type Judge } from '../fuzz/oracle.ts';
import { Random } from '../fuzz/random.ts';
import { findBuiltRegexes, findRegexes, regexesIn } from '../fuzz/regex/find.ts';
import { time, worstGrowth } from '../fuzz/regex/grow.ts';
import { statusCall } from '../fuzz/status.ts';
import { Tally } from '../fuzz/tally.ts';
import { setUpVisitors, type Visitors } from '../fuzz/visitors.ts';
import { Connection } from '../fuzz/wire.ts';
import { setUpWorld, type World } from '../fuzz/world.ts';
import { maskPayload } from '../src/domain/masking/mask.ts';
import { PROBLEM_CODES } from '../src/domain/payload/problem.ts';
import { scrub } from '../src/web/scrub.ts';
import { signInOperator } from './support/operator.ts';
import { startService, type Service } from './support/service.ts';
import { DEEPER, isDeep, runCount } from './support/depth.ts';

/** A seed with which every problem occurs. */
const SEED = 31;

let service: Service;
let world: World;
let visitors: Visitors;
let judge: Judge;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  world = await setUpWorld(service);
  visitors = await setUpVisitors(service, { depositsThatWait: 1 });
  judge = await openJudge(service.address);
});
after(() => service.stop());

const port = (): number => Number(new URL(service.address).port);

async function found(count: number, make: (number: number) => Call): Promise<Tally> {
  const tally = new Tally();
  await drive({ port: port(), connections: 16, count, make, judge, tally, ended: () => null });
  const faults = tally.counterexamples.map(({ fault, call }) => `${call.target} (${call.kind}): ${fault}`);
  assert.deepEqual(faults, []);
  return tally;
}

test('generated open calls and dry runs are answered by the contract, with every problem', DEEPER, async () => {
  const tally = await found(runCount({ quick: 400, deep: 3_000 }), (number) =>
    openCall(new Random(SEED, number), world, 'test', number),
  );
  // With the smaller number of calls some do not occur.
  if (isDeep)
    assert.deepEqual(
      PROBLEM_CODES.filter((code) => !tally.codes.has(code)),
      [],
    );
  else assert.ok(tally.codes.size > PROBLEM_CODES.length / 2, `${tally.codes.size} problems`);
});

test('generated status reads are answered by the contract', DEEPER, async () => {
  await found(runCount({ quick: 150, deep: 1_000 }), (number) => statusCall(new Random(SEED + 1, number), world));
});

test('generated links, forms and pages: no failure, and no input becomes markup', DEEPER, async () => {
  await found(runCount({ quick: 60, deep: 400 }), (number) => formCall(new Random(SEED + 2, number), visitors, number));
});

const FILES = runCount({ quick: 200, deep: 3_000 });
test('generated bank files are read correctly, or refused as a whole with a reason', DEEPER, async () => {
  for (let number = 0; number < FILES; number++) {
    const random = new Random(SEED + 3, number);
    const file = bankFile(random);
    const [, fault] = await faultOfReading(random, file);
    assert.equal(fault, null, `file ${number} (${file.kind})`);
    assert.equal(await faultOfReport(file), null, `file ${number} as a report`);
  }
});

test('former findings stay fixed', async () => {
  const connection = new Connection(port());
  for (const { name, call } of readCorpus(world, visitors)) {
    const { answer } = await connection.exchange(call.message);
    assert.equal(judge(call, answer).fault, null, name);
  }
  connection.close();
});

test('confirmations use fixed texts only', async () => {
  const browser = await signInOperator(service);
  const { organizationId } = world.organizations[0] ?? { organizationId: '' };
  const { body } = await service.operator('GET', `/organizations/${organizationId}/connections`);
  const pages = ['', '/members', '/ignored', `/connections/${body.connections[0].id}`];
  for (const page of pages) {
    const { status } = await browser.get(`/operator/organizations/${organizationId}${page}?done=__proto__`);
    assert.equal(status, 200, page);
  }
});

/** Found by the growth test below, when each of these took minutes. */
const LONG_WORDS: [name: string, work: () => unknown][] = [
  [
    'a payload with one long word, shown to the operator',
    () => maskPayload(Buffer.from(`{"city":"${'a'.repeat(262_000)}"}`)),
  ],
  ['an error with one long word', () => scrub('a'.repeat(262_000))],
  ['an error with a long row of short words', () => scrub('a.'.repeat(131_000))],
];
for (const [name, work] of LONG_WORDS) {
  test(`not slow: ${name}`, () => {
    const start = performance.now();
    work();
    assert.ok(performance.now() - start < 2_000);
  });
}

type Bounded = { source: string; most: number; why: string };

/** Expressions that may take longer, because their input is always short. */
const BOUNDED: Record<string, Bounded> = {
  'src/bank/camt/amount.ts': { source: '0+$', most: 5, why: 'the decimals of an amount' },
  'src/cli/commands/listen.ts': { source: '\\/+$', most: 2_000, why: 'an address that the operator types' },
  'src/cell-settings.ts': { source: '\\/+$', most: 2_000, why: 'a setting' },
  'src/config.ts': { source: '\\/+$', most: 2_000, why: 'a setting' },
  'src/qualified/service.ts': { source: '\\/+$', most: 2_000, why: 'a setting' },
  'src/register/zefix.ts': { source: '\\/+$', most: 2_000, why: 'a setting' },
  'src/domain/values/money.ts': { source: '\\B(?=(?:[0-9]{3})+$)', most: 21, why: 'the digits of a number' },
  'src/operator/console/statistics/scale.ts': {
    source: '\\B(?=(?:\\d{3})+$)',
    most: 21,
    why: 'the digits of a number',
  },
};

test('every regular expression is linear in its text', () => {
  const tried = new Map<string, ReturnType<typeof worstGrowth>>();
  for (const { file, line, source, flags } of findRegexes()) {
    const bounded = BOUNDED[file];
    if (bounded?.source === source) {
      const worst = Math.max(
        ...['0', '/'].map((one) => time(new RegExp(source, flags), `${one.repeat(bounded.most)}x`, 5)),
      );
      assert.ok(worst < 100, `${file}:${line}, as long as ${bounded.why} may be: ${worst} ms`);
      continue;
    }
    const key = `/${source}/${flags}`;
    if (!tried.has(key)) tried.set(key, worstGrowth(source, flags));
    assert.equal(tried.get(key), null, `${file}:${line} ${key}`);
  }
  assert.ok(tried.size > 100, 'the expressions are found');
});

test('the list of bounded expressions is current', () => {
  const all = findRegexes();
  for (const [file, { source }] of Object.entries(BOUNDED)) {
    assert.ok(
      all.some((one) => one.file === file && one.source === source),
      `${file} ${source}`,
    );
  }
});

test('expressions built at run time are listed, and built from literal letters', () => {
  const files = findBuiltRegexes().map(({ file }) => file);
  assert.deepEqual(
    [...new Set(files)],
    [
      'src/cli/viewer-mask.ts',
      'src/domain/register-check.ts',
      'src/domain/values/csv-cell.ts',
      'src/reference/document/make-example.ts',
      'src/reference/search.ts',
      'src/seal/pdf-signature.ts',
      'src/web/brand/look.ts',
      'src/web/scrub.ts',
    ],
  );
});

/** Exponential, quadratic, and quadratic from any start: each must be detected. */
for (const source of ['^(a+)+$', '^(?:a|aa)+$', '\\s+$', '^a*a*b', '[a-z]+@', '^(\\w+\\s?)*$']) {
  test(`noticed: /${source}/`, () => assert.notEqual(worstGrowth(source, ''), null));
}

const CODE: [code: string, sources: string[]][] = [
  ['const a = /x[/]y/g; const b = c / d / e;', ['x[/]y']],
  ['f(/a/, "/b/", `/c/ ${/d/.test(`${/e/}`)} /f/`) // /g/', ['a', 'd', 'e']],
  ['return /a\\/b/u.test(x) /* /c/ */ && y[0] / 2', ['a\\/b']],
];
for (const [code, sources] of CODE) {
  test(`found in ${code}`, () =>
    assert.deepEqual(
      regexesIn(code).map(({ source }) => source),
      sources,
    ));
}
