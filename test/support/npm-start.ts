import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type Started = {
  process: ChildProcess;
  output: () => string;
  baseUrl: string;
  ended: Promise<number | null>;
};

const ROOT = join(import.meta.dirname, '..', '..');

/** Runs `npm start` as a person would, on a free port. */
export async function npmStart(dataDir: string, env: NodeJS.ProcessEnv = {}, cwd: string = ROOT): Promise<Started> {
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ...env },
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!output.includes('Depono is ready at') && !isOver) await wait(20);
  return { process: child, output: () => output, ended, baseUrl: /ready at (\S+)/.exec(output)?.[1] ?? '' };
}

/** Like Ctrl-C in a terminal, or another signal: to npm and everything that it has started. */
export const group = ({ process: child }: Started, signal: NodeJS.Signals): boolean =>
  process.kill(-(child.pid ?? 0), signal);

export const pidFile = (dataDir: string): string => {
  const location = join(dataDir, 'postgres-location');
  const cluster = existsSync(location) ? readFileSync(location, 'utf8').trim() : join(dataDir, 'postgres');
  return join(cluster, 'postmaster.pid');
};

export const postmaster = (dataDir: string): number => Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0]);

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
