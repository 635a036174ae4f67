import { cellToken } from '../actions/cells/hand-over.ts';
import type { Services } from '../actions/services.ts';
import { forgetHanded, listHanded } from '../storage/cells/handed-bookings.ts';
import { startLoop, type Loop } from './loop.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 200;
const LIMIT_MS = 30_000;

type Settings = { cell: string; cells: ReadonlyMap<string, string>; onError: (error: unknown) => void };

/** Hands bookings of accounts that belong to other cells to these. What a cell has not taken is handed to it again. */
export function startHandingOver(services: Services, { cell, cells, onError }: Settings): Loop {
  return startLoop({
    everyMs: EVERY_MS,
    firstAfterMs: EVERY_MS,
    round: async () => {
      for (const [name, address] of cells) {
        if (name !== cell) await handAll(services, { from: cell, to: name, address }).catch(onError);
      }
    },
    onError,
  });
}

async function handAll(
  services: Services,
  { from, to, address }: Record<'from' | 'to' | 'address', string>,
): Promise<void> {
  for (;;) {
    const bookings = await listHanded(services.database, to, AT_ONCE);
    if (bookings.length === 0) return;
    const { status } = await fetch(`${address}/cells/bookings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cellToken(services)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, bookings }),
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'error',
    });
    if (status !== 204) throw new Error(`the cell ${to} answered ${status}`);
    await forgetHanded(
      services.database,
      to,
      bookings.map(({ key }) => key),
    );
  }
}
