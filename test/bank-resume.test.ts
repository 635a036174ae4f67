import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Planned } from '../bench/bank/accounts.ts';
import { writeStatements } from '../bench/bank/statement.ts';
import { IN_DEPTH } from './support/depth.ts';
import { reach, stage, verified } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

const ROOT = join(import.meta.dirname, '..');
const HOOK = join(import.meta.dirname, 'support', 'die-when-booking.ts');

type Death = 'stored' | 'committing' | 'committed';

/** Three batches of 250 at most: each is killed before its commit, during it and after it. */
const PAYMENTS = 600;
const DEATHS: readonly Death[] = [
  ...(['stored', 'committing', 'committed'] as const),
  ...(['stored', 'committing', 'committed'] as const),
  ...(['stored', 'committing', 'committed'] as const),
];

test('8 an import that is killed at any batch goes on where it was: each entry is booked once', IN_DEPTH, async () => {
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), 'depono-resume-'));
  try {
    const play = await (await stage(service)).start();
    const { iban, paymentReference: reference } = await reach('account', play);
    const entries: Planned[] = [
      ...Array.from({ length: PAYMENTS }, (): Planned => ({ as: 'payment', rappen: 100 })),
      { as: 'interest', rappen: 25 },
      { as: 'charge', rappen: 5 },
    ];
    const path = join(folder, 'camt053.xml');
    const account = { n: 1, is: 'waiting', iban, reference, depositRappen: 356_000, hasReference: true } as const;
    await writeStatements(path, [{ ...account, entries }], '');
    let killed = 0;
    for (const death of DEATHS) {
      const { signal, output } = await bankImport(service, path, death);
      if (signal === null) {
        // All was booked before: it had nothing to die of.
        assert.equal(countsOf(output).booked, 0);
        break;
      }
      assert.equal(signal, 'SIGKILL');
      killed++;
    }
    assert.ok(killed >= 2);
    const last = await bankImport(service, path, null);
    assert.equal(last.signal, null);
    const { booked, repeated } = countsOf(last.output);
    assert.equal(booked + repeated, entries.length);
    assert.ok(repeated >= 250 || booked === 0, 'what was booked before is known');
    const { balance, payments } = await play.record();
    assert.equal(payments.length, PAYMENTS);
    assert.deepEqual([balance.deposit, balance.interest, balance.charges], [PAYMENTS, 0.25, 0.05]);
    await verified(service);
    const { body } = await service.operator('GET', '/bank/reconciliation');
    const compared = body.accounts.find((one: any) => one.iban === iban);
    assert.deepEqual([compared.bank, compared.difference, compared.problems], [PAYMENTS + 0.2, 0, []]);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

type Ended = { signal: NodeJS.Signals | null; output: string };

function bankImport({ config, databaseUrl }: Service, path: string, death: Death | null): Promise<Ended> {
  const hook = death === null ? [] : ['--import', HOOK];
  const child = spawn(process.execPath, [...hook, 'src/cli.ts', 'bank', 'import', path, '--json'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: config.dataDir,
      SECRET_KEY: 'a-secret-key-for-the-tests-of-at-least-32',
      ...(death === null ? {} : { DIE_WHEN: death }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  return new Promise((done) => child.on('close', (_, signal) => done({ signal, output })));
}

function countsOf(output: string): { booked: number; repeated: number } {
  return (JSON.parse(output) as { counts: { booked: number; repeated: number } }).counts;
}
