import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export type Started = { url: string; pid: number; stop: (signal?: NodeJS.Signals) => Promise<void> };

/** Starts a program of the project, and waits until it prints its address. */
export function start(program: string, env: Record<string, string>, options: readonly string[] = []): Promise<Started> {
  const path = join(import.meta.dirname, '..', program);
  const child = spawn(process.execPath, [...options, path], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  return new Promise((done, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output = `${output}${text}`.slice(-10_000);
      const url = /ready at (\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1');
      if (url !== undefined) done({ url, pid: child.pid ?? 0, stop: (signal = 'SIGINT') => stop(child, signal) });
    });
    child.on('exit', (code) => fail(new Error(`${program} ended with ${code}`)));
  });
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.on('exit', () => done());
    child.kill(signal);
  });
}
