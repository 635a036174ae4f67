import type { StatusFacts } from '../../domain/contract-status.ts';
import type { Sql } from '../database/database.ts';
import { batch, type OnBatch } from '../database/batch.ts';
import { StatusCache } from './status-cache.ts';
import { queryStatus, type KnownReader, type StatusReader } from './status-statement.ts';

export type StatusQuestion = StatusReader & { externalContractId: string | null };

/** Who asks, and what was made of the facts; null: there is no deposit. */
export type StatusFinding<T> = { reader: KnownReader; made: T | null };

/** Who asks is one of the readers, counted from 1; null is made of facts as long as they are not known. */
type Asked<T> = StatusQuestion & { reader: number; made: T | null };

/** Reads are cheapest in large batches: one statement at a time, with all who came meanwhile. */
const LIMITS = { most: 256, inFlight: 1, waiting: 8_192, paceMs: 2 };

/** What is made of the facts is made once, and remembered as long as they are. */
export function statusReader<T>(
  sql: Sql,
  make: (facts: StatusFacts) => T,
  onBatch: OnBatch,
): (question: StatusQuestion) => Promise<StatusFinding<T>> {
  const cache = new StatusCache<T>();

  /** Every statement reads who asks, and hears what has changed of what is remembered. */
  async function read(readers: readonly StatusReader[], contracts: readonly Asked<T>[]) {
    const answer = await queryStatus(sql, { readers, contracts, since: cache.since }).catch((error: unknown) => {
      // It may come back as another one, restored.
      cache.clear();
      throw error;
    });
    const isForgotten = cache.invalidate(answer.news);
    for (const [place, asked] of contracts.entries()) {
      const facts = answer.contracts[place] ?? null;
      asked.made = facts === null ? null : make(facts);
      if (facts !== null && asked.made !== null) cache.set(asked.organizationId, facts, asked.made);
    }
    return { isForgotten, known: answer.readers };
  }

  async function answerAll(questions: readonly StatusQuestion[]): Promise<StatusFinding<T>[]> {
    const { readers, all } = recall(cache, questions);
    const remembered = all.filter(({ made }) => made !== null);
    const { isForgotten, known } = await read(
      readers,
      all.filter(({ made }) => made === null),
    );
    const changed = isForgotten ? remembered.filter((asked) => asked.made !== recalled(cache, asked)) : [];
    if (changed.length > 0) await read(readers, changed);
    return all.map(({ reader, made }) => ({ reader: known[reader - 1] ?? null, made }));
  }

  return batch(answerAll, { limits: LIMITS, onBatch });
}

type Place<T> = StatusReader & { reader: number; made: ReadonlyMap<string, T> };

/** Each who asks, once, and what is remembered of what all ask for. Neighbours are mostly of one reader. */
function recall<T>(
  cache: StatusCache<T>,
  questions: readonly StatusQuestion[],
): { readers: StatusReader[]; all: Asked<T>[] } {
  const readers: StatusReader[] = [];
  const places = new Map<string, Place<T>>();
  const placeOf = ({ organizationId, apiKey }: StatusReader): Place<T> => {
    const name = `${organizationId} ${apiKey}`;
    const known = places.get(name);
    if (known !== undefined) return known;
    const reader = readers.push({ organizationId, apiKey });
    const place = { organizationId, apiKey, reader, made: cache.of(organizationId) };
    places.set(name, place);
    return place;
  };
  let last: Place<T> | null = null;
  const all = questions.map((question) => {
    const { organizationId, apiKey, externalContractId } = question;
    if (last?.organizationId !== organizationId || last.apiKey !== apiKey) last = placeOf(question);
    const made = last.made.get(externalContractId ?? '') ?? null;
    return { organizationId, apiKey, externalContractId, reader: last.reader, made };
  });
  return { readers, all };
}

function recalled<T>(cache: StatusCache<T>, { organizationId, externalContractId }: StatusQuestion): T | null {
  return cache.of(organizationId).get(externalContractId ?? '') ?? null;
}
