import type { StatusFacts } from '../../domain/contract-status.ts';
import type { Sql } from '../database/database.ts';
import { batch, type OnBatch } from '../database/batch.ts';
import { StatusCache } from './status-cache.ts';
import { queryStatus, type KnownReader, type StatusReader } from './status-statement.ts';

export type StatusQuestion = StatusReader & { externalContractId: string | null };

/** The reader, and the status; null: there is no deposit. */
export type StatusResult<T> = { reader: KnownReader; status: T | null };

/** `reader` is the number of the reader, from 1; `status` is null until it is known. */
type Asked<T> = StatusQuestion & { reader: number; status: T | null };

/** Reads are cheapest in large batches: one statement at a time, for all questions that arrived meanwhile. */
const LIMITS = { most: 256, inFlight: 1, waiting: 8_192, pauseMs: 2 };

/** `make` computes a status from the facts once; it is cached until they change. */
export function statusReader<T>(
  sql: Sql,
  make: (facts: StatusFacts) => T,
  onBatch: OnBatch,
): (question: StatusQuestion) => Promise<StatusResult<T>> {
  const cache = new StatusCache<T>();

  /** Every statement identifies the readers, and reads which cached deposits have changed. */
  async function read(readers: readonly StatusReader[], contracts: readonly Asked<T>[]) {
    const answer = await queryStatus(sql, { readers, contracts, since: cache.since }).catch((error: unknown) => {
      // The database may come back as another one, restored from a backup.
      cache.clear();
      throw error;
    });
    const isInvalidated = cache.invalidate(answer.changes);
    for (const [index, asked] of contracts.entries()) {
      const found = answer.contracts[index] ?? null;
      asked.status = found === null ? null : make(found.facts);
      if (found === null || found.isElsewhere || asked.status === null) continue;
      cache.set(asked.organizationId, found.facts, asked.status);
    }
    return { isInvalidated, known: answer.readers };
  }

  async function answerAll(questions: readonly StatusQuestion[]): Promise<StatusResult<T>[]> {
    const { readers, all } = lookUp(cache, questions);
    const cached = all.filter(({ status }) => status !== null);
    const { isInvalidated, known } = await read(
      readers,
      all.filter(({ status }) => status === null),
    );
    const changed = isInvalidated ? cached.filter((asked) => asked.status !== cachedStatus(cache, asked)) : [];
    if (changed.length > 0) await read(readers, changed);
    return all.map(({ reader, status }) => ({ reader: known[reader - 1] ?? null, status }));
  }

  return batch(answerAll, { limits: LIMITS, onBatch });
}

type NumberedReader<T> = StatusReader & { reader: number; cached: ReadonlyMap<string, T> };

/** Each reader once, and what is cached for the questions. Consecutive questions are mostly of one reader. */
function lookUp<T>(
  cache: StatusCache<T>,
  questions: readonly StatusQuestion[],
): { readers: StatusReader[]; all: Asked<T>[] } {
  const readers: StatusReader[] = [];
  const byName = new Map<string, NumberedReader<T>>();
  const numbered = ({ organizationId, apiKey }: StatusReader): NumberedReader<T> => {
    const name = `${organizationId} ${apiKey}`;
    const known = byName.get(name);
    if (known !== undefined) return known;
    const reader = readers.push({ organizationId, apiKey });
    const added = { organizationId, apiKey, reader, cached: cache.of(organizationId) };
    byName.set(name, added);
    return added;
  };
  let last: NumberedReader<T> | null = null;
  const all = questions.map((question) => {
    const { organizationId, apiKey, externalContractId } = question;
    if (last?.organizationId !== organizationId || last.apiKey !== apiKey) last = numbered(question);
    const status = last.cached.get(externalContractId ?? '') ?? null;
    return { organizationId, apiKey, externalContractId, reader: last.reader, status };
  });
  return { readers, all };
}

function cachedStatus<T>(cache: StatusCache<T>, { organizationId, externalContractId }: StatusQuestion): T | null {
  return cache.of(organizationId).get(externalContractId ?? '') ?? null;
}
