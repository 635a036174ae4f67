import { join } from 'node:path';
import { CannotStart } from '../database/cannot-start.ts';
import { serverVersion } from './binaries.ts';
import { readIfThere } from './postmaster.ts';

/** With its folder: `depono` alone may be another release, which brings another PostgreSQL. */
const OWN_PROGRAM = join(import.meta.dirname, '..', '..', '..', 'bin', 'depono');

/** The major version of PostgreSQL that made the files of a database; null without files. */
export function clusterVersion(cluster: string): number | null {
  const text = readIfThere(join(cluster, 'PG_VERSION')).trim();
  return text === '' ? null : Number.parseInt(text, 10);
}

/** A server opens only files of its own major version. Says so at once, because the server itself would only fail. */
export function requireVersion(cluster: string, { binaries, home }: { binaries: string; home: string }): void {
  const made = clusterVersion(cluster);
  if (made === null) return;
  const here = serverVersion(binaries);
  if (made === here) return;
  throw new CannotStart(
    `The database in ${home} was made by PostgreSQL ${made}, but this Depono brings PostgreSQL ${here}, which cannot ` +
      `open its files. Nothing was changed. ${made < here ? `Run: ${OWN_PROGRAM} database upgrade` : 'Start the newer version of Depono.'}`,
  );
}
