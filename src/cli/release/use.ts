import { join } from 'node:path';
import { refuseCommand, wrongCall, type CommandContext } from '../command.ts';
import { findRelease, linkedVersion, pointLink, type Home, type InstalledRelease } from './home.ts';
import { named, runningVersions } from './in-use.ts';
import { differencesOf } from './manifest.ts';
import { namesDatabase, recorder } from './recorded.ts';
import { askRelease, breakingFor, migrateWith } from './schema.ts';

type Used = { version: string; before: string | null; migrated: number[] };

/** Switches to a release: checks it, migrates the database with its code, then points `current` to it. */
export async function useRelease(
  context: CommandContext,
  home: Home,
  { version, isStopped }: { version: string; isStopped: boolean },
): Promise<Used> {
  const release = findRelease(home, version);
  requireWhole(release);
  const before = linkedVersion(home, 'current');
  if (release.is === 'current') return { version: release.version, before, migrated: [] };
  const record = await recorder(context);
  const running = runningVersions(home);
  if (isStopped) requireStopped(running);
  // On a new machine there is no database yet: the service sets it up when it starts.
  const isNew = before === null && linkedVersion(home, 'previous') === null && running.size === 0;
  // Processes may be older than the link, and on another machine.
  const old = isStopped ? [] : [...new Set([...(before === null ? [] : [before]), ...running.keys()])];
  const migrated = isNew && !namesDatabase(context) ? [] : await fitDatabase(context, home, { release, old });
  const changes = { version: { from: before, to: release.version }, migrations: { to: migrated } };
  // Before the switch: an entry too many explains itself, one too few does not.
  await record({ verb: 'use', about: { version: release.version }, changes });
  if (before !== null) pointLink(home, 'previous', before);
  pointLink(home, 'current', release.version);
  return { version: release.version, before, migrated };
}

/** Complete, unchanged, and for this machine. */
function requireWhole({ version, folder, manifest }: InstalledRelease): void {
  const again = `Remove it and add it again: depono release remove ${version}`;
  if (manifest === null) throw refuseCommand(`Release ${version} is not complete: it has no manifest. ${again}`);
  const platform = `${process.platform}-${process.arch}`;
  if (manifest.platform !== platform) {
    throw refuseCommand(`Release ${version} was made for ${manifest.platform}; this is ${platform}. ${again}`);
  }
  const [first, ...more] = differencesOf(folder, manifest);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  throw refuseCommand(`Release ${version} is damaged: ${first.path} is ${first.is}${others}. ${again}`);
}

function requireStopped(running: ReturnType<typeof runningVersions>): void {
  const [first] = running;
  if (first === undefined) return;
  const [version, processes] = first;
  throw refuseCommand(
    `--stopped is for when nothing runs, but process ${named(processes)} runs from ${version}. Nothing was changed. ` +
      'Stop all processes first: systemctl stop depono',
  );
}

async function fitDatabase(
  context: CommandContext,
  home: Home,
  { release, old }: { release: InstalledRelease; old: readonly string[] },
): Promise<number[]> {
  if (!namesDatabase(context)) {
    throw wrongCall(
      'The settings name no database to check. Load the settings of the service first: set -a; . /etc/depono/depono.env; set +a',
    );
  }
  const { missing, tooNew } = await askRelease(context, release);
  if (tooNew !== null) {
    throw refuseCommand(
      `Release ${release.version} cannot work with the database: migration ${tooNew} does not allow it. ` +
        'Nothing was changed. The way back is a backup from before that migration.',
    );
  }
  if (missing.length === 0) return [];
  for (const version of old) {
    const breaking = breakingFor(join(home.releases, version), release, missing);
    if (breaking.length === 0) continue;
    throw refuseCommand(
      `Release ${version} cannot work with migration ${breaking.join(', ')} of ${release.version}. Nothing was changed. ` +
        'Stop all its processes first (systemctl stop depono), then add --stopped.',
    );
  }
  await migrateWith(context, home, release);
  return missing;
}
