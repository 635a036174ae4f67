import type { HistoryEntry } from '../../domain/lifecycle/move.ts';
import { salted, sha256 } from '../../vault/vault.ts';
import { columnArrays, arrayRows } from '../database/column-arrays.ts';
import { column, columnNames, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';

/** The last link of a deposit's chain, and how many there are. */
export type Head = { count: number; hash: Buffer | null };

/** The columns of an entry as it is stored; what is personal is stored in a table of its own. */
export const ENTRY_COLUMNS = {
  sequence: column<number>('integer'),
  at: column<Date>('timestamptz'),
  actor: column<string>('text'),
  event: column<string>('text'),
  detail: column<object>('json'),
  personal_hash: column<Base64 | null>('bytea'),
  hash: column<Base64>('bytea'),
};

type Base64 = string;

/** An entry with its position in the chain. */
export type ChainedEntry = RowOf<typeof ENTRY_COLUMNS> & { salt: Base64 | null; personal: object | null };

/**
 * Each entry's hash covers the one before it, so that a later change of any of them shows in all that follow. Of what
 * is personal it covers a salted hash: once salt and content are masked, nothing can be guessed from what is left.
 */
export function chain(
  depositId: string,
  head: Head,
  entries: readonly HistoryEntry[],
): { rows: ChainedEntry[]; head: Head } {
  let { count, hash } = head;
  const rows = entries.map((entry) => {
    const personal = entry.personal === undefined ? null : salted(JSON.stringify(entry.personal));
    count += 1;
    hash = linkHash(hash, {
      depositId,
      sequence: count,
      at: entry.at,
      actor: entry.actor,
      event: entry.event,
      detail: JSON.stringify(entry.detail),
      personalHash: personal?.hash ?? null,
    });
    return {
      sequence: count,
      at: entry.at,
      actor: entry.actor,
      event: entry.event,
      detail: entry.detail,
      hash: hash.toString('base64'),
      personal_hash: personal?.hash.toString('base64') ?? null,
      salt: personal?.salt.toString('base64') ?? null,
      personal: entry.personal ?? null,
    };
  });
  return { rows, head: { count, hash } };
}

export type Link = {
  depositId: string;
  sequence: number;
  at: Date;
  actor: string;
  event: string;
  /** Exactly as it is stored. */
  detail: string;
  personalHash: Buffer | null;
};

export function linkHash(previous: Buffer | null, link: Link): Buffer {
  const { depositId, sequence, at, actor, event, detail, personalHash } = link;
  const parts = [previous?.toString('hex') ?? '', depositId, sequence, at.getTime(), actor, event, detail];
  return sha256([...parts, personalHash?.toString('hex') ?? ''].join('\n'));
}

/** The new entries of one deposit. */
type NewEntries = { organizationId: string; depositId: string; rows: readonly ChainedEntry[] };

const OWNED_ENTRY = { organization_id: column<string>('uuid'), deposit_id: column<string>('uuid'), ...ENTRY_COLUMNS };
const WITH_PERSONAL = { ...OWNED_ENTRY, salt: column<Base64 | null>('bytea'), personal: column<object | null>('json') };

export async function addHistory(sql: Sql, sets: readonly NewEntries[]): Promise<void> {
  const rows = sets.flatMap(({ organizationId, depositId, rows: entries }) =>
    entries.map((entry) => ({ organization_id: organizationId, deposit_id: depositId, ...entry })),
  );
  await sql.query({
    name: 'add-history',
    text: `with entries as materialized (select * from ${arrayRows(WITH_PERSONAL, 'r')}),
     personal as (
       insert into history_personal (organization_id, deposit_id, sequence, salt, content)
       select organization_id, deposit_id, sequence, salt, personal from entries where personal is not null
     )
     insert into history (${columnNames(OWNED_ENTRY)})
     select ${columnNames(OWNED_ENTRY)} from entries`,
    values: columnArrays(WITH_PERSONAL, rows),
  });
}
