import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command, refuseCommand, wrongCall, type Command, type CommandContext } from '../command.ts';
import { table } from '../output.ts';
import { addRelease, newestMigration } from './add.ts';
import { findRelease, homeOf, linkedVersion, listReleases, removedName, removeLeftovers } from './home.ts';
import { type Home, type InstalledRelease } from './home.ts';
import { named, processesIn } from './in-use.ts';
import { alone } from './lock.ts';
import { differencesOf, type FileDifference } from './manifest.ts';
import { recorder } from './recorded.ts';
import { useRelease } from './use.ts';

const KEPT = 3;
const MOST_SHOWN = 20;

const add = command({
  name: 'release add',
  role: null,
  summary: 'Install a version beside the others',
  usage: 'SOURCE [--ref TAG]',
  about: `SOURCE is a git repository (its commit, or --ref), a folder without git, or an archive as git archive writes it (tar or
tar.gz; - for standard input). The files and the packages that running needs go to releases/VERSION below DEPONO_HOME,
with a manifest of checksums and a bill of materials. Nothing that runs changes. Needs the package registry.

A version that is there is refused, unless it is the same. DEPONO_HOME: by default the installation of this program.`,
  words: [1, 1],
  examples: [
    'depono release add /root/depono --ref v0.3.0',
    'depono release add depono-0.3.0.tar.gz',
    'DEPONO_HOME=/opt/depono bin/depono release add .',
  ],
  options: { ref: { type: 'text', value: 'TAG', about: 'a tag or commit of the git repository' } },
  run: async (context, { words: [source = ''], options }) => {
    const { output, env } = context;
    const home = homeOf(env);
    const record = await recorder(context);
    const { manifest, folder, isNew } = await addRelease(home, source, options.ref, output.warn);
    const { version, commit } = manifest;
    if (isNew) await record({ verb: 'add', about: { version }, changes: { commit: { to: commit } } });
    output.show({ version, commit, folder, isNew }, () =>
      isNew
        ? `Release ${version} is in ${folder}. To switch to it: depono release use ${version}`
        : `Release ${version} is already there, with the same files.`,
    );
    return 0;
  },
});

const list = command({
  name: 'release list',
  role: null,
  summary: 'List installed versions: which is current, which was before, and the schema each knows',
  usage: '',
  words: [0, 0],
  examples: ['depono release list', 'depono release list --json'],
  options: {},
  run: async ({ output, env }) => {
    const home = homeOf(env);
    const rows = listReleases(home).map(viewOf);
    for (const row of rows) output.object(row);
    if (rows.length === 0) output.say(`There are no releases in ${home.releases}.`);
    else {
      const cells = rows.map(({ version, is, schema, addedAt, commit, isComplete }) => [
        version,
        isComplete ? is : 'not complete',
        schema,
        addedAt,
        commit?.slice(0, 12),
      ]);
      output.say(table(['VERSION', 'IS', 'SCHEMA', 'ADDED', 'COMMIT'], cells));
    }
    return 0;
  },
});

const viewOf = ({ version, is, folder, manifest }: InstalledRelease) => ({
  version,
  is,
  schema: newestMigration(folder),
  addedAt: manifest?.addedAt ?? null,
  commit: manifest?.commit ?? null,
  isComplete: manifest !== null,
  folder,
});

const verify = command({
  name: 'release verify',
  role: null,
  summary: 'Compare the files of a version, or of all, with the checksums of its manifest',
  usage: '[VERSION]',
  words: [0, 1],
  examples: ['depono release verify', 'depono release verify 0.3.0'],
  options: {},
  run: async ({ output, env }, { words: [version] }) => {
    const home = homeOf(env);
    const releases = version === undefined ? listReleases(home) : [findRelease(home, version)];
    let isWhole = true;
    for (const release of releases) {
      const found = checkFiles(release);
      isWhole &&= found.length === 0;
      output.show({ version: release.version, isWhole: found.length === 0, differences: found }, () =>
        found.length === 0 ? `${release.version}: all files are as they were added.` : inWords(release, found),
      );
    }
    if (releases.length === 0) output.say(`There are no releases in ${home.releases}.`);
    return isWhole ? 0 : 1;
  },
});

function checkFiles({ folder, manifest }: InstalledRelease): FileDifference[] {
  return manifest === null ? [{ path: 'release.json', is: 'missing' }] : differencesOf(folder, manifest);
}

function inWords({ version }: InstalledRelease, found: readonly FileDifference[]): string {
  const lines = found.slice(0, MOST_SHOWN).map(({ path, is }) => `  ${is}: ${path}`);
  const more = found.length > MOST_SHOWN ? [`  … and ${found.length - MOST_SHOWN} more`] : [];
  return [`${version}: not as it was added.`, ...lines, ...more].join('\n');
}

const STOPPED = {
  stopped: {
    type: 'flag',
    about: 'no process runs, which is checked: allow a migration that the version before cannot work with',
  },
} as const;

