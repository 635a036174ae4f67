import { parseDay } from '../../domain/values/calendar.ts';
import { isId } from '../database/ids.ts';
import type { ListOrder, ListSort } from './list-query.ts';

/** The start or end of a page: the sort values of one deposit. */
export type Position = { awaitsManager: boolean; key: string; id: string };

type Sorting = {
  column: string;
  type: string;
  /** Whether it is sorted by time, in the index that separates deposits that wait for the manager. */
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
  frees_on: {
    column: 'frees_on',
    type: 'date',
    byTime: false,
    isKey: (text) => text === 'infinity' || parseDay(text) !== null,
  },
};

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text && /^[0-9]{4}-/.test(text);
}

/** A position as a text that is safe in a URL. Valid only for the order it was made for. */
export function cursorOf({ sort, descending }: ListOrder, { awaitsManager, key, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, descending, awaitsManager, key, id])).toString('base64url');
}

/** Null: no cursor, or an invalid one. */
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
