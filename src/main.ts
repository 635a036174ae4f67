import { setFlagsFromString } from 'node:v8';
import { banner } from './banner.ts';
import { ConfigError, readConfig } from './config.ts';
import { startDepono } from './depono.ts';
import { EnvFileError, useEnvFile } from './env-file.ts';
import { crashLine } from './log.ts';
import { CannotStart, CannotStartNow, NEEDS_A_PERSON } from './storage/database/cannot-start.ts';
import { connectionFailure } from './storage/database/connection-failure.ts';
import { scrub } from './web/scrub.ts';

/**
 * The heap may double before V8 marks it again. Marking takes CPU time from waiting calls, so it must not start at every
 * small growth.
 */
setFlagsFromString('--heap-growing-percent=100');

/**
 * Disable pretenuring: V8 otherwise allocates the driver's arrays of rows in old space, where every row stays in memory
 * until the heap is marked.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

let stop: (() => Promise<void>) | null = null;
let isStopping = false;
let drainMs = 0;
/** The wait before a stop, while there is one. `/readyz` then answers 503, and all else is served. */
let draining: { since: number; end: () => void } | null = null;

/** Ctrl-C may arrive twice: from the terminal, and forwarded by the process that started this one. */
async function end(): Promise<void> {
  if (isStopping && stop === null) return;
  isStopping = true;
  // While the database is starting, nothing can be stopped yet; `onStoppable` ends it then.
  if (stop === null) return;
  const stopping = stop;
  stop = null;
  await stopping();
  process.exit();
}

/** A signal and its copy arrive within this time. */
const SAME_SIGNAL_MS = 250;

/** Serves on for SHUTDOWN_DELAY, so that the proxy sees in time that it must send calls elsewhere; a second signal ends the wait. */
async function drain(): Promise<void> {
  if (draining !== null) {
    if (performance.now() - draining.since > SAME_SIGNAL_MS) draining.end();
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  draining = { since: performance.now(), end: resolve };
  const timer = setTimeout(resolve, drainMs);
  await promise;
  clearTimeout(timer);
  await end();
}

process.on('SIGTERM', () => void (drainMs > 0 && !isStopping ? drain() : end()));
for (const signal of ['SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void (draining === null ? end() : drain()));
}

// The state of the process is unknown after this, so it ends. Its supervisor starts it again.
process.on('uncaughtException', (error) => {
  console.error(crashLine(error));
  process.exit(1);
});

try {
  useEnvFile(process.env);
  const config = readConfig(process.env);
  const depono = await startDepono(config, {
    onStoppable: (stopping) => {
      stop = stopping;
      if (isStopping) void end();
    },
    isDraining: () => draining !== null,
    onLost: (error) => {
      console.error(`The database stopped and could not be restarted: ${error.message}`);
      process.exitCode = 1;
      void end();
    },
  });
  if (!isStopping) {
    drainMs = config.shutdownDelayMs;
    console.log(banner(config, depono));
  }
} catch (error) {
  // A start that was stopped fails as well; that is not an error.
  if (!isStopping) {
    console.error(explain(error));
    process.exit(needsPerson(error) ? NEEDS_A_PERSON : 1);
  }
}

/** Then it is of no use to start it again; its supervisor is told by the exit code. */
function needsPerson(error: unknown): boolean {
  return (
    error instanceof ConfigError ||
    error instanceof EnvFileError ||
    (error instanceof CannotStart && !(error instanceof CannotStartNow))
  );
}

function explain(error: unknown): string {
  if (error instanceof EnvFileError) return error.message;
  if (error instanceof ConfigError) return `Depono cannot start with these settings:\n${error.message}`;
  if (error instanceof CannotStart) return error.message;
  const { code = '', message, stack } = error as { code?: string; message: string; stack?: string };
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Choose another one: PORT=8081 npm start';
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. Set it to one of its addresses, or to 0.0.0.0 for all.';
  if (code === 'EACCES' || code === 'EROFS') return `Permission denied: ${message}`;
  return connectionFailure(error) ?? scrub(stack ?? message);
}
