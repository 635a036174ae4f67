import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cpuSeconds, peakOf } from '../processes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const LOOK_MS = 100;

export type Ran = {
  /** Null: it was killed. */
  code: number | null;
  output: string;
  seconds: number;
  cpuSeconds: number;
  mebibytes: number;
};

/** Runs a program of the project as a process of its own. `killWhen`: it is killed with SIGKILL once that is true. */
export async function run(
  args: readonly string[],
  env: Record<string, string>,
  { killWhen = null }: { killWhen?: (() => Promise<boolean>) | null } = {},
): Promise<Ran> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  let [output, cpu, mebibytes] = ['', 0, 0];
  child.stdout.on('data', (data) => (output += String(data)));
  const look = setInterval(() => {
    cpu = Math.max(cpu, cpuSeconds([pid]));
    mebibytes = Math.max(mebibytes, peakOf(pid));
  }, LOOK_MS);
  const kill = setInterval(() => void killWhen?.().then((isTime) => isTime && child.kill('SIGKILL')), LOOK_MS);
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  clearInterval(look);
  clearInterval(kill);
  return { code, output, seconds: (performance.now() - start) / 1000, cpuSeconds: cpu, mebibytes };
}

/** `depono bank import`, which books a file as the worker does. */
export function importFile(
  path: string,
  env: Record<string, string>,
  options: { killWhen?: () => Promise<boolean> } = {},
): Promise<Ran> {
  return run(['src/cli.ts', 'bank', 'import', path, '--json'], env, options);
}