const use = command({
  name: 'release use',
  role: null,
  summary: 'Switch to an installed version: check it, migrate the database with it, point current to it',
  usage: 'VERSION|newest [--stopped]',
  about: `Checks first: the release is complete and unchanged, and can work with the database. A newer version migrates the
database; processes of the version before go on. An older version is accepted if it can work with the database as it is.
Then current points to it, in one step. Running processes keep their version until you restart them. All that run on this
machine are asked for, not only the version that current names.

The first version on a machine needs no database if the settings name none: the service sets it up when it starts.`,
  words: [1, 1],
  examples: [
    'depono release use newest',
    'depono release use 0.3.0',
    'systemctl stop depono; depono release use 1.0.0 --stopped',
  ],
  options: STOPPED,
  run: async (context, { words: [version = ''], options }) => {
    const home = homeOf(context.env);
    return alone(home, () => switchTo(context, home, { version, isStopped: options.stopped }));
  },
});

const rollback = command({
  name: 'release rollback',
  role: null,
  summary: 'Switch back to the version before',
  usage: '',
  about: 'The same as depono release use with the version that depono release list calls previous.',
  words: [0, 0],
  examples: ['depono release rollback'],
  options: {},
  run: async (context) => {
    const home = homeOf(context.env);
    return alone(home, async () => {
      const version = linkedVersion(home, 'previous');
      if (version === null || version === linkedVersion(home, 'current')) {
        throw refuseCommand('There is no version before this one.');
      }
      return switchTo(context, home, { version, isStopped: false });
    });
  },
});

async function switchTo(
  context: CommandContext,
  home: Home,
  wanted: { version: string; isStopped: boolean },
): Promise<0> {
  const { version, before, migrated } = await useRelease(context, home, wanted);
  context.output.show({ version, before, migrated }, () => {
    if (version === before) return `Release ${version} is in use already.`;
    const applied = migrated.length === 0 ? '' : ` Migrations applied: ${migrated.join(', ')}.`;
    const next =
      before === null ? 'Start the service: systemctl enable --now depono' : 'Restart it: systemctl restart depono';
    return `Release ${version} is current${before === null ? '' : `, before it was ${before}`}.${applied}\n${next}`;
  });
  return 0;
}

const remove = command({
  name: 'release remove',
  role: null,
  summary: 'Remove the files of a version that is neither current nor the one before',
  usage: 'VERSION',
  words: [1, 1],
  examples: ['depono release remove 0.2.0'],
  options: {},
  run: async (context, { words: [version = ''] }) => {
    const home = homeOf(context.env);
    return alone(home, async () => {
      const release = findRelease(home, version);
      const why = reasonToKeep(release);
      if (why !== null) throw refuseCommand(`Release ${release.version} stays: ${why}.`);
      return removeAll(context, home, [release]);
    });
  },
});

const prune = command({
  name: 'release prune',
  role: null,
  summary: 'Remove old versions',
  usage: '[--keep NUMBER]',
  about: `Keeps the versions that were added last (${KEPT}, or --keep), the current one, the one before, and those of running
processes.`,
  words: [0, 0],
  examples: ['depono release prune', 'depono release prune --keep 5'],
  options: { keep: { type: 'text', value: 'NUMBER', about: `how many to keep, ${KEPT} if not given` } },
  run: async (context, { options }) => {
    const keep = options.keep ?? String(KEPT);
    if (!/^[1-9]\d{0,2}$/.test(keep)) throw wrongCall(`--keep is "${keep}". It must be a number from 1 to 999.`);
    const home = homeOf(context.env);
    const addedAt = ({ manifest }: InstalledRelease): string => manifest?.addedAt ?? '';
    return alone(home, async () => {
      const old = listReleases(home)
        .sort((one, other) => (addedAt(one) < addedAt(other) ? 1 : -1))
        .slice(Number(keep))
        .filter((release) => reasonToKeep(release) === null);
      return removeAll(context, home, old);
    });
  },
});

function reasonToKeep({ is, folder }: InstalledRelease): string | null {
  if (is !== null) return is === 'current' ? 'it is the current one' : 'it is the way back (depono release rollback)';
  const users = processesIn(folder);
  return users.length === 0 ? null : `process ${named(users)} runs from it`;
}

async function removeAll(context: CommandContext, home: Home, releases: readonly InstalledRelease[]): Promise<0> {
  const record = await recorder(context);
  for (const { version, folder } of releases) {
    // Renamed first: a command that is killed leaves no half release behind.
    const aside = join(home.releases, removedName(version));
    renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
    await record({ verb: 'remove', about: { version } });
  }
  const removed = releases.map(({ version }) => version);
  if (removed.length > 0) removeLeftovers(home);
  context.output.show({ removed }, () =>
    removed.length === 0 ? 'There is nothing to remove.' : `Removed: ${removed.join(', ')}.`,
  );
  return 0;
}

export const releaseCommands: readonly Command[] = [add, list, verify, use, rollback, remove, prune];
