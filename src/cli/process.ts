import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Services } from '../actions/services.ts';
import { openDatabase } from '../storage/database/database.ts';
import type { Connection } from '../storage/database/servers.ts';
import { withEmbedded } from '../storage/embedded/server.ts';
import { requireSchema } from '../storage/database/schema-version.ts';
import type { CommandContext, ExitCode, Input, Settings } from './command.ts';
import type { Surroundings } from './run.ts';

/** What only the top layer can create. */
type Makers<S extends Settings> = {
  settings: () => S;
  services: (settings: S, database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Services>;
  serve: () => Promise<ExitCode>;
};

/** How long an interrupted command may take to close its resources. */
const CLOSE_LIMIT_MS = 5_000;

/** The command context of this process. */
export function ofProcess<S extends Settings>({ settings, services: makeServices, serve }: Makers<S>): Surroundings {
  let isRaw = false;
  // A closed pipe (depono … | head) is not an error.
  process.stdout.on('error', (error: { code?: string }) => {
    if (isRaw) return;
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  const withConnection: CommandContext['withConnection'] = (work) => {
    const { databaseUrl, dataDir } = settings();
    return databaseUrl === null ? withEmbedded(dataDir, work) : work(databaseUrl);
  };
  let opened: Promise<{ services: Services; close: () => Promise<void> }> | null = null;
  let interrupted: AbortController | null = null;
  const close = async (): Promise<void> => {
    const open = opened;
    opened = null;
    if (open !== null) await open.then((it) => it.close()).catch(() => undefined);
  };
  const onSignal = (): void => {
    if (interrupted !== null && !interrupted.signal.aborted) return interrupted.abort();
    setTimeout(() => process.exit(130), CLOSE_LIMIT_MS).unref();
    void close().finally(() => process.exit(130));
  };
  const listen = (): void => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      if (!process.listeners(signal).includes(onSignal)) process.on(signal, onSignal);
    }
  };
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    close,
    context: {
      env: process.env,
      input: inputOf(),
      settings,
      services: async () => {
        listen();
        opened ??= open(withConnection, (database) => makeServices(settings(), database));
        return (await opened).services;
      },
      withConnection: (work) => {
        listen();
        return withConnection(work);
      },
      rawOutput: () => {
        isRaw = true;
        return new Writable({ write: (chunk, _encoding, written) => void process.stdout.write(chunk, written) });
      },
      rawInput: () => process.stdin,
      untilInterrupted: () => {
        listen();
        interrupted ??= new AbortController();
        return interrupted.signal;
      },
      serve,
    },
  };
}

/** Keeps the database open until `close`. */
async function open(
  withConnection: CommandContext['withConnection'],
  make: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Services>,
): Promise<{ services: Services; close: () => Promise<void> }> {
  const ready = Promise.withResolvers<Services>();
  const ended = Promise.withResolvers<void>();
  const whole = withConnection(async (connection: Connection) => {
    const nothing = (): void => undefined;
    const database = await openDatabase(connection, nothing, nothing, requireSchema);
    try {
      ready.resolve(await make(database));
      await ended.promise;
    } finally {
      await database.end();
    }
  });
  whole.catch(ready.reject);
  const services = await ready.promise;
  return {
    services,
    close: () => {
      ended.resolve();
      return whole;
    },
  };
}

function inputOf(): Input {
  return {
    canAsk: process.stdin.isTTY && process.stderr.isTTY,
    confirm: async (question) => {
      const asking = createInterface({ input: process.stdin, output: process.stderr });
      try {
        // Ctrl-C means no.
        const answer = await asking.question(`${question} [y/N] `).catch(() => '');
        return /^y(es)?$/i.test(answer.trim());
      } finally {
        asking.close();
      }
    },
    readAll: () => text(process.stdin),
  };
}
