import type { Database } from '../storage/database/database.ts';
import { catchUpDepositList } from '../storage/deposit-list/catch-up.ts';

const EVERY_MS = 3_000;
/** While there is much to do: the machine is left to those who open deposits. */
const SOON_MS = 500;

export type ListKeeper = { stop: () => Promise<void> };

/** Takes new deposits into the lists of property managers, beside the calls that open them. */
export function startListKeeper(database: Database, log: (error: unknown) => void): ListKeeper {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    const looked = await catchUpDepositList(database).catch((error: unknown) => {
      log(error);
      return 0;
    });
    runIn(looked > 0 ? SOON_MS : EVERY_MS);
  };
  const runIn = (wait: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => void (running = run()), wait).unref();
  };
  runIn(EVERY_MS);
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
