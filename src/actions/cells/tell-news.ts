import { setTimeout as wait } from 'node:timers/promises';
import { forgetNews, listNews, cellsWithoutNews, type News, type SharedThing } from '../../storage/cells/news.ts';
import { storeNews } from '../../storage/cells/told.ts';
import type { Services } from '../services.ts';
import { askCell, otherCells } from './ask-cell.ts';

const AT_ONCE = 200;
/** How long a person waits for the other cells. */
const NOW_LIMIT_MS = 3_000;

/**
 * Tells a cell what it has not taken yet. It answers what it has taken; a process that dies before that is forgotten here tells it
 * again, which changes nothing there.
 */
export async function tellNews(services: Services, to: string, limitMs: number): Promise<void> {
  const { database } = services;
  for (;;) {
    const news = await listNews(database, to, AT_ONCE);
    if (news.length === 0) return;
    const content = { news: news.map(({ number: _number, ...told }) => told) };
    const { taken } = (await askCell(services, to, { purpose: 'news', content, limitMs })) as { taken: number[] };
    const done = taken.flatMap((index) => news[index] ?? []);
    await forgetNews(database, to, done);
    if (done.length < news.length) throw new Error(`the cell ${to} did not take everything`);
  }
}

/** Where each of them is in the list is answered, of those that were taken. */
export function takeNews({ database }: Services, news: readonly News[]): Promise<number[]> {
  return database.transaction(async (sql) => {
    const taken: number[] = [];
    for (const [index, one] of news.entries()) if (await storeNews(sql, one)) taken.push(index);
    return taken;
  });
}

/** The things that are keys. */
type SharedKey = Extract<SharedThing, `${string}_key`>;

/**
 * Tells the other cells of a key that was issued or revoked, without waiting for the job. Returns those that have not taken it; they are told
 * again until they have. `settle` commits the change, where that is still to be done.
 */
export async function tellKey(
  { services, settle = async () => undefined }: { services: Services; settle?: () => Promise<void> },
  what: SharedKey,
  keyId: string,
): Promise<string[]> {
  const others = otherCells(services);
  if (others.length === 0) return [];
  await settle();
  const told = Promise.allSettled(others.map((name) => tellNews(services, name, NOW_LIMIT_MS)));
  // Where much waits to be told, the job goes on with it.
  await Promise.race([told, wait(NOW_LIMIT_MS, undefined, { ref: false })]);
  return cellsWithoutNews(services.database, what, keyId);
}

/** What a key that was just issued does not do yet. */
export function notKnownIn(cells: readonly string[]): string {
  return `It is not known yet in ${cells.join(', ')}: calls with it are refused there until it is. Depono tells them again every few seconds.`;
}

/** What a revoked key still does elsewhere. */
export function notRevokedIn(cells: readonly string[]): string {
  const names = cells.join(', ');
  return `It is NOT revoked yet in ${cells.length === 1 ? 'the cell' : 'the cells'} ${names}: calls with it still succeed there. Depono tells ${
    cells.length === 1 ? 'it' : 'them'
  } again every few seconds; until then, stop it there yourself if it is urgent.`;
}
