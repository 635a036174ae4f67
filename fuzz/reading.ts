import { bankFile, faultOfReading, faultOfReport, type BankFile } from './camt.ts';
import { Random } from './random.ts';
import { readOne } from './readers/readers.ts';
import { SLOW_MS, type Tally } from './tally.ts';

/** Bank files, read in this process. */
export async function readFiles(
  random: (number: number) => Random,
  files: number,
  tally: Tally,
  faults: string[],
): Promise<void> {
  for (let number = 0; number < files; number++) {
    const chance = random(number);
    const file = bankFile(chance);
    const start = performance.now();
    const [outcome, fault] = await faultOfReading(chance, file);
    const isLong = performance.now() - start > SLOW_MS;
    tally.count('bank', file.kind, outcome);
    if (fault !== null) faults.push(`bank file ${number} (${file.kind}): ${fault}`);
    const work = isLong ? await workOf(file) : 0;
    if (work > SLOW_MS) faults.push(`bank file ${number} (${file.kind}): slow, ${work} ms of work`);
    const other = await faultOfReport(file);
    if (other !== null) faults.push(`bank file ${number} as a report: ${other}`);
  }
}

/** CPU time in milliseconds, which does not depend on other programs. The minimum of three. */
async function workOf(file: BankFile): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < 3 && least > SLOW_MS; n++) {
    const before = process.cpuUsage();
    await faultOfReading(new Random(1, 0), file);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Archives, reports, mails, tables, pictures and signed documents, read in this process. */
export async function readOthers(
  random: (number: number) => Random,
  inputs: number,
  tally: Tally,
  faults: string[],
): Promise<void> {
  for (let number = 0; number < inputs; number++) {
    const fault = await readOne(random(number), tally);
    if (fault !== null) faults.push(`file ${number}: ${fault}`);
  }
}
