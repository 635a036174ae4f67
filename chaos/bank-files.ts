import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rappen } from '../src/domain/values/money.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import type { Random } from './random.ts';
import type { DepositRecord } from './movers.ts';
import type { World } from './world.ts';

/** The share of files that the bank sends twice, under two names. */
const TWICE = 0.3;
const PAYER = { name: 'Simulated payer', iban: 'CH9300762011623852957' };

/** Writes bank files about incoming money: sometimes in parts, sometimes the same money twice. */
export function putIntoBankFile(world: World, deposit: DepositRecord, random: Random): void {
  const { iban, paymentReference: reference } = deposit;
  if (iban === null || reference === null) return;
  const owed = Math.round(deposit.rentalDeposit * 100);
  const first = random.isSo(0.3) ? random.whole(1, owed) : owed;
  const amounts = first === owed ? [owed] : [first, owed - first];
  const bookings = amounts.map((amount) => ({
    direction: 'credit' as const,
    accountIban: iban,
    reference,
    amount: rappen(amount),
    bankReference: `CHAOS${randomUUID().replaceAll('-', '')}`.slice(0, 35),
    bookedOn: '2026-11-15',
    debtor: PAYER,
  }));
  const messageId = `CHAOS${randomUUID().replaceAll('-', '')}`.slice(0, 35);
  const content = writeCamt054({ messageId, createdAt: new Date(), bookings });
  const path = join(world.bankFolder, 'in', `${messageId}.xml`);
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
  if (random.isSo(TWICE)) {
    const second = path.replace(/\.xml$/, '-again.xml');
    writeFileSync(`${second}.part`, content);
    renameSync(`${second}.part`, second);
  }
  world.book.counts.bankFiles++;
  for (const { bankReference, amount } of bookings) world.book.credits.push({ bankReference, reference, amount });
}

/** The files in a part of the exchange folder. */
export function filesIn({ bankFolder }: World, part: 'in' | 'out'): string[] {
  return readdirSync(join(bankFolder, part)).filter((name) => name.endsWith('.xml') && !name.startsWith('.'));
}

/** The ids of all orders in payment files, with repetitions. */
export function ordersSent(world: World): string[] {
  return filesIn(world, 'out').flatMap((name) => {
    const content = readFileSync(join(world.bankFolder, 'out', name), 'utf8');
    return [...content.matchAll(/<EndToEndId>([0-9a-f]{32})<\/EndToEndId>/g)].map(([, id]) => id as string);
  });
}
