import { createHash, randomUUID } from 'node:crypto';
import { bookEntries } from '../../src/actions/bank/book-entries.ts';
import type { Services } from '../../src/actions/services.ts';
import type { StatementEntry } from '../../src/domain/booking.ts';
import type { Day } from '../../src/domain/values/calendar.ts';
import { rappen } from '../../src/domain/values/money.ts';
import { createServices } from '../../src/services.ts';
import { openDatabase } from '../../src/storage/database/database.ts';
import { TENANT_IBAN } from './play.ts';
import type { Service } from './service.ts';

let count = 0;

/** An entry of the bank's, with a reference of its own. */
export function statementEntry(accountIban: string, chf: number, more: Partial<StatementEntry> = {}): StatementEntry {
  const key = createHash('sha256').update(`entry ${++count} ${Date.now()}`).digest('hex');
  return {
    key,
    writtenKey: null,
    entryKey: key,
    level: 'entry',
    totalOf: null,
    isMismatch: false,
    accountIban,
    direction: 'credit',
    isReversal: false,
    isBooked: true,
    amount: rappen(Math.round(chf * 100)),
    currency: 'CHF',
    amountText: chf.toFixed(2),
    bookedOn: '2026-11-16' as Day,
    bookedAt: null,
    valueOn: '2026-11-17' as Day,
    reference: null,
    endToEndId: null,
    counterpartyIban: TENANT_IBAN,
    counterpartyName: 'Lea Brunner',
    counterpartyAddress: null,
    charges: rappen(0),
    entryReference: `BANK-${count}`,
    detailReference: null,
    code: null,
    returned: null,
    text: null,
    parts: null,
    ...more,
  };
}

export function statementDebit(iban: string, chf: number, more: Partial<StatementEntry> = {}): StatementEntry {
  return statementEntry(iban, chf, { direction: 'debit', ...more });
}

export type BookingDesk = {
  services: Services;
  /** Books entries as one file of the bank's would. */
  book: (...entries: StatementEntry[]) => Promise<string[]>;
  close: () => Promise<void>;
};

export async function openBookingDesk(service: Service): Promise<BookingDesk> {
  const database = await openDatabase(service.databaseUrl, () => undefined);
  const services = createServices(service.config, database);
  return {
    services,
    book: (...entries) => bookEntries(services, entries, { fileId: randomUUID() }),
    close: () => database.end(),
  };
}
