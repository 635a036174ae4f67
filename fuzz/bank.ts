import { existsSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { rappen, type Rappen } from '../src/domain/values/money.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import type { Credit } from '../src/sandbox/simulated-bank/write-entries.ts';
import type { Play } from '../test/support/play.ts';
import { spoilFile } from './camt.ts';
import { Random } from './random.ts';

type NamedCredit = Credit & { bankReference: string };
type BookedCredit = NamedCredit & { play: Play };
type Made = { name: string; text: string; isGood: boolean };

export type Imported = { done: number; refused: number; repeated: number; faults: string[] };

/**
 * Puts files into the exchange folder of the running service: valid ones, ones that repeat entries of others, and ones
 * with a fault. Afterwards each deposit must have every entry of the valid files once, and nothing of the others.
 */
export async function importFiles(
  folder: string,
  deposits: readonly Play[],
  { count, seed }: { count: number; seed: number },
): Promise<Imported> {
  const accounts = await Promise.all(deposits.map(async (play) => ({ play, record: await play.record() })));
  /** Every entry of a valid file, by the bank's reference. */
  const booked = new Map<string, BookedCredit>();
  const all: BookedCredit[] = [];
  let repeated = 0;
  const files = Array.from({ length: count }, (_, number): Made => {
    const random = new Random(seed, number);
    const isGood = random.chance(0.65);
    const credits = Array.from({ length: random.between(1, 3) }, (_credit, place) => {
      if (isGood && all.length > 0 && random.chance(0.4)) {
        repeated++;
        return random.pick(all);
      }
      const { play, record } = random.pick(accounts);
      return { ...credit(random, record, `FZ-${seed}-${number}-${place}`), play };
    });
    if (isGood) {
      all.push(...credits.filter(({ bankReference }) => !booked.has(bankReference)));
      for (const one of credits) booked.set(one.bankReference, one);
    }
    const distinct = [...new Map(credits.map((one) => [one.bankReference, one])).values()];
    const text = writeCamt054({ messageId: `M-${seed}-${number}`, createdAt: new Date(), bookings: distinct });
    return { name: `fuzz-${number}.xml`, text: isGood ? text : spoilFile(random, text)[1], isGood };
  });
  for (const file of files) put(folder, file);
  const faults = await settled(folder);
  for (const { name, isGood } of files) {
    const due = isGood ? 'done' : 'refused';
    if (!existsSync(join(folder, due, name))) faults.push(`${name} is not in ${due}`);
  }
  for (const play of deposits) {
    const due = [...booked.values()].filter((one) => one.play === play).map(({ amount }) => amount);
    const { payments } = await play.record();
    const found = payments.map(({ amount }: { amount: number }) => Math.round(amount * 100)) as number[];
    if (sorted(found) !== sorted(due)) faults.push(`a deposit holds ${found.length} payments, ${due.length} are due`);
  }
  const good = files.filter(({ isGood }) => isGood).length;
  return { done: good, refused: files.length - good, repeated, faults };
}

function credit(
  random: Random,
  record: { iban: string; paymentReference: string },
  bankReference: string,
): NamedCredit {
  return {
    direction: 'credit',
    accountIban: record.iban,
    amount: rappen(random.between(1, 500)),
    bookedOn: '2026-11-15',
    bankReference,
    debtor: { name: random.pick(['Lea Brunner', 'Zoë & Söhne', '<b>']), iban: 'CH5604835012345678009' },
    reference: record.paymentReference,
  };
}

/** Like a bank: written under another name, then renamed; old enough to be read at once. */
function put(folder: string, { name, text }: Made): void {
  const hidden = join(folder, 'in', `.${name}.part`);
  writeFileSync(hidden, text);
  const before = new Date(Date.now() - 60_000);
  utimesSync(hidden, before, before);
  renameSync(hidden, join(folder, 'in', name));
}

const LONGEST_WAIT_MS = 600_000;

async function settled(folder: string): Promise<string[]> {
  const until = Date.now() + LONGEST_WAIT_MS;
  while (readdirSync(join(folder, 'in')).length > 0) {
    if (Date.now() > until) return ['files are left lying in the folder'];
    await wait(200);
  }
  return [];
}

function sorted(amounts: readonly (Rappen | number)[]): string {
  return amounts.toSorted((one, other) => one - other).join();
}
