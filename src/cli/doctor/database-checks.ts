import { knownMigrations } from '../../storage/database/migrate.ts';
import { readHold, type BankHold } from '../../storage/money/bank-hold.ts';
import type { Sql } from '../../storage/database/database.ts';
import { readQueues, type QueueLengths } from '../../storage/effects/queues.ts';
import { readClocks, readVitals, someSealed, type Vitals } from '../../storage/database/server-info.ts';
import { Vault } from '../../vault/vault.ts';
import type { Settings } from '../command.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** All that the database can be asked without changing anything. */
export async function checkDatabase(
  sql: Sql,
  {
    environment,
    secretKey,
    olderKeys,
  }: { environment: Settings['environment']; secretKey: string | null; olderKeys: readonly string[] },
): Promise<Finding[]> {
  const before = Date.now();
  const vitals = await readVitals(sql);
  const machine = new Date((before + Date.now()) / 2);
  const migrations = migrationFinding(
    vitals.migrations,
    knownMigrations().map(({ number }) => number),
  );
  const findings = [versionFinding(vitals), migrations, skewFinding(vitals.now, machine)];
  // What the tables say is asked only where they are as we know them.
  if (migrations.state !== 'ok') return findings;
  const { aheadSeconds, newestDeposit } = await readClocks(sql);
  findings.push(
    aheadFinding(aheadSeconds, environment),
    backwardsFinding(newestDeposit, new Date(vitals.now.getTime() + aheadSeconds * 1_000)),
    await keyFinding(sql, secretKey, olderKeys),
    holdFinding(await readHold(sql)),
    ...queueFindings(await readQueues(sql)),
  );
  return findings;
}

const OLDEST_SERVER = 150_000;

function versionFinding({ serverVersion: { number, text } }: Vitals): Finding {
  if (number >= OLDEST_SERVER) return ok('database', `reachable, PostgreSQL ${text}`);
  return fail('database', `PostgreSQL ${text} is too old`, 'Depono needs PostgreSQL 15 or newer.');
}

export function migrationFinding(applied: readonly number[], known: readonly number[]): Finding {
  const check = 'migrations';
  const newest = known.at(-1) ?? 0;
  const last = applied.at(-1) ?? 0;
  if (last > newest) {
    const says = `the database has migration ${last}, this program knows ${newest}`;
    return fail(check, says, 'Run the newer version of Depono.');
  }
  const missing = known.filter((number) => !applied.includes(number));
  if (missing.length === 0) return ok(check, `all ${known.length} applied`);
  return warn(check, `${missing.length} are missing: ${missing.join(', ')}`, 'depono migrate, or start the service.');
}

export function skewFinding(database: Date, machine: Date): Finding {
  const seconds = Math.abs(database.getTime() - machine.getTime()) / 1_000;
  const mend = 'Set both machines by NTP.';
  const says = `the database’s clock differs from this machine’s by ${seconds.toFixed(1)} s`;
  if (seconds > 30) return fail('clock', says, mend);
  return seconds > 2 ? warn('clock', says, mend) : ok('clock', says);
}

export function aheadFinding(seconds: number, environment: Settings['environment']): Finding {
  const check = 'service clock';
  if (seconds === 0) return ok(check, 'runs with the real one');
  const says = `runs ${Math.round(seconds / 3_600)} hours ahead of the real one`;
  if (environment === 'test') return ok(check, says);
  return fail(check, says, 'This database was moved ahead in the test environment. Production needs one of its own.');
}

export function backwardsFinding(newest: Date | null, now: Date): Finding {
  const check = 'order of time';
  if (newest === null || newest.getTime() <= now.getTime() + 60_000) return ok(check, 'no deposit is from the future');
  return fail(check, `the newest deposit is of ${newest.toISOString()}`, 'The clock was set back. Set it by NTP.');
}

/** A key that does not open what is sealed is the wrong one. */
async function keyFinding(sql: Sql, secretKey: string | null, olderKeys: readonly string[]): Promise<Finding> {
  const check = 'secret key';
  const mend = 'Set SECRET_KEY to the one that the data was sealed with, or put the file secret-key back.';
  const mendSome = 'Name the key that sealed it in SECRET_KEYS_OLD, then: depono key reseal';
  const all = await someSealed(sql);
  if (secretKey === null) return fail(check, 'there is none', mend);
  if (all.length === 0) return ok(check, 'there, and nothing was sealed yet to try it on');
  const vault = new Vault(secretKey, olderKeys);
  const opened = all.map(({ kind, sealed, context }) => ({ kind, by: opener(vault, sealed, context) }));
  const closed = opened.filter(({ by }) => by === 'none').map(({ kind }) => kind);
  if (closed.length === all.length) return fail(check, 'does not open what was sealed', mend);
  if (closed.length > 0) return warn(check, `does not open some of what was sealed: ${closed.join(', ')}`, mendSome);
  if (opened.every(({ by }) => by === 'newest')) return ok(check, 'opens what was sealed');
  return warn(check, 'what was sealed is opened by a key of SECRET_KEYS_OLD', 'Seal it anew: depono key reseal');
}

function opener(vault: Vault, sealed: Buffer, context: string): 'newest' | 'older' | 'none' {
  try {
    return vault.renew(sealed, context) === null ? 'newest' : 'older';
  } catch {
    return 'none';
  }
}

export function holdFinding(hold: BankHold | null): Finding {
  const check = 'payment files';
  if (hold === null) return ok(check, 'are written as orders are ready');
  const says = `held since ${hold.since.toISOString()}: ${hold.why}`;
  return warn(check, says, 'Import the bank’s files since the backup, compare, then: depono bank release');
}

const LATE_SECONDS = 300;

export function queueFindings({ effects, failed, deliveries }: QueueLengths): Finding[] {
  const check = 'jobs';
  const findings: Finding[] = [];
  const late = [...effects].filter(([, { oldestSeconds }]) => oldestSeconds > LATE_SECONDS);
  for (const [kind, { due, oldestSeconds }] of late) {
    const says = `waiting: ${due} of ${kind}, the oldest for ${Math.round(oldestSeconds / 60)} minutes`;
    findings.push(warn(check, says, 'Is a worker running (ROLE=worker or all)? What holds them up: depono jobs'));
  }
  for (const [kind, count] of failed) {
    findings.push(warn(check, `given up: ${count} of ${kind}`, 'See why, and try again: depono jobs'));
  }
  if (deliveries.oldestSeconds > LATE_SECONDS) {
    const says = `waiting: ${deliveries.due}, the oldest for ${Math.round(deliveries.oldestSeconds / 60)} minutes`;
    findings.push(warn('callbacks', says, 'Is a worker running? What the receivers answer: depono deliveries list'));
  }
  return findings.length > 0 ? findings : [ok(check, 'nothing is late, and nothing was given up')];
}
