import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A process of the service under a supervisor that restarts it. */
export type Process = {
  name: string;
  role: 'web' | 'worker';
  port: number;
  isReady: () => boolean;
  ready: (limitMs: number) => Promise<boolean>;
  kill: () => void;
  /** Stops it normally; the supervisor restarts it. */
  restart: () => void;
  freeze: (isFrozen: boolean) => void;
  /** Takes effect at the next start. */
  skew: (ms: number) => void;
  /** Whether the supervisor may restart it. */
  hold: (isHeld: boolean) => void;
  end: () => Promise<void>;
  printed: () => string;
  /** How often it was started. */
  starts: () => number;
};

export type ProcessSettings = {
  name: string;
  role: Process['role'];
  env: Record<string, string>;
  /** Called if it ends unexpectedly. */
  onFault: (fault: string) => void;
};

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const PRELOAD = join(import.meta.dirname, 'preload.ts');
const AGAIN_AFTER_MS = 200;
const MOST_PRINTED = 8_000;

export async function startProcess({ name, role, env, onFault }: ProcessSettings): Promise<Process> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  let printed = '';
  let isReady = false;
  let isHeld = false;
  let isOver = false;
  /** This child is meant to end. */
  let isAsked = false;
  let skewMs = 0;
  let starts = 0;

  const launch = (): void => {
    if (isOver || isHeld || child !== null) return;
    isReady = false;
    isAsked = false;
    starts++;
    const started = spawn(process.execPath, ['--import', PRELOAD, MAIN], {
      env: { ...process.env, ...env, ROLE: role, PORT: String(port), CHAOS_SKEW_MS: String(skewMs) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    const print = (text: string): void => {
      printed = `${printed}${text}`.slice(-MOST_PRINTED);
      if (text.includes('Depono is ready at')) isReady = true;
    };
    started.stdout?.setEncoding('utf8').on('data', print);
    started.stderr?.setEncoding('utf8').on('data', print);
    started.once('exit', (code, signal) => {
      // A process that cannot reach its database at the start exits; the supervisor tries again.
      if (isReady && !isAsked) onFault(`${name} ended unexpectedly (${signal ?? code}):\n${printed.slice(-1_500)}`);
      isReady = false;
      child = null;
      setTimeout(launch, AGAIN_AFTER_MS);
    });
  };
  const signal = (name: NodeJS.Signals): void => {
    isAsked = true;
    child?.kill(name);
  };
  launch();
  return {
    name,
    role,
    port,
    isReady: () => isReady,
    ready: async (limitMs) => {
      const deadline = Date.now() + limitMs;
      while (!isReady && Date.now() < deadline) await wait(20);
      return isReady;
    },
    kill: () => signal('SIGKILL'),
    restart: () => signal('SIGTERM'),
    freeze: (isFrozen) => void child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    skew: (ms) => (skewMs = ms),
    hold: (next) => {
      isHeld = next;
      launch();
    },
    end: async () => {
      isOver = true;
      const last = child;
      if (last === null) return;
      signal('SIGKILL');
      while (last.exitCode === null && last.signalCode === null) await wait(10);
    },
    printed: () => printed,
    starts: () => starts,
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
