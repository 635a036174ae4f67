import { knownMigrations, tooNew, type SchemaStep } from '../../storage/database/schema-version.ts';
import { readHold, type BankHold } from '../../storage/money/bank-hold.ts';
import { readProof } from '../../storage/money/books-proof.ts';
import type { Sql } from '../../storage/database/database.ts';
import { readQueues, type QueueLengths } from '../../storage/effects/queues.ts';
import { readClocks, readVitals, someSealed, type Vitals } from '../../storage/database/server-info.ts';
import { readRights } from '../../storage/database/server-rights.ts';
import { Vault } from '../../vault/vault.ts';
import type { Settings } from '../command.ts';
import { fail, ok, warn, type Finding } from './finding.ts';
import { checkBackups } from './backup-checks.ts';
import { checkCells } from './cell-check.ts';
import { checkFourEyes } from './operator-check.ts';
import { examineProviders } from './provider-check.ts';
import { rightsFindings } from './server-checks.ts';
import { checkOutside } from './store-check.ts';

/** Checks the database without changing anything. */
export async function checkDatabase(
  sql: Sql,
  {
    settings,
    secretKey,
    olderKeys,
  }: {
    settings: Pick<
      Settings,
      'databaseUrl' | 'environment' | 'hasFourEyes' | 'operatorEmails' | 'backupRecipients' | 'documents'
    >;
    secretKey: string | null;
    olderKeys: readonly string[];
  },
): Promise<Finding[]> {
  const before = Date.now();
  const vitals = await readVitals(sql);
  const machine = new Date((before + Date.now()) / 2);
  const migrations = migrationFinding(
    vitals.migrations,
    knownMigrations().map(({ number }) => number),
  );
  const findings = [versionFinding(vitals), migrations, skewFinding(vitals.now, machine)];
  if (settings.databaseUrl !== null) findings.push(...rightsFindings(await readRights(sql), settings.environment));
  // The tables can only be read if their schema is that of this version.
  if (migrations.state !== 'ok') return findings;
  const { aheadSeconds, newestDeposit } = await readClocks(sql);
  findings.push(
    aheadFinding(aheadSeconds, settings.environment),
    backwardsFinding(newestDeposit, new Date(vitals.now.getTime() + aheadSeconds * 1_000)),
    await keyFinding(sql, secretKey, olderKeys),
    await checkFourEyes(sql, settings),
    ...(await examineProviders(sql, settings)),
    holdFinding(await readHold(sql)),
    ...(await checkBackups(sql, settings)),
    ...(await checkOutside(sql, settings)),
    ...queueFindings(await readQueues(sql)),
    booksFinding(await readProof(sql)),
    ...(await checkCells(sql)),
  );
  return findings;
}

const OLDEST_SERVER = 150_000;

function versionFinding({ serverVersion: { number, text } }: Vitals): Finding {
  if (number >= OLDEST_SERVER) return ok('database', `reachable, PostgreSQL ${text}`);
  return fail('database', `PostgreSQL ${text} is too old`, 'Depono needs PostgreSQL 15 or newer.');
}

export function migrationFinding(applied: readonly SchemaStep[], known: readonly number[]): Finding {
  const check = 'migrations';
  const newest = known.at(-1) ?? 0;
  const unknown = tooNew(applied, newest);
  if (unknown !== null) {
    const says = `the database has migration ${unknown}, but this version of Depono only knows ${newest}`;
    return fail(check, says, 'Run the newer version of Depono.');
  }
  const missing = known.filter((number) => !applied.some((one) => one.number === number));
  const last = applied.at(-1)?.number ?? 0;
  if (missing.length === 0 && last > newest) {
    return ok(
      check,
      `all ${known.length} applied, and those of a newer version up to ${last}; this one works with them`,
    );
  }
  if (missing.length === 0) return ok(check, `all ${known.length} applied`);
  return warn(
    check,
    `${missing.length} not applied: ${missing.join(', ')}`,
    'Run depono migrate, or start the service.',
  );
}

export function skewFinding(database: Date, machine: Date): Finding {
  const seconds = Math.abs(database.getTime() - machine.getTime()) / 1_000;
  const mend = 'Synchronize both machines with NTP.';
  const says = `the database’s clock differs from this machine’s by ${seconds.toFixed(1)} s`;
  if (seconds > 30) return fail('clock', says, mend);
  return seconds > 2 ? warn('clock', says, mend) : ok('clock', says);
}

