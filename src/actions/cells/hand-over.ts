import { createHash } from 'node:crypto';
import type { BankStatement } from '../../domain/bank/bank-statement.ts';
import type { StatementEntry } from '../../domain/booking.ts';
import {
  cellsOfAccounts,
  forgetHanded,
  keepHanded,
  listHanded,
  type HandedBooking,
} from '../../storage/cells/handed-bookings.ts';
import { saveBankFile } from '../../storage/money/bank-files.ts';
import { saveStatements } from '../../storage/money/bank-statements.ts';
import { bookEntries } from '../bank/book-entries.ts';
import type { Services } from '../services.ts';
import { askCell } from './ask-cell.ts';

const ACCOUNTS_AT_ONCE = 1_000;
const BOOKINGS_AT_ONCE = 200;

/** The accounts of a file that belong to other cells. As a rule there are none. */
export async function accountsOfCells(
  { database }: Services,
  accounts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const all = [...accounts];
  for (let start = 0; start < all.length; start += ACCOUNTS_AT_ONCE) {
    for (const [iban, cell] of await cellsOfAccounts(database, all.slice(start, start + ACCOUNTS_AT_ONCE))) {
      found.set(iban, cell);
    }
  }
  return found;
}

type File = { fileId: string; fileName: string };
type Said = { entry: StatementEntry; statement: BankStatement };

/** Keeps what is about accounts of other cells for these; returns the rest. */
export async function handOver<W extends keyof Said>(
  { database }: Services,
  cells: ReadonlyMap<string, string>,
  file: File,
  what: W,
  all: readonly Said[W][],
): Promise<readonly Said[W][]> {
  if (cells.size === 0) return all;
  const byCell = Map.groupBy(all, ({ accountIban }) => cells.get(accountIban) ?? null);
  for (const [cell, some] of byCell) {
    if (cell === null) continue;
    await keepHanded(
      database,
      cell,
      some.map((content) => ({ key: keyOf(what, content), what, ...file, content })),
    );
  }
  return byCell.get(null) ?? [];
}

function keyOf(what: keyof Said, said: Said[keyof Said]): string {
  if ('key' in said) return said.key;
  return `${what} ${said.accountIban} ${said.id} ${said.toOn}`;
}

/** Hands a cell what is kept for it. What it has not taken is handed to it again. */
export async function handBookings(services: Services, to: string, limitMs: number): Promise<void> {
  for (;;) {
    const bookings = await listHanded(services.database, to, BOOKINGS_AT_ONCE);
    if (bookings.length === 0) return;
    await askCell(services, to, { purpose: 'bookings', content: { bookings }, limitMs });
    await forgetHanded(
      services.database,
      to,
      bookings.map(({ key }) => key),
    );
  }
}

/** What another cell hands over. Taken twice it is booked once; what has moved on meanwhile is handed on. */
export async function takeBookings(
  services: Services,
  from: string,
  bookings: readonly HandedBooking[],
): Promise<void> {
  for (const [fileId, some] of Map.groupBy(bookings, (one) => one.fileId)) {
    const fileName = some[0]?.fileName ?? '';
    const file = { fileId, fileName };
    const entries = some.flatMap(({ what, content }) => (what === 'entry' ? [content as StatementEntry] : []));
    const statements = some.flatMap(({ what, content }) => (what === 'statement' ? [content as BankStatement] : []));
    const accounts = new Set([...entries, ...statements].map(({ accountIban }) => accountIban));
    const others = await accountsOfCells(services, accounts);
    const booked = await bookEntries(services, await handOver(services, others, file, 'entry', entries), { fileId });
    await saveStatements(services.database, fileId, await handOver(services, others, file, 'statement', statements));
    await saveBankFile(services.database, {
      id: fileId,
      name: `${fileName} (handed over by ${from})`,
      archive: null,
      sha256: createHash('sha256').update(fileId).digest(),
      state: 'done',
      reason: null,
      entries: entries.length,
      booked: booked.filter((one) => one === 'booked' || one === 'attention').length,
    });
  }
}
