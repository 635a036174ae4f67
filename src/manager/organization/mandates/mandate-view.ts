import { conflictsOf } from '../../../actions/mandates/decide-mandate.ts';
import { sideOf, type MandateSide } from '../../../domain/mandates/mandate.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { isId } from '../../../storage/database/ids.ts';
import {
  countLiving,
  findMandate,
  listMandates,
  type Conflict,
  type CountedMandate,
} from '../../../storage/mandates/mandates.ts';
import { mayAdminister, organizationsOf, type Person } from '../../person.ts';

const MOST = 100;

export type MandatesView = { organization: Organization; mayAdminister: boolean; mandates: readonly CountedMandate[] };

/** The organization of the address, if it is the person's. */
export function ownOrganization(person: Person, organizationId: string | undefined): Organization | null {
  return organizationsOf(person).find(({ id }) => id === organizationId) ?? null;
}

export async function mandatesView(sql: Sql, person: Person, organization: Organization): Promise<MandatesView> {
  const mandates = await listMandates(sql, { organizationIds: [organization.id], before: null, most: MOST });
  return { organization, mayAdminister: mayAdminister(person, organization.id), mandates };
}

export type MandateView = {
  organization: Organization;
  mandate: CountedMandate;
  /** Of the reader's organization. */
  side: MandateSide;
  /** How many deposits it is about. */
  deposits: number;
  /**
   * What stayed behind. Before both have agreed, only their number, and only to the new organization: it says which
   * contracts that one has.
   */
  conflicts: readonly Conflict[];
  foreseen: number;
  mayDecide: boolean;
};

/** Null: there is no such mandate, or it is between others. */
export async function shownMandate(
  sql: Sql,
  person: Person,
  { organization, mandateId }: { organization: Organization; mandateId: string | undefined },
): Promise<MandateView | null> {
  const mandate = mandateId !== undefined && isId(mandateId) ? await findMandate(sql, mandateId) : null;
  const side = mandate === null ? null : sideOf(mandate, organization.id);
  if (mandate === null || side === null) return null;
  const hasBegun = mandate.state === 'moving' || mandate.state === 'done';
  const conflicts = await conflictsOf(sql, mandate);
  const { waiting, moved, conflicts: stayed } = mandate.counts;
  const isAskedForAll = mandate.state === 'asked' && mandate.isAll;
  return {
    organization,
    mandate,
    side,
    deposits: hasBegun
      ? waiting + moved + stayed
      : isAskedForAll
        ? await countLiving(sql, mandate.from.organizationId)
        : mandate.askedFor,
    conflicts: hasBegun ? conflicts : [],
    foreseen: !hasBegun && side === 'to' ? conflicts.length : 0,
    mayDecide: mandate.state === 'asked' && mayAdminister(person, organization.id),
  };
}
