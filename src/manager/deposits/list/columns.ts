/** The columns of the list, in their order. Tenant and state are always shown. */
export const LIST_COLUMN_NAMES = [
  'tenant',
  'property',
  'contract',
  'amount',
  'paid_in',
  'rental_start',
  'created',
  'owner',
  'manager',
  'organization',
  'product',
  'iban',
  'email',
  'phone',
  'frees_on',
  'state',
] as const;
export type ListColumn = (typeof LIST_COLUMN_NAMES)[number];

export const ALWAYS_SHOWN: readonly ListColumn[] = ['tenant', 'state'];

export const STANDARD_COLUMNS: readonly ListColumn[] = [
  'tenant',
  'property',
  'contract',
  'amount',
  'rental_start',
  'created',
  'state',
];

/** In their order, with those that are always shown; unknown names are ignored. Null: none is named. */
export function readColumns(names: readonly string[]): readonly ListColumn[] | null {
  const chosen = LIST_COLUMN_NAMES.filter((column) => names.includes(column));
  if (chosen.length === 0) return null;
  return LIST_COLUMN_NAMES.filter((column) => ALWAYS_SHOWN.includes(column) || chosen.includes(column));
}
