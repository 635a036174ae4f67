import { parseDay } from '../../domain/calendar.ts';
import { isId } from '../database/ids.ts';
import type { ListOrder, ListSort } from './list-query.ts';

/** Where a page begins or ends: all that the list is sorted by, of one deposit. */
export type Position = { awaitsManager: boolean; key: string; id: string };

type Sorting = {
  column: string;
  type: string;
  /** Whether it is sorted by time, in the index that keeps what awaits the manager apart. */
  byTime: boolean;
  isKey: (text: string) => boolean;
};

const byTime = { column: 'created_at', type: 'timestamptz', byTime: true, isKey: isTime };

export const SORTINGS: Readonly<Record<ListSort, Sorting>> = {
  attention: byTime,
  created: byTime,
  contract: { column: 'contract_key', type: 'text', byTime: false, isKey: (text) => !text.includes('\0') },
  tenant: { column: 'tenant_key', type: 'text', byTime: false, isKey: (text) => !text.includes('\0') },
  rental_start: { column: 'rental_start', type: 'date', byTime: false, isKey: (text) => parseDay(text) !== null },
  amount: {
    column: 'rental_deposit_rappen',
    type: 'bigint',
    byTime: false,
    isKey: (text) => /^[0-9]{1,15}$/.test(text),
  },
};

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text && /^[0-9]{4}-/.test(text);
}

/** A position as a text that is safe in an address. It holds for the order that it was made in. */
export function cursorOf({ sort, descending }: ListOrder, { awaitsManager, key, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, descending, awaitsManager, key, id])).toString('base64url');
}

/** Null: none, or not one of ours. */
export function positionOf({ sort, descending }: ListOrder, cursor: string | null): Position | null {
  const parts = cursor === null ? null : jsonArray(Buffer.from(cursor, 'base64url').toString());
  if (parts === null || parts[0] !== sort || parts[1] !== descending) return null;
  const [, , awaitsManager, key, id] = parts;
  if (typeof awaitsManager !== 'boolean' || typeof key !== 'string' || typeof id !== 'string') return null;
  return SORTINGS[sort].isKey(key) && key.isWellFormed() && isId(id) ? { awaitsManager, key, id } : null;
}

function jsonArray(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
