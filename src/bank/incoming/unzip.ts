import { closeSync, openSync } from 'node:fs';
import { fromFdPromise, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from 'yauzl';
import { FileRefused } from '../file-refused.ts';
import { tooLarge, type ArchiveLimits } from './archive-limits.ts';
import type { BankSource } from './bank-source.ts';
import { archiveProblem, matching, notNested, unpackedBytes } from './unpacked.ts';

type ZipSettings = { flags: number | 'r'; limits: ArchiveLimits };

/** With folders and the like, which are not read. */
const MOST_ENTRIES = 1_000;
/** Longer names are cut: they are stored and shown. */
const LONGEST_NAME = 150;

/** The files inside a ZIP archive. Throws `FileRefused` where it cannot be read, or holds too much. */
export async function unzip(
  archive: string,
  path: string,
  { flags, limits }: ZipSettings,
): Promise<{ sources: [BankSource, ...BankSource[]]; close: () => void }> {
  let zip: ZipFile | null = null;
  try {
    zip = await openZip(openSync(path, flags));
    const opened = zip;
    const [first, ...others] = (await filesOf(opened, limits)).map((entry) => sourceOf(archive, opened, entry));
    if (first === undefined) throw new FileRefused(null, 'the archive has no files.');
    return { sources: [first, ...others], close: () => opened.close() };
  } catch (error) {
    zip?.close();
    throw archiveProblem(error);
  }
}

/** The open archive closes its file. */
async function openZip(file: number): Promise<ZipFile> {
  try {
    return await fromFdPromise(file, { autoClose: false, lazyEntries: true, decodeStrings: false });
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

async function filesOf(zip: ZipFile, limits: ArchiveLimits): Promise<Entry[]> {
  const files: Entry[] = [];
  let bytes = 0;
  if (zip.entryCount > MOST_ENTRIES) throw new FileRefused(null, `the archive has more than ${MOST_ENTRIES} entries.`);
  for await (const entry of zip.eachEntry()) {
    if (isSkipped(nameOf(entry))) continue;
    files.push(entry);
    // What is unpacked is never more than this: the stream of an entry ends there.
    bytes += entry.uncompressedSize;
    if (files.length > limits.files) throw new FileRefused(null, `the archive has more than ${limits.files} files.`);
    if (bytes > limits.bytes) throw new FileRefused(null, tooLarge(limits));
  }
  return files;
}

function sourceOf(archive: string, zip: ZipFile, entry: Entry): BankSource {
  const name = nameOf(entry);
  return {
    name: `${archive}/${shown(name)}`,
    archive,
    open: () =>
      notNested(
        matching(
          unpackedBytes(() => zip.openReadStreamPromise(entry)),
          entry.crc32,
        ),
      ),
    refusal: refusalOf(name, entry),
  };
}

function nameOf(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

/** Folders, hidden files, and what macOS adds to each file. */
function isSkipped(name: string): boolean {
  const parts = name.split('/');
  return (
    parts.at(-1) === '' ||
    parts.some((part) => part === '__MACOSX' || (part.startsWith('.') && part !== '..' && part !== '.'))
  );
}

function refusalOf(name: string, entry: Entry): FileRefused | null {
  if (validateFileName(name) !== null)
    return new FileRefused(null, 'its name in the archive leads out of the archive.');
  if (entry.isEncrypted()) return new FileRefused(null, 'it is encrypted. Pack the files without a password.');
  if (!entry.canDecodeFileData()) return new FileRefused(null, 'it is packed in a way that is not read. Use Deflate.');
  return null;
}

function shown(name: string): string {
  const plain = name.replaceAll(/\p{Cc}/gu, '\uFFFD').toWellFormed();
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME).toWellFormed()}…` : plain;
}
