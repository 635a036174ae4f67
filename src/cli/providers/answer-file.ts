import { readFile, stat } from 'node:fs/promises';
import { MOST_ANSWER_ROWS } from '../../actions/providers/answers-csv.ts';
import { wrongCall, type Input } from '../command.ts';

/** A thousand rows have far less. */
const LARGEST = 8 * 1024 * 1024;

/** The bytes of a file, or with "-" of standard input. Throws with a sentence if it cannot be read. */
export async function readAnswerFile(file: string, input: Input): Promise<Uint8Array> {
  if (file === '-') return new TextEncoder().encode(await input.readAll());
  const found = await stat(file).catch((error: unknown) => {
    const isMissing = (error as { code?: string }).code === 'ENOENT';
    throw wrongCall(isMissing ? `File not found: ${file}` : `${file} cannot be read: ${(error as Error).message}`);
  });
  if (!found.isFile()) throw wrongCall(`${file} is not a file.`);
  if (found.size > LARGEST)
    throw wrongCall(`${file} is larger than 8 MB. Give it in parts of at most ${MOST_ANSWER_ROWS} rows.`);
  return readFile(file).catch((error: unknown) => {
    throw wrongCall(`${file} cannot be read: ${(error as Error).message}`);
  });
}
