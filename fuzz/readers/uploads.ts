import { readRows } from '../../src/actions/running/read-rows.ts';
import { readAnswersCsv } from '../../src/actions/providers/answers-csv.ts';
import { pngOnWhite } from '../../src/brand/png.ts';
import { readLogo } from '../../src/domain/brand/logo.ts';
import { typeOfProof } from '../../src/domain/closing/proof-type.ts';
import { safeFileName } from '../../src/domain/notes/file-name.ts';
import { someFile } from '../doors/files.ts';
import { Pool } from '../doors/pool.ts';
import { answersFile, runningFile } from '../doors/tables.ts';
import type { Read, Reader } from './reader.ts';

/** Notes, proofs, papers, certificates: kept by their content, under a name that is only a name. */
export const uploads: Reader = {
  name: 'uploaded files',
  weight: 2,
  read: (random): Read => {
    const { kind, name, content } = someFile(random);
    const type = typeOfProof(content);
    if (type === null) return { kind, outcome: 'refused', fault: null };
    const safe = safeFileName(name, type);
    const isSafe = safe.length <= 130 && !/[/\\"<>:|?*\p{Cc}\u202a-\u202e]/u.test(safe) && !safe.startsWith('.');
    return { kind, outcome: type, fault: isSafe ? null : `the name ${JSON.stringify(safe)} is more than a name` };
  },
};

const MOST_PIXELS = 1_000 * 500;

/** Logos are unpacked for documents: never to more than their pixels. */
export const logos: Reader = {
  name: 'logos',
  weight: 2,
  read: (random): Read => {
    const { kind, content } = someFile(random);
    const read = readLogo(content);
    if (typeof read === 'string') return { kind, outcome: read, fault: null };
    if (read.width * read.height > MOST_PIXELS)
      return { kind, outcome: read.type, fault: 'a picture that is too large' };
    const white = read.type === 'image/png' ? pngOnWhite(content) : null;
    const isLarge = white !== null && white.length > 4 * MOST_PIXELS;
    return { kind, outcome: read.type, fault: isLarge ? `${white.length} bytes for the paper` : null };
  },
};

/** Running deposits and answers of providers, as CSV and JSONL. */
export const tables: Reader = {
  name: 'tables',
  weight: 3,
  read: (random): Read => {
    const isRunning = random.chance(0.6);
    const { kind, content } = isRunning ? runningFile(random) : answersFile(random, new Pool());
    if (isRunning) {
      const rows = readRows(content);
      return { kind, outcome: typeof rows === 'string' ? rows : 'rows', fault: null };
    }
    const { problem } = readAnswersCsv(content);
    return { kind, outcome: problem === null ? 'answers' : 'refused', fault: null };
  },
};
