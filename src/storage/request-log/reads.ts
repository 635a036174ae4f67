import { columnNames } from '../database/columns.ts';
import { storable, unnested, type LogRow } from './arrays.ts';

/** Calls of one reader with the same question and the same answer within a few seconds, logged as one line. */
export type LoggedRead = {
  organizationId: string;
  /** The partner whose key is good for all its organizations. Null: a key of the organization. */
  partnerId: string | null;
  /** Of the first call. */
  requestId: string;
  id: string;
  /** When the first call was made; `lastAt`: the last. */
  at: Date;
  lastAt: Date;
  path: string;
  /** Null: about no contract, or about several. */
  externalContractId: string | null;
  times: number;
  /** Of a line that sums up several contracts: how many. */
  contracts: number | null;
  /** The answer in a few words; null where the answers differ. */
  answered: string | null;
  /** Of the slowest call. */
  durationMs: number;
};

export const READ_COLUMNS = {
  organization_id: 'uuid',
  id: 'uuid',
  at: 'timestamptz',
  last_at: 'timestamptz',
  path: 'text',
  external_contract_id: 'text',
  times: 'integer',
  contracts: 'integer',
  answered: 'text',
  duration_ms: 'real',
  partner_id: 'uuid',
  request_id: 'text',
};
const NAMES = columnNames(READ_COLUMNS);

/** A part of the statement that writes calls; its parameters begin at `first`. */
export function insertReads(first: number): string {
  return `insert into call_reads (${NAMES})
    select ${NAMES} from batch, ${unnested(READ_COLUMNS, first)} as r (${NAMES}) where batch.is_new`;
}

export function readRow(read: LoggedRead): LogRow {
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
    read.partnerId,
    storable(read.requestId),
  ];
}
