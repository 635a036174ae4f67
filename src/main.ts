import { setFlagsFromString } from 'node:v8';
import { banner } from './banner.ts';
import { ConfigError, readConfig } from './config.ts';
import { startDepono } from './depono.ts';
import { crashLine } from './log.ts';
import { CannotStart } from './storage/database/cannot-start.ts';
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

// The state of the process is unknown after this, so it ends. Its supervisor starts it again.
process.on('uncaughtException', (error) => {
  console.error(crashLine(error));
  process.exit(1);
});

try {
  const config = readConfig(process.env);
  const depono = await startDepono(config, {
    onStoppable: (stopping) => {
      stop = stopping;
      if (isStopping) void end();
    },
    onLost: (error) => {
      console.error(`The database stopped and could not be restarted: ${error.message}`);
      process.exitCode = 1;
      void end();
    },
  });
  if (!isStopping) console.log(banner(config, depono));
} catch (error) {
  // A start that was stopped fails as well; that is not an error.
  if (!isStopping) {
    console.error(explain(error));
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Depono cannot start with these settings:\n${error.message}`;
  if (error instanceof CannotStart) return error.message;
  const { code = '', message, stack } = error as { code?: string; message: string; stack?: string };
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Choose another one: PORT=8081 npm start';
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. Set it to one of its addresses, or to 0.0.0.0 for all.';
  if (code === 'EACCES' || code === 'EROFS') return `Permission denied: ${message}`;
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT'].includes(code)) {
    return `The database cannot be reached: ${message}. Check DATABASE_URL.`;
  }
  if (['28P01', '28000', '3D000', '42501'].includes(code)) {
    return `The database refused the connection: ${message}. Check user, password and database in DATABASE_URL.`;
  }
  return scrub(stack ?? message);
}
