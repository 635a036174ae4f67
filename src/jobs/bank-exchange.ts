import { basename } from 'node:path';
import { exportOrders } from '../actions/bank/export-orders.ts';
import { heldInWords } from '../actions/bank/held-in-words.ts';
import { importFile } from '../actions/bank/import-file.ts';
import type { Services } from '../actions/services.ts';
import { startLoop } from './loop.ts';

const IMPORT_EVERY_MS = 5_000;
const EXPORT_EVERY_MS = 600_000;

type ExchangeSettings = {
  exports: boolean;
  log: (error: unknown, what: string) => void;
  onFailed?: (step: 'import' | 'export') => void;
};

/** Imports the files that the bank has put into the folder, and regularly writes the payment orders for it. */
export function startBankExchange(
  services: Services,
  { exports, log, onFailed = () => undefined }: ExchangeSettings,
): { stop: () => Promise<void> } {
  let isStopping = false;
  let exportedAt = 0;

  async function round(): Promise<void> {
    await importIncoming().catch((error: unknown) => failed('import', error, 'bank import'));
    if (!exports || isStopping || Date.now() - exportedAt <= EXPORT_EVERY_MS) return;
    exportedAt = Date.now();
    await exportReady();
  }

  /** A file that cannot be read or booked stays for the next round and does not hold up the others. */
  async function importIncoming(): Promise<void> {
    for (const path of services.exchange.incoming()) {
      if (isStopping) return;
      const report = await importFile(services, path).catch((error: unknown) =>
        failed('import', error, `bank file ${basename(path)}`),
      );
      // Its reason may quote what is in the file.
      if (report?.state === 'refused')
        log(new Error('the reason is in the console'), `bank file ${report.name} refused`);
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
      isStopping = true;
      return loop.stop();
    },
  };
}
