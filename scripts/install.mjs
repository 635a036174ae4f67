// Installs packages where they are missing or out of date. Runs on Node 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const WITH_DEVELOPMENT = ['--include=dev', '--include=optional'];
const TO_RUN = ['--omit=dev', '--omit=optional'];
/** Node and PostgreSQL, one optional package per platform. */
const PROGRAMS = ['--include=optional'];

/**
 * Installs, in parallel, the folders whose stamp does not match their lock file. The stamp is removed before an
 * installation and written after it, so an interrupted installation is repeated from scratch by the next command.
 */
export async function install(root, { isDevelopment, needsNode, needsPostgres }) {
  const folders = [
    { path: root, flags: isDevelopment ? WITH_DEVELOPMENT : TO_RUN },
    ...(needsNode ? [{ path: join(root, 'runtime', 'node'), flags: PROGRAMS }] : []),
    ...(needsPostgres ? [{ path: join(root, 'runtime', 'postgres'), flags: PROGRAMS }] : []),
  ];
  if (missing(folders).length === 0) return;
  const unlock = await lock(join(root, '.installing')).catch((error) => {
    console.error(`Packages are missing, and they cannot be installed here: ${error.message}`);
    process.exit(1);
  });
  process.on('exit', unlock);
  try {
    // Another process may have installed them while this one waited.
    const left = missing(folders);
    if (left.length === 0) return;
    console.error('Installing packages (once; needs the package registry) …');
    const results = await Promise.all(left.map(installFolder));
    if (results.every((isInstalled) => isInstalled)) return;
    console.error('The packages could not be installed. Check the network, then run the same command again.');
    process.exit(1);
  } finally {
    unlock();
    process.off('exit', unlock);
  }
}

/** A folder with the development packages can also run. */
function missing(folders) {
  return folders.filter(({ path, flags }) => {
    const stamp = stampOf(path);
    const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
    return installed !== contentOf(path, flags) && installed !== contentOf(path, WITH_DEVELOPMENT);
  });
}

const stampOf = (path) => join(path, 'node_modules', '.depono-installed');

function contentOf(path, flags) {
  const lockFile = readFileSync(join(path, 'package-lock.json'));
  const how = [process.platform, process.arch, ...flags].join(' ');
  return createHash('sha256').update(lockFile).update(how).digest('hex');
}

async function installFolder({ path, flags }) {
  rmSync(stampOf(path), { force: true });
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'ci', ...flags, '--loglevel=error'];
  const child = spawn(command, args, { cwd: path, stdio: ['ignore', 2, 2] });
  const code = await new Promise((ended) => child.on('close', ended).on('error', () => ended(1)));
  // No package for this platform leaves no folder behind.
  if (code === 0) mkdirSync(join(path, 'node_modules'), { recursive: true });
  if (code === 0) writeFileSync(stampOf(path), contentOf(path, flags));
  return code === 0;
}

/** One installation at a time; a lock whose process is gone is taken over. */
async function lock(file) {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isRunning(file)) rmSync(file, { force: true });
      else await wait(200);
    }
  }
}

function isRunning(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
