import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { syncFolder } from '../../files/write-whole.ts';
import { refuseCommand } from '../command.ts';
import { partialName, removeLeftovers, VERSION, type Home } from './home.ts';
import { afterOthers } from './lock.ts';
import { hashTree, isSameSource, readManifest, writeManifest, type Manifest } from './manifest.ts';
import { copySource } from './source.ts';

type Added = { manifest: Manifest; folder: string; isNew: boolean };

/**
 * Prepares a release beside the others and gives it its name as the last step. A command that is killed leaves a partial
 * folder, which the next one removes. The lock is not held while packages are installed: a rollback must not wait for that.
 */
export async function addRelease(
  home: Home,
  source: string,
  ref: string | null,
  say: (words: string) => void,
): Promise<Added> {
  makeHome(home);
  await afterOthers(home, say, async () => removeLeftovers(home));
  const partial = join(home.releases, partialName());
  try {
    const { commit } = await copySource(source, partial, ref);
    const version = versionIn(partial);
    const tree = hashTree(partial);
    refuseLinks(tree.links);
    const folder = join(home.releases, version);
    const existing = existingOf(folder, version);
    if (existing !== null && isSameSource(existing, tree)) return { manifest: existing, folder, isNew: false };
    if (existing !== null) {
      throw refuseCommand(
        `Release ${version} is already there, with other files. Raise the version (npm version), or remove that release first: depono release remove ${version}`,
      );
    }
    say('Installing packages (needs the package registry) …');
    await installPackages(partial);
    await writeBillOfMaterials(partial);
    await tryOut(partial);
    const addedAt = new Date().toISOString();
    const platform = `${process.platform}-${process.arch}`;
    const manifest: Manifest = {
      format: 1,
      version,
      commit,
      addedAt,
      platform,
      schema: newestMigration(partial) ?? 0,
      ...hashTree(partial),
    };
    writeManifest(partial, manifest);
    makeReadable(partial);
    syncTree(partial);
    await afterOthers(home, say, async () => rename(partial, folder, version));
    syncFolder(home.releases);
    return { manifest, folder, isNew: true };
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The service runs as another user, who must get in, also where root has a strict umask. Other rights stay as they are. */
function makeHome({ root, releases }: Home): void {
  const first = mkdirSync(releases, { recursive: true });
  const top = first !== undefined && first.length < root.length ? first : root;
  for (let folder = releases; folder.length >= top.length; folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if ((mode & ENTER) !== ENTER) chmodSync(folder, (mode | ENTER) & 0o7777);
  }
}

const ENTER = 0o055;

function versionIn(folder: string): string {
  const read = (): { name?: unknown; version?: unknown } => {
    try {
      return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
    } catch {
      return {};
    }
  };
  const { name, version } = read();
  if (name !== 'depono' || typeof version !== 'string' || !existsSync(join(folder, 'scripts', 'install.mjs'))) {
    throw refuseCommand('This is not the project: package.json of Depono, or scripts/install.mjs, is missing.');
  }
  if (!VERSION.test(version))
    throw refuseCommand(`${JSON.stringify(version)} in package.json is not a version such as 1.2.3.`);
  return version;
}

/** The project has none, and one from an archive could lead anywhere. */
function refuseLinks(links: Manifest['links']): void {
  const [first] = Object.keys(links);
  if (first !== undefined) throw refuseCommand(`The source has a symbolic link (${first}). The project has none.`);
}

function existingOf(folder: string, version: string): Manifest | null {
  if (!existsSync(folder)) return null;
  const manifest = readManifest(folder);
  if (manifest !== null) return manifest;
  throw refuseCommand(`${folder} is there, without a manifest. Remove it first: depono release remove ${version}`);
}

/** With the installer of the release: exactly what its lock files say, without development packages. */
async function installPackages(folder: string): Promise<void> {
  const installer = pathToFileURL(join(folder, 'scripts', 'install.mjs')).href;
  const needs = { isDevelopment: false, needsNode: true, needsPostgres: true };
  const script = `import { install } from ${JSON.stringify(installer)};
    await install(${JSON.stringify(folder)}, ${JSON.stringify(needs)});`;
  const code = await run(['--input-type=module', '-e', script], folder);
  if (code !== 0) throw refuseCommand('The packages could not be installed. Nothing was added.');
}

/** Releases before 0.3.0 have none. */
async function writeBillOfMaterials(folder: string): Promise<void> {
  const script = join(folder, 'scripts', 'sbom.ts');
  if (!existsSync(script)) return;
  const code = await run([script, join(folder, 'sbom.cdx.json')], folder);
  if (code !== 0) throw refuseCommand('The software bill of materials could not be written. Nothing was added.');
}

/** Loads all code and packages once, without settings. */
async function tryOut(folder: string): Promise<void> {
  const code = await run([join(folder, 'src', 'cli.ts'), '--help'], folder);
  if (code !== 0) throw refuseCommand('The release does not start on this machine. Nothing was added.');
}

/** The service runs as another user, who must be able to read it and must not change it. */
function makeReadable(folder: string): void {
  const { status } = spawnSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder]);
  if (status !== 0) throw refuseCommand('The rights of the files could not be set (chmod). Nothing was added.');
}

/** Its output goes to standard error. Settings of the service do not matter here. */
function run(args: readonly string[], cwd: string): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', args.at(-1) === '--help' ? 'ignore' : 2, 2] });
  return new Promise((done) => child.on('error', () => done(null)).on('close', done));
}

export function newestMigration(folder: string): number | null {
  const migrations = join(folder, 'src', 'storage', 'migrations');
  if (!existsSync(migrations)) return null;
  const numbers = readdirSync(migrations).flatMap((name) =>
    /^\d{4}-.*\.sql$/.test(name) ? Number(name.slice(0, 4)) : [],
  );
  return numbers.length === 0 ? null : Math.max(...numbers);
}

/** Everything on disk before it gets its name: thousands of files, so with one call for the file system. */
function syncTree(folder: string): void {
  if (spawnSync('sync', ['-f', folder]).status === 0) return;
  if (spawnSync('sync').status !== 0)
    throw refuseCommand('The program sync failed: the release may not be on disk. Nothing was added.');
}

function rename(partial: string, folder: string, version: string): void {
  try {
    renameSync(partial, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    throw refuseCommand(`Release ${version} was added by another command meanwhile.`);
  }
}
