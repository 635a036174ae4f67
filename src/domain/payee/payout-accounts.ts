/** An account of landlords. Without a property and an owner it is the organization's. */
export type LandlordAccount = {
  iban: string;
  propertyId: string | null;
  /** As the partner sends it, without `c/o`. */
  ownerName: string | null;
  /** Null: the owner, if one is named; else the organization. */
  holderName: string | null;
  /** Of an account outside Switzerland and Liechtenstein. */
  bic: string | null;
};

type Key = { propertyId: string | null; ownerName: string | null };

/** The most specific account for a property and its owner. Null: there is none. */
export function fittingAccount<A extends Key>(
  accounts: readonly A[],
  { propertyId, ownerName }: { propertyId: string; ownerName: string },
): A | null {
  const fits = (account: A): boolean =>
    (account.propertyId === null || tidy(account.propertyId) === tidy(propertyId)) &&
    (account.ownerName === null || isSameName(account.ownerName, ownerName));
  return accounts.filter(fits).toSorted((one, other) => specificity(other) - specificity(one))[0] ?? null;
}

/** Both, then the property, then the owner. */
function specificity({ propertyId, ownerName }: Key): number {
  return (propertyId === null ? 0 : 2) + (ownerName === null ? 0 : 1);
}

/** The index of the first account whose property and owner an earlier one has too. Null: each has its own. */
export function repeatedAccount(accounts: readonly Key[]): number | null {
  const keys = accounts.map(({ propertyId, ownerName }) =>
    JSON.stringify([
      propertyId === null ? null : tidy(propertyId),
      ownerName === null ? null : tidy(ownerName).toLowerCase(),
    ]),
  );
  const index = keys.findIndex((key, at) => keys.indexOf(key) < at);
  return index === -1 ? null : index;
}

function isSameName(one: string, other: string): boolean {
  return tidy(one).toLowerCase() === tidy(other).toLowerCase();
}

function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

const PARTS = ['iban', 'propertyId', 'ownerName', 'holderName', 'bic'] as const;
type Part = (typeof PARTS)[number];

/** For a text field: one account per line, its parts in this order with `;` between them. */
export function accountsAsText(accounts: readonly LandlordAccount[]): string {
  return accounts
    .map((account) => {
      const last = PARTS.findLastIndex((part) => (account[part] ?? '') !== '');
      return PARTS.slice(0, last + 1)
        .map((part) => account[part] ?? '')
        .join('; ');
    })
    .join('\n');
}

/** What was typed, still unchecked. Parts that are empty are left out. */
export function accountsFromText(text: string): Partial<Record<Part, string>>[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = line.split(';').map((cell) => cell.trim());
      return Object.fromEntries(PARTS.flatMap((part, index) => (cells[index] ? [[part, cells[index]]] : [])));
    });
}
