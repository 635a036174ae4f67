import type { Organization } from '../../domain/organization.ts';
import type { ManagerVisit } from '../app.ts';
import { mayAdminister, organizationsOf } from '../person.ts';

/** The organization that a page is about, if the person administers it. */
export function administered({ person, params }: ManagerVisit): Organization | null {
  const organization = organizationsOf(person).find(({ id }) => id === params['organizationId']);
  return organization !== undefined && mayAdminister(person, organization.id) ? organization : null;
}
