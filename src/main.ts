import { setFlagsFromString } from 'node:v8';
import { banner } from './banner.ts';
import { ConfigError, readConfig } from './config.ts';
import { startDepono } from './depono.ts';
import { lastWords } from './log.ts';
import { CannotStart } from './storage/database/cannot-start.ts';
import { scrub } from './web/scrub.ts';

/**
 * How much more than what lives the heap may hold before it is marked anew, in percent. Marking takes its threads from
 * calls that wait, so it is not done at every small growth.
 */
setFlagsFromString('--heap-growing-percent=100');

/**
 * What has lived long at times is not put among the old from its birth: once that befell the lists of rows that the
 * database's driver makes, every row lived until the heap was marked.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

let stop: (() => Promise<void>) | null = null;
let isStopping = false;

/** Ctrl-C may arrive twice: from the terminal, and passed on by the process that started us. */
async function end(): Promise<void> {
  if (isStopping && stop === null) return;
  isStopping = true;
  // As long as the database itself is being started there is nothing to stop yet: it is remembered.
  if (stop === null) return;
  const stopping = stop;
  stop = null;
  await stopping();
  process.exit();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

// Nobody knows what is still true after this: the process ends, and whoever watches over it starts it again.
process.on('uncaughtException', (error) => {
  console.error(lastWords(error));
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
      console.error(`The database was lost and could not be had again: ${error.message}`);
      process.exitCode = 1;
      void end();
    },
  });
  if (!isStopping) console.log(banner(config, depono));
} catch (error) {
  // A start that was stopped fails, too, but that is no news.
  if (!isStopping) {
    console.error(explain(error));
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Depono cannot start with these settings:\n${error.message}`;
  if (error instanceof CannotStart) return error.message;
  const { code = '', message, stack } = error as { code?: string; message: string; stack?: string };
  if (code === 'EADDRINUSE') return 'The port is taken by another program. Choose another one: PORT=8081 npm start';
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.';
  if (code === 'EACCES' || code === 'EROFS') return `Depono may not do this: ${message}`;
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT'].includes(code)) {
    return `The database cannot be reached: ${message}. Is DATABASE_URL right?`;
  }
  if (['28P01', '28000', '3D000', '42501'].includes(code)) {
    return `The database does not let Depono in: ${message}. Is DATABASE_URL right?`;
  }
  return scrub(stack ?? message);
}
