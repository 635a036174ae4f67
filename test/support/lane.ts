import { createHook } from 'node:async_hooks';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { atEndOfLane } from './lane-end.ts';

// A process of `scripts/test.ts` that runs one test file after the other, so that the service is loaded, and its code
// compiled, once for many files. A file that changes the whole process has one to itself.

const folder = process.env['TEST_QUEUE'];
if (folder === undefined) throw new Error('Run the tests with "npm test".');
const queue = JSON.parse(readFileSync(join(folder, 'queue.json'), 'utf8')) as { alone: string[]; shared: string[] };

for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => console.error(error));
// A runner that was killed can end nothing: each lane notices that it is alone.
const runner = Number(process.env['TEST_RUNNER']);
setInterval(() => process.ppid === runner || process.exit(1), 1_000).unref();

type Hook = { enable: () => unknown; disable: () => unknown };
const following = followedBy(() => before(() => undefined));

const own = queue.alone.find(claim);
if (own !== undefined) await run(own);
else for (const file of queue.shared) if (claim(file)) await run(file);
for (const end of atEndOfLane) await end();

/** Each file is a suite, so that its tests start once all of the file was read, with its own hooks around them. */
async function run(file: string): Promise<void> {
  const [at, cpu] = [performance.now(), cpuMs()];
  let startUp = 0;
  following.enable();
  await suite(file, async () => {
    await import(pathToFileURL(resolve(file)).href);
    startUp = cpuMs() - cpu;
    following.disable();
  });
  const times = [performance.now() - at, cpuMs() - cpu, startUp];
  appendFileSync(join(folder as string, 'times.tsv'), `${[file, ...times.map(Math.round)].join('\t')}\n`);
}

/**
 * `node:test` follows every promise and connection, to know which test calls `test` or throws what nobody awaits. That
 * costs a fifth of the time, and is needed only while a file is read. Afterwards such an error is printed with its stack,
 * and still fails the run. This gives the hook with which it does so.
 */
function followedBy(startRunner: () => unknown): Hook {
  const hooks = Object.getPrototypeOf(createHook({})) as Hook;
  const { enable } = hooks;
  const found: Hook[] = [];
  hooks.enable = function (this: Hook) {
    found.push(this);
    return enable.call(this);
  };
  startRunner();
  hooks.enable = enable;
  return found[0] ?? createHook({});
}

/** Whether this process is the first to ask for a file. */
function claim(file: string): boolean {
  try {
    mkdirSync(join(folder as string, encodeURIComponent(file)));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** CPU time of this process and, on Linux, of the processes that it started and that have ended. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (process.platform === 'linux' ? childrenMs() : 0);
}

function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const TICK_MS = 10;
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
