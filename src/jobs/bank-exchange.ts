import { basename } from 'node:path';
import { exportOrders } from '../actions/bank/export-orders.ts';
import { heldInWords } from '../actions/bank/held-in-words.ts';
import { importFile } from '../actions/bank/import-file.ts';
import type { Services } from '../actions/services.ts';
import { completeness } from '../bank/incoming/completeness.ts';
import { holdAfterFailover } from '../storage/money/bank-hold.ts';
import { listBankFolders } from '../storage/providers/banks.ts';
import { startLoop } from './loop.ts';

const IMPORT_EVERY_MS = 5_000;
const EXPORT_EVERY_MS = 600_000;

type ExchangeSettings = {
  exports: boolean;
  log: (error: unknown, what: string) => void;
  onFailed?: (step: 'import' | 'export') => void;
  /** A file was read. */
  onImported?: () => void;
};

/** Imports the files that the bank has put into the folder, and regularly writes the payment orders for it. */
export function startBankExchange(
  services: Services,
  { exports, log, onFailed = () => undefined, onImported = () => undefined }: ExchangeSettings,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const isComplete = completeness();
  let exportedAt = 0;

  async function round(): Promise<void> {
    await noticeFailover().catch((error: unknown) => failed('export', error, 'hold after a failover'));
    await importIncoming().catch((error: unknown) => failed('import', error, 'bank import'));
    if (!exports || stopping.signal.aborted || Date.now() - exportedAt <= EXPORT_EVERY_MS) return;
    exportedAt = Date.now();
    await exportReady();
  }

  /** Each export looks as well. Here it shows before anything is due. */
  async function noticeFailover(): Promise<void> {
    const hold = await services.database.transaction(holdAfterFailover);
    if (hold !== null) log(new Error(heldInWords(hold)), 'another database server has taken over');
  }

  /** A file that cannot be read or booked stays for the next round and does not hold up the others. */
  async function importIncoming(): Promise<void> {
    for (const path of await incomingFiles(services, (error, what) => failed('import', error, what))) {
      if (stopping.signal.aborted) return;
      await importOne(path).catch((error: unknown) => {
        // Stopped in the middle of a file: it is read again after the next start.
        if (!stopping.signal.aborted && !isGone(error, path)) failed('import', error, `bank file ${basename(path)}`);
      });
    }
  }

  /** A file whose end is not there yet is left alone. */
  async function importOne(path: string): Promise<void> {
    const { exchange } = services;
    if (!(await isComplete(path, exchange.flagsFor(path)))) return;
    for (const { name, state } of await importFile(services, path, { signal: stopping.signal })) {
      // Its reason may quote what is in the file.
      if (state === 'done') onImported();
      else log(new Error('the reason is in the console'), `bank file ${name} refused`);
    }
  }

  function failed(step: 'import' | 'export', error: unknown, what: string): void {
    onFailed(step);
    log(error, what);
  }

  /** A hold is logged at each export: people wait for their money until the operator lifts it. */
  async function exportReady(): Promise<void> {
    const { hold } = await exportOrders(services);
    if (hold !== null) log(new Error(heldInWords(hold)), 'bank export');
  }

  const loop = startLoop({
    everyMs: IMPORT_EVERY_MS,
    firstAfterMs: 0,
    round,
    onError: (error) => failed('export', error, 'bank export'),
  });
  return {
    stop: () => {
      stopping.abort();
      return loop.stop();
    },
  };
}

/** The exchange folder itself is read in any case. A folder that cannot be read does not hold up the other banks. */
async function incomingFiles(
  { exchange, database }: Services,
  failed: (error: unknown, what: string) => void,
): Promise<string[]> {
  const folders = new Set([null, ...(await listBankFolders(database)).map(({ folder }) => folder)]);
  return [...folders].flatMap((folder) => {
    try {
      return exchange.bank(folder).incoming();
    } catch (error) {
      failed(error, folder === null ? 'bank import' : `bank import from ${folder}`);
      return [];
    }
  });
}

/** Another process was quicker. */
function isGone(error: unknown, path: string): boolean {
  const { code, path: of } = error as { code?: string; path?: string };
  return code === 'ENOENT' && of === path;
}
