import { createHash } from 'node:crypto';
import { readCamt } from '../../bank/camt/camt.ts';
import { checkCamt } from '../../bank/camt/check-camt.ts';
import { beginning, type Chunks } from '../../bank/decode-text.ts';
import { FileRefused } from '../../bank/file-refused.ts';
import type { BankSource } from '../../bank/incoming/bank-source.ts';
import { fingerprintOf, unchanged, type Fingerprint } from '../../bank/incoming/fingerprint.ts';
import { openBankFile } from '../../bank/incoming/open-bank-file.ts';
import { accountOwners } from '../../storage/money/booking-facts.ts';
import { findSameFile, saveBankFile, type BankFile } from '../../storage/money/bank-files.ts';
import { saveStatements } from '../../storage/money/bank-statements.ts';
import type { Services } from '../services.ts';
import { bookBatches } from './book-batches.ts';
import { bookEntries, type Booked } from './book-entries.ts';
import { takeReport } from './take-report.ts';
import { accountsOfCells, handOver } from '../cells/hand-over.ts';

export type ImportReport = Pick<BankFile, 'id' | 'name' | 'archive' | 'state' | 'reason' | 'entries'> & {
  counts: Record<Booked, number>;
};

type ImportOptions = {
  /** What the bank called it, if it has another name now. */
  name?: string;
  /** Called with the progress. */
  onProgress?: (done: number, total: number) => void;
  /** Stops between two batches. The file stays where it is, and is read again; what was booked is recognized. */
  signal?: AbortSignal;
};

/**
 * Imports a file of the bank, or each file inside an archive: one report each. The file is put away, as refused if one
 * inside was. If the process dies, the file stays where it is, and is read again.
 */
export async function importFile(
  services: Services,
  path: string,
  options: ImportOptions = {},
): Promise<[ImportReport, ...ImportReport[]]> {
  const { sources, close } = await openBankFile(path, services.exchange.flagsFor(path), { name: options.name });
  try {
    const [first, ...others] = sources;
    const reports: [ImportReport, ...ImportReport[]] = [await importSource(services, first, options)];
    for (const source of others) reports.push(await importSource(services, source, options));
    services.exchange.putAway(path, reports.some(({ state }) => state === 'refused') ? 'refused' : 'done');
    return reports;
  } finally {
    close();
  }
}

/**
 * Reads a file twice: for its hash, and to check that all of it can be read; then what was read is booked. A file with an
 * error is refused as a whole. The later readings give out no byte that differs from the first one.
 */
async function importSource(services: Services, source: BankSource, options: ImportOptions): Promise<ImportReport> {
  const { name, archive } = source;
  const { signal } = options;
  const fingerprint = await fingerprintOf(stoppable(source.open(), signal));
  const { sha256 } = fingerprint;
  const known = await findSameFile(services.database, { name, sha256 });
  const id = known?.id ?? idOf(name, sha256);
  const reading: Reading = {
    fileId: id,
    fileName: name,
    fingerprint,
    open: () => unchanged(stoppable(source.open(), signal), fingerprint),
    isKnown: known?.state === 'done',
  };
  const { state, reason, entries, counts } = await read(services, source, reading, options);
  const booked = counts.booked + counts.attention;
  await saveBankFile(services.database, { id, name, archive, sha256, state, reason, entries, booked });
  return { id, name, archive, state, reason, entries, counts };
}

type Reading = { fileId: string; fileName: string; fingerprint: Fingerprint; open: () => Chunks; isKnown: boolean };
type Outcome = Pick<ImportReport, 'state' | 'reason' | 'entries' | 'counts'>;

const NONE: ImportReport['counts'] = { booked: 0, repeated: 0, not_booked_yet: 0, total: 0, attention: 0 };

async function read(
  services: Services,
  { refusal }: BankSource,
  reading: Reading,
  options: ImportOptions,
): Promise<Outcome> {
  const { fingerprint, open, isKnown } = reading;
  try {
    const problem = refusal ?? fingerprint.refusal;
    if (problem !== null) throw problem;
    if (!isStatusReport(fingerprint.head)) return await bookStatement(services, reading, options);
    const entries = await takeReport(services, open());
    return { state: 'done', reason: null, entries, counts: { ...NONE, booked: isKnown ? 0 : entries } };
  } catch (error) {
    // Only the first reading of the content can throw it: the second one reads the same bytes.
    if (error instanceof FileRefused) return { state: 'refused', reason: error.message, entries: 0, counts: NONE };
    throw error;
  }
}

/** camt.053 and camt.054. The statements are stored when all their entries are booked. */
async function bookStatement(
  services: Services,
  { fileId, fileName, open }: Reading,
  { onProgress, signal }: ImportOptions,
): Promise<Outcome> {
  const checked = await checkCamt(open());
  const canonicalOf = await canonicalAccounts(services, checked.accounts);
  const others = await accountsOfCells(services, checked.accounts);
  const counts = { ...NONE };
  let done = 0;
  await bookBatches(readCamt(open, checked, canonicalOf), async (some) => {
    signal?.throwIfAborted();
    const own = await handOver(services, others, { fileId, fileName }, 'entry', some);
    for (const booked of await bookEntries(services, own, { fileId })) counts[booked]++;
    done += some.length;
    onProgress?.(done, checked.entries);
  });
  for (const some of slices(checked.statements, ACCOUNTS_AT_ONCE)) {
    const statements = some.map((one) => ({ ...one, accountIban: canonicalOf(one.accountIban) }));
    const own = await handOver(services, others, { fileId, fileName }, 'statement', statements);
    await saveStatements(services.database, fileId, own);
  }
  return { state: 'done', reason: null, entries: checked.entries, counts };
}

/** The same file has the same id, so that what was booked before a crash belongs to it. */
function idOf(name: string, sha256: Buffer): string {
  const hex = createHash('sha256').update(name).update('\0').update(sha256).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** By the namespace, which is in the first bytes. */
function isStatusReport(head: Uint8Array): boolean {
  return beginning(head)?.includes('pain.002.001') === true;
}

async function* stoppable(chunks: Chunks, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

const ACCOUNTS_AT_ONCE = 1_000;

/** The IBAN of each account: a file may name it by its QR-IBAN. Only those are held, of maybe a hundred thousand. */
async function canonicalAccounts(
  { database, money }: Services,
  accounts: ReadonlySet<string>,
): Promise<(iban: string) => string> {
  const others = new Map<string, string>();
  const rest = slices([...accounts], ACCOUNTS_AT_ONCE);
  // Two at a time: the process only waits for the database.
  const look = async (): Promise<void> => {
    for (const some of rest) {
      for (const [written, owner] of await accountOwners(database, some, money.operatorIban)) {
        if (owner.is !== 'foreign' && owner.iban !== written) others.set(written, owner.iban);
      }
    }
  };
  await Promise.all([look(), look()]);
  return (iban) => others.get(iban) ?? iban;
}

function* slices<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
