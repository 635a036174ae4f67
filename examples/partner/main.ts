import { setTimeout as wait } from 'node:timers/promises';
import { catchUp } from './events.ts';
import { openMemory } from './memory.ts';
import { openDeposits } from './open-deposits.ts';
import { readStatuses } from './read-status.ts';
import { startReceiver } from './receiver.ts';
import { readSettings } from './settings.ts';

const settings = readSettings(process.env);
const { memory, save } = openMemory(settings.memoryFile);
startReceiver(settings, memory, save);

let caughtUpAt = 0;
for (;;) {
  try {
    await openDeposits(settings, memory, save);
    await readStatuses(settings, memory, save);
    if (Date.now() - caughtUpAt >= settings.catchUpEveryMs) {
      await catchUp(settings, memory, save);
      caughtUpAt = Date.now();
    }
  } catch (error) {
    // The service is away, or the list cannot be read: the next round tries again.
    console.error(String(error));
  }
  await wait(settings.everyMs);
}
