import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { swissDay } from '../src/domain/values/calendar.ts';
import { rappen } from '../src/domain/values/money.ts';
import { SCENARIOS } from '../src/sandbox/scenarios.ts';
import { DIALECTS, entriesIn, type BankBooking, type DialectName } from '../src/sandbox/simulated-bank/dialects.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import { addSimulated } from '../src/storage/money/simulated-bank.ts';
import type { Random } from './random.ts';
import type { DepositRecord } from './movers.ts';
import type { World } from './world.ts';

/** The share of files that the bank sends twice, under two names. */
const TWICE = 0.3;
/** The share of bookings that come with the next statement alone: the notification is lost. */
const LOST = 0.1;
const PAYER = { name: 'Simulated payer', iban: 'CH9300762011623852957' };

/** The bank books incoming money and writes a notification: sometimes in parts, sometimes twice, sometimes none. */
export async function putIntoBankFile(world: World, deposit: DepositRecord, random: Random): Promise<void> {
  const { iban, qrIban, paymentReference: reference } = deposit;
  if (iban === null || reference === null) return;
  const owed = Math.round(deposit.rentalDeposit * 100);
  const first = random.isSo(0.3) ? random.whole(1, owed) : owed;
  const amounts = first === owed ? [owed] : [first, owed - first];
  const booked = await bookAtBank(world, iban, { reference, amounts });
  if (booked === null) return;
  const dialect = dialectOf(deposit.externalContractId);
  if (dialect === 'plain') {
    for (const { bankReference, amount } of booked) world.book.credits.push({ bankReference, reference, amount });
  }
  if (random.isSo(LOST)) return;
  const messageId = newName();
  const bookings = entriesIn(DIALECTS[dialect].notification, booked, qrIban);
  const content = writeCamt054({ messageId, createdAt: new Date(), bookings });
  const folder = folderOf(world, deposit);
  put(folder, `${messageId}.xml`, content);
  if (random.isSo(TWICE)) put(folder, `${messageId}-again.xml`, content);
  world.book.counts.bankFiles++;
}

/** In the memory of the simulated bank, whose statements then have it. Null: its database is away. */
async function bookAtBank(
  { server }: World,
  accountIban: string,
  { reference, amounts }: { reference: string; amounts: readonly number[] },
): Promise<BankBooking[] | null> {
  const client = await server.connect().catch(() => null);
  if (client === null) return null;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ now: Date }>('select service_now() as now');
    const bookedAt = rows[0]?.now ?? new Date();
    const group = newName();
    const bookings = amounts.map((amount): BankBooking => ({
      direction: 'credit',
      accountIban,
      reference,
      amount: rappen(amount),
      bankReference: newName(),
      bookedOn: swissDay(bookedAt),
      bookedAt,
      debtor: PAYER,
      group,
    }));
    const stored = bookings.map((content) => ({
      bankReference: content.bankReference,
      amount: content.amount,
      content,
    }));
    await addSimulated(client, accountIban, stored);
    await client.query('commit');
    return bookings;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function dialectOf(contractId: string): DialectName {
  return SCENARIOS.find(({ prefix }) => contractId.startsWith(prefix))?.dialect ?? 'plain';
}

/** Some file that was read before comes once more, under another name and with another message id. */
export function deliverAgain(world: World, random: Random): void {
  const folder = random.pick(bankFolders(world));
  const done = join(folder, 'done');
  const names = existsSync(done) ? readdirSync(done).filter((name) => name.endsWith('.xml')) : [];
  if (names.length === 0) return;
  const name = random.pick(names);
  const content = readFileSync(join(done, name), 'utf8');
  put(folder, `${newName()}.xml`, content.replace(/<MsgId>[^<]*<\/MsgId>/, `<MsgId>${newName()}</MsgId>`));
  world.book.counts.bankFilesAgain++;
}

/** The exchange folder of the bank that has the deposit. */
function folderOf({ bankFolder, mix }: World, { organizationId }: { organizationId: string }): string {
  const [bank] = mix.providers.all;
  const isOwn = mix.providers.organizationIds.has(organizationId) && bank !== undefined;
  return isOwn ? join(bankFolder, bank.code) : bankFolder;
}

/** The default bank's, and those of banks with a folder of their own. */
function bankFolders({ bankFolder, mix }: World): string[] {
  return [
    bankFolder,
    ...mix.providers.all.map(({ code }) => join(bankFolder, code)).filter((path) => existsSync(path)),
  ];
}

function newName(): string {
  return `CHAOS${randomUUID().replaceAll('-', '')}`.slice(0, 35);
}

function put(folder: string, name: string, content: string): void {
  const incoming = join(folder, 'in');
  mkdirSync(incoming, { recursive: true });
  writeFileSync(join(incoming, `${name}.part`), content);
  renameSync(join(incoming, `${name}.part`), join(incoming, name));
}

/** The files in a part of the exchange folders, by their paths. */
export function filesIn(world: World, part: 'in' | 'out'): string[] {
  return bankFolders(world).flatMap((folder) => {
    const path = join(folder, part);
    const names = existsSync(path) ? readdirSync(path) : [];
    return names.filter((name) => name.endsWith('.xml') && !name.startsWith('.')).map((name) => join(path, name));
  });
}

/** The end-to-end ids of all orders in payment files, with repetitions. */
export function ordersSent(world: World): string[] {
  return filesIn(world, 'out').flatMap((path) => {
    const content = readFileSync(path, 'utf8');
    return [...content.matchAll(/<EndToEndId>([^<]+)<\/EndToEndId>/g)].map(([, id]) => id as string);
  });
}
