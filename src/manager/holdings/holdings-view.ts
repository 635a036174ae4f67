import type { Organization } from '../../domain/organization.ts';
import type { BalanceConfirmation } from '../../domain/statements/holdings.ts';
import { readPastDay, type PeriodProblem } from '../../domain/statements/period.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { documentBrand } from '../../domain/brand/brand.ts';
import type { Sql } from '../../storage/database/database.ts';
import { listHoldings } from '../../storage/statements/holdings.ts';
import { organizationsOf, type Person } from '../person.ts';

export type HoldingsView = {
  organization: Organization;
  /** Those to choose from. */
  organizations: readonly Organization[];
  /** As it was typed. */
  day: string;
  /** Null: the day has a problem. */
  confirmation: BalanceConfirmation | null;
  problem: PeriodProblem | null;
};

/** Of the person's first organization unless one is chosen. Null: the chosen one is not theirs. */
export async function holdingsView(sql: Sql, person: Person, query: URLSearchParams): Promise<HoldingsView | null> {
  const organizations = organizationsOf(person);
  const chosen = query.get('organization');
  const organization = chosen === null ? organizations[0] : organizations.find(({ id }) => id === chosen);
  if (organization === undefined) return null;
  const madeAt = await serviceNow(sql);
  const today = swissDay(madeAt);
  const typed = query.get('at');
  const read = readPastDay(typed, today);
  const shared = { organization, organizations, day: typed ?? today };
  if ('problem' in read) return { ...shared, confirmation: null, problem: read.problem };
  const { name, address } = organization;
  const confirmation = {
    madeAt,
    language: person.language,
    organization: { name, address },
    brand: documentBrand(organization.shownBrand),
    on: read.on,
    holdings: await listHoldings(sql, { organizationId: organization.id, on: read.on }),
  };
  return { ...shared, confirmation, problem: null };
}
