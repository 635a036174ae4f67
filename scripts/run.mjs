// Runs a program of this project on the project's own Node, installing the packages first where they are missing.
// It is the one file that an older Node (20 or newer) must be able to run.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [program, ...args] = process.argv.slice(2);
const stamp = join(root, 'node_modules', '.depono-installed');
const ownNode = join(root, 'node_modules', '.bin', 'node');

install();

const nodeMajor = Number(process.versions.node.split('.')[0]);
if (nodeMajor >= 26) {
  process.argv = [process.execPath, join(root, program), ...args];
  await import(pathToFileURL(process.argv[1]).href);
} else {
  runOnOwnNode();
}

function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages (once; needs the package registry) …');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(
    command,
    [...first, 'install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  );
  if (done.status !== 0) {
    console.error('The packages could not be installed. Check the network, then run the same command again.');
    process.exit(done.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

function runOnOwnNode() {
  if (!existsSync(ownNode)) {
    console.error(
      `Depono needs Node 26. No build of it is packaged for ${process.platform} ${process.arch}: ` +
        'install Node 26 yourself and run the same command again.',
    );
    process.exit(1);
  }
  const child = spawn(ownNode, [join(root, program), ...args], { stdio: 'inherit' });
  // Ctrl-C in a terminal reaches the child by itself; a signal sent to this process alone must be passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}
