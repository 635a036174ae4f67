import { existsSync, lstatSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { syncFolder } from '../../files/write-whole.ts';
import { BadArchive } from '../backup/archive.ts';
import { withClient } from '../backup/connect.ts';
import { withDump, type OnRows } from '../backup/dump.ts';
import { CannotRestore, restoreBackup } from '../backup/restore-backup.ts';
import type { Sql } from '../database/database.ts';
import type { Connection } from '../database/servers.ts';
import { binariesOf, packagedBinaries, serverVersion } from './binaries.ts';
import { clusterFolder } from './cluster.ts';
import { runningServer, stopServer } from './postmaster.ts';
import { hasCluster, startEmbedded } from './server.ts';
import { databaseUser } from './system-user.ts';
import { lockForUpgrade, settleSwap, upgradedFolder, upgradingFolder } from './upgrade-state.ts';
import { clusterVersion, requireVersion } from './version.ts';

/** The files of the older version cannot be upgraded. They are as before. */
export class CannotUpgrade extends Error {}

type Versions = { from: number; to: number };
export type Upgraded = Versions & {
  rows: number;
  /** The files before the upgrade. */
  kept: string;
};

type Steps = {
  /** The folder with the old programs. Null: look for it. */
  from: string | null;
  onStep: (step: string) => void;
  onRows: OnRows;
  /** In the transaction that fills the copy, before it is committed. */
  onCopied: (sql: Sql, versions: Versions) => Promise<void>;
  /** On the copy, before it is used. */
  verify: (connection: Connection) => Promise<void>;
};

/**
 * Copies the embedded database into new files made by the packaged PostgreSQL, and swaps them. Both servers run: the old
 * programs read the old files. The copy has the format of a backup, so every table is compared by its checksum. No hold
 * on payment files is set: no one can use the database meanwhile, so the copy is not older than what the bank knows.
 * Null: the files already have this version.
 */
export async function upgradeCluster(dataDir: string, steps: Steps): Promise<Upgraded | null> {
  const home = resolve(dataDir);
  if (!hasCluster(home)) throw new CannotUpgrade(`There is no database in ${home}. Is DATA_DIR right?`);
  const unlock = lockForUpgrade(home);
  try {
    const user = databaseUser();
    const cluster = clusterFolder(home, user);
    refuseLink(cluster);
    settleSwap(cluster);
    await removeCopy(cluster);
    const binaries = packagedBinaries(user);
    const [from, to] = [clusterVersion(cluster), serverVersion(binaries)];
    if (from === null) throw new CannotUpgrade(`There is no database in ${home}. Is DATA_DIR right?`);
    if (from === to) return null;
    if (from > to) requireVersion(cluster, { binaries, home });
    const oldBinaries = binariesOf(from, user, steps.from);
    if (oldBinaries === null) throw new CannotUpgrade(notFound(from, steps.from));
    const rows = await copy({ home, cluster, oldBinaries, versions: { from, to } }, steps);
    steps.onStep('Swapping the files.');
    return { from, to, rows, kept: swap(cluster, from) };
  } finally {
    unlock();
  }
}

/** The swap would rename the link, and put the new files beside it. */
function refuseLink(cluster: string): void {
  if (lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new CannotUpgrade(
    `${cluster} is a link. Move the folder it points to in its place, or mount that disk there, and start again.`,
  );
}

function notFound(version: number, given: string | null): string {
  const where = given === null ? 'Programs' : `In ${given}, programs`;
  return (
    `${where} of PostgreSQL ${version} were not found. They are in the release of Depono that made the database, or in ` +
    `Debian’s package postgresql-${version}. Name their folder: depono database upgrade --from FOLDER`
  );
}

/** Stops and removes what an upgrade that was killed has left. */
async function removeCopy(cluster: string): Promise<void> {
  const copy = upgradingFolder(cluster);
  await stopServer(runningServer(copy));
  rmSync(copy, { recursive: true, force: true });
}

async function copy(
  at: { home: string; cluster: string; oldBinaries: string; versions: Versions },
  { onStep, onRows, onCopied, verify }: Steps,
): Promise<number> {
  const { home, cluster, oldBinaries: binaries, versions } = at;
  onStep(`Starting PostgreSQL ${versions.from} from ${binaries}.`);
  // First at the usual socket: is someone using it?
  await (await startEmbedded(home, { binaries })).stop();
  const old = await startEmbedded(home, { binaries, isCopied: true });
  try {
    await withClient(old.connection, async (sql) => {
      await refuseOthers(sql);
      await refuseFullDisk(sql, dirname(cluster));
    });
    onStep(`Creating files of PostgreSQL ${versions.to}.`);
    const fresh = await startEmbedded(home, { cluster: upgradingFolder(cluster) });
    try {
      onStep('Copying and comparing every table.');
      const onRestored = (sql: Sql): Promise<void> => onCopied(sql, versions);
      const { rows } = await withDump(old.connection, { key: null }, ({ text }) =>
        restoreBackup(fresh.connection, text, { key: null, onRows, onRestored, isOlder: false }),
      );
      onStep('Verifying the books and histories of the copy.');
      await verify(fresh.connection);
      await withClient(old.connection, refuseOthers);
      return rows;
    } finally {
      await fresh.stop();
    }
  } catch (error) {
    await removeCopy(cluster);
    if (error instanceof BadArchive) throw new CannotUpgrade(`The copy is not equal. ${error.message}`);
    throw error instanceof CannotRestore ? new CannotUpgrade(error.message) : error;
  } finally {
    await old.stop();
  }
}

/** Only our own tables are copied, and no one else may write meanwhile. */
async function refuseOthers(sql: Sql): Promise<void> {
  const { rows: others } = await sql.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where backend_type = 'client backend' and application_name not in ('', 'depono (backup)') limit 1`,
  );
  if (others.length > 0)
    throw new CannotUpgrade(`Another program uses the database: ${others[0]?.name}. Stop it first.`);
  const { rows: foreign } = await sql.query<{ name: string }>(
    `select 'the database ' || datname as name from pg_database where datname not in ('postgres', 'template0', 'template1')
     union all select 'the schema ' || nspname from pg_namespace
     where nspname not in ('public', 'information_schema') and nspname not like 'pg\\_%'`,
  );
  if (foreign.length === 0) return;
  const names = foreign.map(({ name }) => name).join(', ');
  throw new CannotUpgrade(`Only Depono’s own tables are copied, but there is also ${names}. Move it elsewhere first.`);
}

const MEBIBYTE = 1_048_576;

/** The copy needs as much as the original, and its log up to a gibibyte while it is filled. */
async function refuseFullDisk(sql: Sql, folder: string): Promise<void> {
  const { rows } = await sql.query<{ bytes: number }>(
    'select sum(pg_database_size(oid))::bigint as bytes from pg_database',
  );
  const size = rows[0]?.bytes ?? 0;
  const needed = Math.round(size * 1.2 + Math.min(size, 1_024 * MEBIBYTE) + 100 * MEBIBYTE);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return;
  const mebibytes = (bytes: number): number => Math.round(bytes / MEBIBYTE);
  throw new CannotUpgrade(
    `The copy needs ${mebibytes(needed)} MiB in ${folder}, and ${mebibytes(bavail * bsize)} MiB are free. Free some space first.`,
  );
}

/** Both servers have stopped and written everything. See upgrade-state.ts for a process that dies here. */
function swap(cluster: string, version: number): string {
  const parent = dirname(cluster);
  renameSync(upgradingFolder(cluster), upgradedFolder(cluster));
  syncFolder(parent);
  const kept = freeName(`${cluster}-${version}`);
  renameSync(cluster, kept);
  renameSync(upgradedFolder(cluster), cluster);
  syncFolder(parent);
  return kept;
}

function freeName(name: string): string {
  for (let n = 1; ; n++) {
    const one = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(one)) return one;
  }
}
