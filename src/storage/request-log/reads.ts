import { namesOf, storable, unnested, type Row } from './arrays.ts';

/** Answered calls of a reader that asked for the same and were told the same, within a few seconds. */
export type LoggedRead = {
  organizationId: string;
  id: string;
  /** The first of them, and the last. */
  at: Date;
  lastAt: Date;
  path: string;
  /** Null: about no contract, or about several. */
  externalContractId: string | null;
  times: number;
  /** Of a line that stands for what has none of its own: of how many contracts. */
  contracts: number | null;
  /** What was said, in a few words; null where different things were. */
  answered: string | null;
  /** Of the one that took longest. */
  durationMs: number;
};

export const READ_COLUMNS = [
  ['organization_id', 'uuid'],
  ['id', 'uuid'],
  ['at', 'timestamptz'],
  ['last_at', 'timestamptz'],
  ['path', 'text'],
  ['external_contract_id', 'text'],
  ['times', 'integer'],
  ['contracts', 'integer'],
  ['answered', 'text'],
  ['duration_ms', 'real'],
] as const;
const NAMES = namesOf(READ_COLUMNS);

/** A part of the statement that writes calls; its parameters begin at `first`. */
export function insertReads(first: number): string {
  return `insert into call_reads (${NAMES})
    select ${NAMES} from news, ${unnested(READ_COLUMNS, first)} as r (${NAMES}) where news.are`;
}

export function readRow(read: LoggedRead): Row {
  return [
    read.organizationId,
    read.id,
    read.at.toISOString(),
    read.lastAt.toISOString(),
    read.path,
    storable(read.externalContractId),
    read.times,
    read.contracts,
    storable(read.answered),
    read.durationMs,
  ];
}