export function aheadFinding(seconds: number, environment: Settings['environment']): Finding {
  const check = 'service clock';
  if (seconds === 0) return ok(check, 'matches the real time');
  const says = `runs ${Math.round(seconds / 3_600)} hours ahead of the real time`;
  if (environment === 'test') return ok(check, says);
  return fail(
    check,
    says,
    'The clock of this database was moved in the test environment. Use another database for production.',
  );
}

export function backwardsFinding(newest: Date | null, now: Date): Finding {
  const check = 'order of time';
  if (newest === null || newest.getTime() <= now.getTime() + 60_000)
    return ok(check, 'no deposit is dated in the future');
  return fail(
    check,
    `the newest deposit is dated ${newest.toISOString()}, in the future`,
    'The clock was set back. Synchronize it with NTP.',
  );
}

/** Tries the key on some sealed values. */
async function keyFinding(sql: Sql, secretKey: string | null, olderKeys: readonly string[]): Promise<Finding> {
  const check = 'secret key';
  const mend = 'Set SECRET_KEY to the key that encrypted the data, or restore the file secret-key.';
  const mendSome = 'Add the key that encrypted it to SECRET_KEYS_OLD, then: depono key reseal';
  const all = await someSealed(sql);
  if (secretKey === null) return fail(check, 'not set', mend);
  if (all.length === 0) return ok(check, 'set; no encrypted data to test it with yet');
  const vault = new Vault(secretKey, olderKeys);
  const opened = all.map(({ kind, sealed, context }) => ({ kind, by: opener(vault, sealed, context) }));
  const closed = opened.filter(({ by }) => by === 'none').map(({ kind }) => kind);
  if (closed.length === all.length) return fail(check, 'does not decrypt the stored data', mend);
  if (closed.length > 0) return warn(check, `does not decrypt some of the stored data: ${closed.join(', ')}`, mendSome);
  if (opened.every(({ by }) => by === 'newest')) return ok(check, 'decrypts the stored data');
  return warn(
    check,
    'stored data is still encrypted with a key of SECRET_KEYS_OLD',
    'Encrypt it again: depono key reseal',
  );
}

function opener(vault: Vault, sealed: Buffer, context: string): 'newest' | 'older' | 'none' {
  try {
    return vault.renew(sealed, context) === null ? 'newest' : 'older';
  } catch {
    return 'none';
  }
}

function holdFinding(hold: BankHold | null): Finding {
  const check = 'payment files';
  if (hold === null) return ok(check, 'not on hold');
  const says = `on hold since ${hold.since.toISOString()}: ${hold.why}`;
  return warn(
    check,
    says,
    'Import all bank files, compare the open orders with what the bank has carried out, then: depono bank release',
  );
}

const OLD_PROOF_MS = 48 * 3_600_000;

export function booksFinding({ finishedAt, faults, now }: Awaited<ReturnType<typeof readProof>>): Finding {
  const check = 'books';
  const mend = 'To prove them now, and list every fault: depono deposit verify';
  if (finishedAt === null) return ok(check, 'not proven yet; a worker does it every night');
  const says = `proven at ${finishedAt.toISOString()}`;
  if (faults !== 0) return fail(check, `${says}: ${faults} faults`, mend);
  if (now.getTime() - finishedAt.getTime() <= OLD_PROOF_MS) return ok(check, `${says}, no faults`);
  return warn(check, `${says}, more than two days ago`, `Check that a worker is running. ${mend}`);
}

const LATE_SECONDS = 300;

export function queueFindings({ effects, failed, deliveries }: QueueLengths): Finding[] {
  const check = 'jobs';
  const findings: Finding[] = [];
  const late = [...effects].filter(([, { oldestSeconds }]) => oldestSeconds > LATE_SECONDS);
  for (const [kind, { due, oldestSeconds }] of late) {
    const says = `${due} due of ${kind}, the oldest for ${Math.round(oldestSeconds / 60)} minutes`;
    findings.push(warn(check, says, 'Check that a worker is running (ROLE=worker or all). For details: depono jobs'));
  }
  for (const [kind, count] of failed) {
    findings.push(warn(check, `given up: ${count} of ${kind}`, 'To see why and retry: depono jobs'));
  }
  if (deliveries.oldestSeconds > LATE_SECONDS) {
    const says = `${deliveries.due} due, the oldest for ${Math.round(deliveries.oldestSeconds / 60)} minutes`;
    findings.push(
      warn('callbacks', says, 'Check that a worker is running. To see the receivers’ answers: depono deliveries list'),
    );
  }
  return findings.length > 0 ? findings : [ok(check, 'none is late, and none was given up')];
}
