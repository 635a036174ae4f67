import type { StatusFacts } from '../domain/contract-status.ts';
import type { Sql } from './database.ts';
import { gather, type OnBatch } from './gather.ts';
import { StatusMemory } from './status-memory.ts';
import { queryStatus, type KnownReader, type StatusReader } from './status-statement.ts';

export type StatusQuestion = StatusReader & { externalContractId: string | null };

export type StatusFinding = { reader: KnownReader; facts: StatusFacts | null };

/** Who asks is one of the readers, counted from 1; the facts are null as long as they are not known. */
type Asked = StatusQuestion & { reader: number; facts: StatusFacts | null };

/** Reads are cheapest in large batches: one statement at a time, with all who came meanwhile. */
const LIMITS = { most: 256, inFlight: 1, waiting: 8_192, paceMs: 2 };

export function statusReader(sql: Sql, onBatch: OnBatch): (question: StatusQuestion) => Promise<StatusFinding> {
  const memory = new StatusMemory();

  /** Every statement reads who asks, and hears what has changed of what is remembered. */
  async function read(readers: readonly StatusReader[], contracts: readonly Asked[]) {
    const answer = await queryStatus(sql, { readers, contracts, since: memory.since }).catch((error: unknown) => {
      // It may come back as another one, restored.
      memory.forget();
      throw error;
    });
    const isForgotten = memory.hear(answer.news);
    for (const [place, asked] of contracts.entries()) {
      asked.facts = answer.contracts[place] ?? null;
      if (asked.facts !== null) memory.learn(asked.organizationId, asked.facts);
    }
    return { isForgotten, known: answer.readers };
  }

  async function answerAll(questions: readonly StatusQuestion[]): Promise<StatusFinding[]> {
    const { readers, all } = recall(memory, questions);
    const remembered = all.filter(({ facts }) => facts !== null);
    const { isForgotten, known } = await read(
      readers,
      all.filter(({ facts }) => facts === null),
    );
    const changed = isForgotten ? remembered.filter((asked) => asked.facts !== recalled(memory, asked)) : [];
    if (changed.length > 0) await read(readers, changed);
    return all.map(({ reader, facts }) => ({ reader: known[reader - 1] ?? null, facts }));
  }

  return gather(answerAll, { limits: LIMITS, onBatch });
}

type Place = StatusReader & { reader: number; facts: ReadonlyMap<string, StatusFacts> };

/** Each who asks, once, and what is remembered of what all ask for. Neighbours are mostly of one reader. */
function recall(memory: StatusMemory, questions: readonly StatusQuestion[]): { readers: StatusReader[]; all: Asked[] } {
  const readers: StatusReader[] = [];
  const places = new Map<string, Place>();
  const placeOf = ({ organizationId, apiKey }: StatusReader): Place => {
    const name = `${organizationId} ${apiKey}`;
    const known = places.get(name);
    if (known !== undefined) return known;
    const reader = readers.push({ organizationId, apiKey });
    const place = { organizationId, apiKey, reader, facts: memory.of(organizationId) };
    places.set(name, place);
    return place;
  };
  let last: Place | null = null;
  const all = questions.map((question) => {
    const { organizationId, apiKey, externalContractId } = question;
    if (last?.organizationId !== organizationId || last.apiKey !== apiKey) last = placeOf(question);
    const facts = last.facts.get(externalContractId ?? '') ?? null;
    return { organizationId, apiKey, externalContractId, reader: last.reader, facts };
  });
  return { readers, all };
}

function recalled(memory: StatusMemory, { organizationId, externalContractId }: StatusQuestion): StatusFacts | null {
  return memory.of(organizationId).get(externalContractId ?? '') ?? null;
}
