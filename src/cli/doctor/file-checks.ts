import { accessSync, constants, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { BankFolder } from '../../domain/bank/bank-folder.ts';
import { diskSpace, isShort, type DiskSpace } from '../../files/disk-space.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** The files in the data folder that only their owner may read. */
const SECRETS = ['secret-key', 'operator-token', 'postgres-password'] as const;

export function checkSecretFiles(dataDir: string): Finding[] {
  const there = SECRETS.flatMap((name) => {
    const found = statOf(join(dataDir, name));
    return found === null ? [] : [{ file: join(dataDir, name), mode: found.mode & 0o777 }];
  });
  const open = there.filter(({ mode }) => (mode & 0o077) !== 0);
  if (open.length === 0) {
    const says =
      there.length === 0 ? `none in ${dataDir}` : `${there.length} in ${dataDir}, readable only by their owner`;
    return [ok('secrets', says)];
  }
  return open.map(({ file, mode }) =>
    fail('secrets', `${file} is readable by others (mode ${mode.toString(8)})`, `chmod 600 ${file}`),
  );
}

const MEBIBYTE = 1_048_576;
const TOO_LITTLE = 200 * MEBIBYTE;

export function checkDisk(folder: string): Finding {
  return diskFinding(folder, diskSpace(folder));
}

export function diskFinding(folder: string, { free, total }: DiskSpace): Finding {
  const says = `${Math.round(free / MEBIBYTE)} MiB free of ${Math.round(total / MEBIBYTE)} MiB at ${folder}`;
  const mend = 'Free some space, or move the data to a larger disk. The database stops when the disk is full.';
  if (free < TOO_LITTLE) return fail('disk', says, mend);
  return isShort({ free, total }) ? warn('disk', says, mend) : ok('disk', says);
}

const WRONG_FOLDER = 'If it is the wrong one, set BANK_EXCHANGE_DIR.';
const WRONG_BANK_FOLDER = 'If it is the wrong one, change BANK_EXCHANGE_DIR, or exchangeFolder of the bank.';

const STUCK_AFTER_MS = 10 * 60_000;
const FOLDERS = ['in', 'out', 'ready', 'done', 'refused'] as const;

/** Is the folder shared with a bank writable, and are files stuck in it? With several banks each is named. */
export function checkBankFolder(folder: string, now: Date, bank: string | null = null): Finding[] {
  const check = bank === null ? 'bank folder' : `bank folder of ${bank}`;
  if (statOf(folder) === null) {
    return [
      warn(
        check,
        `${folder} does not exist yet`,
        `A worker creates it. ${bank === null ? WRONG_FOLDER : WRONG_BANK_FOLDER}`,
      ),
    ];
  }
  const locked = ['', ...FOLDERS]
    .map((name) => join(folder, name))
    .filter((path) => statOf(path) !== null && !isWritable(path));
  if (locked.length > 0) {
    return locked.map((path) =>
      fail(check, `${path} is not writable`, 'Make it writable for the user that runs the service.'),
    );
  }
  if (((statOf(folder)?.mode ?? 0) & 0o022) !== 0) {
    const says = `others may change ${folder} itself, and so replace its folders`;
    return [fail(check, says, `chmod g-w,o-w ${folder}. The bank's client needs only in/ and out/.`)];
  }
  const isOld = (found: Stats): boolean => now.getTime() - found.mtimeMs > STUCK_AFTER_MS;
  const unread = filesIn(join(folder, 'in'), (name, found) => !name.startsWith('.') && isOld(found));
  const unsent = filesIn(join(folder, 'ready'), (name, found) => !name.startsWith('.') && isOld(found));
  const refused = filesIn(join(folder, 'refused'), () => true);
  const findings: Finding[] = [];
  if (unread.length > 0) {
    findings.push(
      warn(
        check,
        `${some(unread)} in in/ for more than ten minutes`,
        'Check that a worker is running, and that the file is complete: one without its end waits for a day. By hand: depono bank import FILE',
      ),
    );
  }
  if (unsent.length > 0) {
    findings.push(
      warn(
        check,
        `${some(unsent)} in ready/ and not published in out/`,
        'Check that a worker is running, or run: depono bank export',
      ),
    );
  }
  if (refused.length > 0) {
    const mend =
      'See the reason in the console, clarify it with the bank, then try it again there, or move the file away.';
    findings.push(warn(check, `${some(refused)} in refused/`, mend));
  }
  return findings.length > 0 ? findings : [ok(check, `${folder} is writable, and no file is stuck`)];
}

/**
 * The folders of all banks. The exchange folder itself is checked in any case, because files in it are read. Unknown
 * banks: the database cannot be read.
 */
export function checkBankFolders(exchange: string, banks: readonly BankFolder[], now: Date): Finding[] {
  if (banks.length <= 1 && (banks[0]?.folder ?? null) === null) return checkBankFolder(exchange, now);
  const first = banks.find(({ folder }) => folder === null);
  const others = banks.flatMap(({ code, folder }) => (folder === null ? [] : [{ code, folder }]));
  return [
    ...checkBankFolder(exchange, now, first?.code ?? null),
    ...others.flatMap(({ code, folder }) => checkBankFolder(join(exchange, folder), now, code)),
  ];
}

const some = (files: readonly string[]): string => `${files.length} ${files.length === 1 ? 'file' : 'files'}`;

function filesIn(folder: string, isMeant: (name: string, found: Stats) => boolean): string[] {
  if (statOf(folder) === null) return [];
  return readdirSync(folder).filter((name) => {
    const found = statOf(join(folder, name));
    return found !== null && found.isFile() && isMeant(name, found);
  });
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function statOf(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
