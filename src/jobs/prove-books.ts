import { verify } from '../actions/verify.ts';
import type { Database, Sql } from '../storage/database/database.ts';
import { abandonProof, beginProof, finishProof, readProof } from '../storage/money/books-proof.ts';
import { startLoop } from './loop.ts';

const LOOK_EVERY_MS = 600_000;
const FIRST_AFTER_MS = 120_000;
const HOUR_MS = 3_600_000;

/** At night, when few people wait for the database; without a proof, or with an old one, at once. */
export function isProofDue(finishedAt: Date | null, now: Date): boolean {
  if (finishedAt === null) return true;
  const age = now.getTime() - finishedAt.getTime();
  const hour = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Zurich').hour;
  return age > 36 * HOUR_MS || (age > 12 * HOUR_MS && hour >= 1 && hour < 5);
}

type ProofSettings = { log: (error: unknown, what: string) => void };

/** Verifies the ledger and the history of every deposit once a day, in one of the processes. */
export function startProof(database: Database, { log }: ProofSettings): { stop: () => Promise<void> } {
  let isStopping = false;
  const round = async (): Promise<void> => {
    await proveBooks(database, { log, isStopping: () => isStopping });
  };
  const onError = (error: unknown): void => log(error, 'the books could not be proven');
  const loop = startLoop({ everyMs: LOOK_EVERY_MS, firstAfterMs: FIRST_AFTER_MS, round, onError });
  return {
    stop: () => {
      isStopping = true;
      return loop.stop();
    },
  };
}

/** False: it was not due, or another process does it. */
export async function proveBooks(
  database: Database,
  { log, isStopping = () => false }: ProofSettings & { isStopping?: () => boolean },
): Promise<boolean> {
  const { finishedAt, now } = await readProof(database);
  if (!isProofDue(finishedAt, now) || !(await beginProof(database, { finishedAt }))) return false;
  const stoppable: Sql = {
    query: ((...args: Parameters<Sql['query']>) => {
      if (isStopping()) throw new Interrupted();
      return database.query(...args);
    }) as Sql['query'],
  };
  try {
    const { deposits, faults } = await verify(stoppable);
    await finishProof(database, { deposits, faults: faults.length });
    if (faults.length > 0) {
      log(
        new Error(`${faults.length} faults in ${deposits} deposits; to list them: depono deposit verify`),
        'the books',
      );
    }
    return true;
  } catch (error) {
    await abandonProof(database).catch(() => undefined);
    if (error instanceof Interrupted) return false;
    throw error;
  }
}

class Interrupted extends Error {}
