import { SERVICE_NAME } from '../../domain/brand/brand.ts';
import { totalHeld, type BalanceConfirmation, type Holding } from '../../domain/statements/holdings.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { momentOf } from '../about.ts';
import { WORDS } from '../words.ts';

/** The balance confirmation as a table, for files that a spreadsheet reads. Amounts are in Rappen. */
type HoldingsTable = {
  title: string;
  /** Names and values: organization, day, how it was computed, when it was made. */
  about: readonly (readonly [name: string, value: string])[];
  head: readonly string[];
  rows: readonly HoldingsRow[];
  total: readonly [name: string, amount: number];
};

export type HoldingsRow = readonly [
  contract: string,
  tenants: string,
  property: string,
  account: string,
  amount: number,
];

export function holdingsTable({
  madeAt,
  language,
  organization,
  on,
  holdings,
  brand,
}: BalanceConfirmation): HoldingsTable {
  const { holdings: own } = WORDS[language];
  const { contract, tenants, property, account, amount } = own.columns;
  return {
    title: own.title,
    about: [
      [own.organization, organization.name],
      [own.day, formatDay(on)],
      [own.computing, own.computed],
      [own.making, own.made(momentOf(madeAt.toISOString()), brand?.service ?? SERVICE_NAME)],
    ],
    head: [contract, tenants, property, account, amount],
    rows: holdings.map(rowOf),
    total: [own.total, totalHeld(holdings)],
  };
}

function rowOf({ externalContractId, tenants, property, iban, amount }: Holding): HoldingsRow {
  return [externalContractId, tenants, property, iban === null ? '' : groupedIban(iban), amount];
}
