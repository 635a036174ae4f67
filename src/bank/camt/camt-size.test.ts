import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { camt, ntry, txDtls } from '../bank-files.test.ts';
import { readCamt } from './camt.ts';
import { checkCamt } from './check-camt.ts';
import { IN_DEPTH, runCount } from '../../../test/support/depth.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const [HEAD, TAIL] = camt('|', 'camt.053.001.08').split('|') as [string, string];
const OF_BATCH = runCount({ quick: 4_000, deep: 20_000 });
const [BATCH_HEAD, BATCH_TAIL] = ntry({ amount: `${OF_BATCH}.00`, details: '|' }).split('|') as [string, string];
const parties = `<RltdPties><Dbtr><Pty><Nm>Müller</Nm></Pty></Dbtr></RltdPties>`;

const detail = (number: number): string => txDtls(`<AcctSvcrRef>detail-${1e9 + number}</AcctSvcrRef>`, '1.00', parties);
const account = (number: number): string => camt(ntry(), 'camt.053.001.08', `CH93007620116${1e8 + number}`);

const FILES: [count: number, name: string, head: string, part: (number: number) => string, tail: string][] = [
  [
    runCount({ quick: 10_000, deep: 50_000 }),
    'entries',
    HEAD,
    (number) => ntry({ reference: `entry-${1e9 + number}`, details: detail(number) }),
    TAIL,
  ],
  [OF_BATCH, 'transactions of one batch', HEAD + BATCH_HEAD, detail, BATCH_TAIL + TAIL],
  [
    runCount({ quick: 4_000, deep: 20_000 }),
    'accounts',
    HEAD.replace(/<Stmt>.*/s, ''),
    (number) => /<Stmt>.*<\/Stmt>/s.exec(account(number))?.[0] ?? '',
    '</BkToCstmrStmt></Document>',
  ],
];
for (const [index, [count, name, head, part, tail]] of FILES.entries()) {
  const options = { ...(index === 0 ? {} : IN_DEPTH), timeout: 100_000 };
  test(`a statement of ${count} ${name} is read in bounded memory`, options, async () => {
    // oxlint-disable-next-line typescript/require-await
    async function* file(): AsyncGenerator<Buffer> {
      yield Buffer.from(head);
      for (let number = 0; number < count; number += 100) {
        yield Buffer.from(Array.from({ length: 100 }, (_, place) => part(number + place)).join(''));
      }
      yield Buffer.from(tail);
    }
    let read = 0;
    let sum = 0;
    let early = 0;
    const checked = await checkCamt(file());
    for await (const { amount } of readCamt(file, checked, (iban) => iban)) {
      read++;
      sum += amount ?? 0;
      if (read === count / 10) early = heap();
    }
    assert.equal(read, count);
    assert.equal(sum % 100, 0);
    const growth = (heap() - early) / 1e6;
    assert.ok(growth < 10, `the heap grew by ${growth} MB`);
  });
}

function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('8 a file of 100,000 entries is read and given out within 256 MB', { ...IN_DEPTH, timeout: 300_000 }, () => {
  const program = join(import.meta.dirname, '..', '..', '..', 'test', 'support', 'read-large.ts');
  const child = spawnSync(process.execPath, [program, '100000'], { encoding: 'utf8' });
  assert.equal(child.status, 0, child.stderr);
  const { entries, megabytes = Infinity, perSecond = 0 } = JSON.parse(child.stdout) as Record<string, number>;
  assert.equal(entries, 100_000);
  assert.ok(megabytes < 256, `${megabytes} MB`);
  // Well over 10,000 on a quiet core; here it is only a bound for what must never happen.
  assert.ok(perSecond > 5_000, `${perSecond} entries are read in a second of the processor`);
});
