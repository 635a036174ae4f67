import { operatorBrand, type ShownBrand } from '../../domain/brand/brand.ts';
import type { Organization } from '../../domain/organization.ts';
import type { Sql } from '../database/database.ts';
import { findOrganizations } from './organizations.ts';
import { readServiceSettings } from './service-settings.ts';

/** What readers of these organizations see; the operator's brand for any other id. */
export async function findBrands(
  sql: Sql,
  organizationIds: readonly string[],
): Promise<(organizationId: string) => ShownBrand> {
  const organizations = await findOrganizations(sql, [...new Set(organizationIds)]);
  const brands = new Map(organizations.map(({ id, shownBrand }) => [id, shownBrand]));
  const ours = operatorBrand((await readServiceSettings(sql)).brand);
  return (id) => brands.get(id) ?? ours;
}

export async function findBrand(sql: Sql, organizationId: string): Promise<ShownBrand> {
  return (await findBrands(sql, [organizationId]))(organizationId);
}

/** What an organization shows where it has set nothing. */
export async function findInheritedBrand(sql: Sql, { parentId }: Pick<Organization, 'parentId'>): Promise<ShownBrand> {
  return findBrand(sql, parentId ?? NO_ORGANIZATION);
}

const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';
