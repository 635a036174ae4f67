import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { exportOrders } from './actions/bank/export-orders.ts';
import { importFile, type ImportReport, type Progress } from './actions/bank/import-file.ts';
import type { Services } from './actions/services.ts';
import { ConfigError, readConfig } from './config.ts';
import { createServices } from './services.ts';
import { CannotStart } from './storage/cannot-start.ts';
import { openDatabase } from './storage/database.ts';
import { besideEmbedded } from './storage/embedded/server.ts';

const HELP = `depono: the operator's command line

  depono bank import FILE…   read camt.053, camt.054 and pain.002 files of the bank
  depono bank export         write all orders that are ready into one payment file (pain.001)

  --json    print one JSON object a line
  --help    this text

The settings are those of the service (DATABASE_URL, DATA_DIR, BANK_EXCHANGE_DIR, …); it may run meanwhile.
Each booking is taken on once, whichever file repeats it: importing a file again does nothing.

  depono bank import statements/*.xml
  depono bank export --json

Ends with 0 when all is done, 1 when a file was refused, 2 when the call is wrong or nothing could be done.
`;

/** Of more entries than this it is worth a picture. */
const LONG = 1_000;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    const [area, verb, ...files] = positionals;
    if (values.help || area === undefined) return say(HELP, values.help ? 0 : 2);
    if (area === 'bank' && verb === 'import' && files.length > 0) {
      return await withServices((services) => importAll(services, files, values.json));
    }
    if (area === 'bank' && verb === 'export' && files.length === 0) {
      return await withServices((services) => exportAll(services, values.json));
    }
    console.error(`There is no such command: depono ${positionals.join(' ')}\n\n${HELP}`);
    return 2;
  } catch (error) {
    console.error(explain(error));
    return 2;
  }
}

async function importAll(services: Services, files: readonly string[], isJson: boolean): Promise<number> {
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) {
    console.error(`There is no such file: ${missing.join(', ')}. Nothing was read.`);
    return 2;
  }
  let refused = 0;
  for (const file of files) {
    const { onProgress, end } = isJson ? { onProgress: () => undefined, end: () => undefined } : progressBar(file);
    const report = await importFile(services, file, onProgress).finally(end);
    if (report.state === 'refused') refused++;
    console.log(isJson ? JSON.stringify({ file, ...report }) : inWords(file, report));
  }
  return refused > 0 ? 1 : 0;
}

/** Only in a terminal, and only where it takes a while. */
function progressBar(file: string): { onProgress: Progress; end: () => void } {
  let bar: SingleBar | null = null;
  const onProgress: Progress = (done, total) => {
    if (total < LONG || !process.stdout.isTTY) return;
    if (bar === null) {
      bar = new SingleBar(
        { format: `${file}  {bar} {percentage} %  {value}/{total}`, hideCursor: true },
        Presets.shades_classic,
      );
      bar.start(total, done);
    }
    if (done % 100 === 0 || done === total) bar.update(done);
  };
  return { onProgress, end: () => bar?.stop() };
}

function inWords(file: string, { state, reason, entries, counts }: ImportReport): string {
  if (state === 'refused') return `${file}: refused, nothing was booked. ${reason}`;
  const parts = [
    `${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    `${counts.booked} booked`,
    counts.repeated > 0 ? `${counts.repeated} known before` : '',
    counts.not_booked_yet > 0 ? `${counts.not_booked_yet} not booked by the bank yet` : '',
    counts.total > 0 ? `${counts.total} totals whose details stand elsewhere` : '',
    counts.attention > 0 ? `${counts.attention} for a person to look at` : '',
  ];
  return `${file}: ${parts.filter((part) => part !== '').join(', ')}`;
}

async function exportAll(services: Services, isJson: boolean): Promise<number> {
  const run = await exportOrders(services);
  if (isJson) console.log(JSON.stringify({ run }));
  else if (run === null) console.log('There is nothing to pay.');
  else console.log(`${run.orders} ${run.orders === 1 ? 'payment' : 'payments'} in ${run.file}`);
  return 0;
}

async function withServices(work: (services: Services) => Promise<number>): Promise<number> {
  const config = readConfig(process.env);
  const connect = async (connection: Parameters<typeof openDatabase>[0]): Promise<number> => {
    const database = await openDatabase(connection, () => undefined);
    try {
      return await work(createServices(config, database));
    } finally {
      await database.end();
    }
  };
  return config.databaseUrl === null ? besideEmbedded(config.dataDir, connect) : connect(config.databaseUrl);
}

function say(text: string, code: number): number {
  console.log(text);
  return code;
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof CannotStart) return error.message;
  return `It could not be done: ${(error as Error).message}`;
}
