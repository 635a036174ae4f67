import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exportOrders } from '../actions/bank/export-orders.ts';
import { heldInWords } from '../actions/bank/held-in-words.ts';
import { importFile } from '../actions/bank/import-file.ts';
import type { Services } from '../actions/services.ts';

export type BankExchange = { stop: () => Promise<void> };

const LOOK_EVERY_MS = 5_000;
const EXPORT_EVERY_MS = 600_000;

/** Reads what the bank has put into the folder, and now and then puts out what is to be paid. */
export function startBankExchange(
  services: Services,
  { exports, log }: { exports: boolean; log: (error: unknown, what: string) => void },
): BankExchange {
  const stopping = new AbortController();
  let exportedAt = 0;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await importIncoming().catch((error: unknown) => log(error, 'bank import'));
      if (exports && Date.now() - exportedAt > EXPORT_EVERY_MS && !stopping.signal.aborted) {
        exportedAt = Date.now();
        await exportReady().catch((error: unknown) => log(error, 'bank export'));
      }
      await wait(LOOK_EVERY_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** All that lies there whole. One that cannot be read or booked now stays for the next look, and holds up no other. */
  async function importIncoming(): Promise<void> {
    for (const path of services.exchange.incoming()) {
      if (stopping.signal.aborted) return;
      await importFile(services, path).catch((error: unknown) => log(error, `bank file ${basename(path)}`));
    }
  }

  /** A hold is told each time: people wait for their money until somebody lifts it. */
  async function exportReady(): Promise<void> {
    const { hold } = await exportOrders(services);
    if (hold !== null) log(new Error(heldInWords(hold)), 'bank export');
  }

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
