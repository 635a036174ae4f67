// Runs a program of this project on Node 26 and installs the packages it needs first:
//   src/…            dependencies only
//   everything else  dependencies and development dependencies
// It is the only file that must run on an older Node (20 or newer).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ownNode = join(root, 'runtime', 'node', 'node_modules', '.bin', 'node');
const [program, ...args] = process.argv.slice(2);
const isCurrentNode = Number(process.versions.node.split('.')[0]) >= 26;
const isDevelopment = !program.startsWith('src/');

await install(root, {
  isDevelopment,
  needsNode: !isCurrentNode,
  needsPostgres: isDevelopment || !process.env.DATABASE_URL,
});

if (isCurrentNode) {
  process.argv = [process.execPath, join(root, program), ...args];
  await import(pathToFileURL(process.argv[1]).href);
} else {
  runOnOwnNode();
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
  // Ctrl-C in a terminal also reaches the child; a signal sent to this process alone must be passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}
