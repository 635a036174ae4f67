import type { Organization } from '../../domain/organization.ts';
import { readPeriods } from '../../storage/data-protection/data-protection.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import { listRefusedCalls, type ListedRefusal } from '../../storage/open-call/refused-calls.ts';
import { field } from '../../web/forms.ts';
import { organizationsOf, type Person } from '../person.ts';

/** One page of the refused calls, newest first. */
export type ImportErrorsView = {
  calls: readonly ListedRefusal[];
  organizations: readonly Organization[];
  /** Empty: all of them. */
  organizationId: string;
  contractId: string;
  isFirst: boolean;
  /** Where the next page begins; null: there is none. */
  next: string | null;
  /** How long a call is kept. */
  keptDays: number;
};

const MOST_ON_A_PAGE = 50;

export async function importErrorsView(sql: Sql, person: Person, query: URLSearchParams): Promise<ImportErrorsView> {
  const organizations = organizationsOf(person);
  const chosen = organizations.find(({ id }) => id === query.get('organization')) ?? null;
  const contractId = field(query, 'contract');
  const before = positionFrom(query.get('before') ?? '');
  const found = await listRefusedCalls(sql, {
    organizationIds: (chosen === null ? organizations : [chosen]).map(({ id }) => id),
    contractId,
    before,
    most: MOST_ON_A_PAGE + 1,
  });
  const calls = found.slice(0, MOST_ON_A_PAGE);
  const last = found.length > MOST_ON_A_PAGE ? calls.at(-1) : undefined;
  return {
    calls,
    organizations,
    organizationId: chosen?.id ?? '',
    contractId,
    isFirst: before === null,
    next: last === undefined ? null : `${last.at.toISOString()}_${last.id}`,
    keptDays: (await readPeriods(sql)).refused_calls,
  };
}

/** Where a page of the list begins. Only years of four digits: JavaScript has dates that PostgreSQL does not. */
function positionFrom(text: string): { at: Date; id: string } | null {
  const [time = '', id = ''] = text.split('_');
  const at = new Date(time);
  return Number.isNaN(at.getTime()) || !/^[0-9]{4}-/.test(time) || !isId(id) ? null : { at, id };
}
