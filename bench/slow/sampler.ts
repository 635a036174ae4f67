import { openSync, readdirSync, readFileSync, readSync, watch } from 'node:fs';
import { stolenMs } from '../stolen.ts';
import { noUses, type Sample, type User } from './types.ts';

// A process that records the CPU time of each thread every 10 ms, until it is stopped.

const EVERY_MS = 10;
/** New database processes are detected less often. */
const LOOK_EVERY = 10;

export type What = { service: number; postmaster: number; callers: number; logFolder: string };

type Thread = { user: User; file: number; ran: number; queued: number; state: number | null };

const { service, postmaster, callers, logFolder } = JSON.parse(process.argv[2] ?? '') as What;
const threads = new Map<string, Thread>();
const samples: Sample[] = [];
const space = Buffer.alloc(4096);
let stolen = stolenMs();
let looks = 0;
let logFiles = 0;

watch(logFolder, (kind, name) => {
  if (kind === 'rename' && name?.startsWith('xlogtemp')) logFiles++;
}).unref();
for (const id of readdirSync(`/proc/${service}/task`)) {
  const name = readFileSync(`/proc/${service}/task/${id}/comm`, 'utf8');
  if (id === String(service)) follow(`/proc/${service}/task/${id}`, 'service');
  else if (name.includes('V8')) follow(`/proc/${service}/task/${id}`, 'collector');
}
follow(`/proc/${callers}/task/${callers}`, 'callers');
followDatabase();
process.once('message', () => {
  clearInterval(looking);
  process.send?.(samples);
});
// The parent has everything, or has ended.
process.once('disconnect', () => process.exit());
const looking = setInterval(look, EVERY_MS);
process.send?.('ready');

function look(): void {
  if (++looks % LOOK_EVERY === 0) followDatabase();
  const sample: Sample = { at: Date.now(), ran: noUses(), queued: noUses(), stolen: 0, disk: 0, logFiles };
  logFiles = 0;
  for (const [path, thread] of threads) {
    const [ran, queued] = timesOf(thread.file);
    if (ran === undefined || queued === undefined) {
      threads.delete(path);
      continue;
    }
    sample.ran[thread.user] += ran - thread.ran;
    sample.queued[thread.user] += queued - thread.queued;
    Object.assign(thread, { ran, queued });
    if (thread.state !== null && waitsForDisk(thread.state)) sample.disk = EVERY_MS;
  }
  const now = stolenMs();
  sample.stolen = now - stolen;
  stolen = now;
  samples.push(sample);
}

function followDatabase(): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  for (const id of children) {
    const path = `/proc/${id}/task/${id}`;
    if (!threads.has(path)) follow(path, databaseUser(id));
  }
}

function databaseUser(id: string): User {
  const title = readText(`/proc/${id}/cmdline`);
  if (title.includes('autovacuum worker')) return 'autovacuum';
  return title.includes('[local]') || title.includes('127.0.0.1') ? 'database' : 'housekeeping';
}

function follow(path: string, user: User): void {
  try {
    const file = openSync(`${path}/schedstat`, 'r');
    const [ran = 0, queued = 0] = timesOf(file);
    const state = user === 'database' ? openSync(`${path}/stat`, 'r') : null;
    threads.set(path, { user, file, ran, queued, state });
  } catch {
    // The process has ended.
  }
}

/** Milliseconds on a CPU and waiting for one; null if the thread has ended. */
function timesOf(file: number): number[] {
  try {
    const size = readSync(file, space, 0, space.length, 0);
    const [ran, queued] = space.toString('latin1', 0, size).split(' ');
    return size === 0 ? [] : [Number(ran) / 1e6, Number(queued) / 1e6];
  } catch {
    return [];
  }
}

/** The state letter follows the name, which may contain any character. */
function waitsForDisk(file: number): boolean {
  try {
    const size = readSync(file, space, 0, space.length, 0);
    const text = space.toString('latin1', 0, size);
    return text[text.lastIndexOf(')') + 2] === 'D';
  } catch {
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
