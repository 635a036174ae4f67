import { INSIDE_ACCOUNTS } from '../../domain/statements/holdings.ts';

/** As in domain/statements/holdings.ts. The index `ledger_by_day` has the same expression. */
export const bookingDayOf = (ledger: string): string =>
  `coalesce(${ledger}.booked_on, (${ledger}.at at time zone 'Europe/Zurich')::date)`;

const INSIDE = INSIDE_ACCOUNTS.map((account) => `'${account}'`).join(', ');

/** How much a posting adds to what is held. */
export const heldChangeOf = (ledger: string): string =>
  `${ledger}.amount_rappen * ((${ledger}.to_account in (${INSIDE}))::integer - (${ledger}.from_account in (${INSIDE}))::integer)`;
