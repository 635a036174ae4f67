import { readSettledHome } from '../../storage/cells/state.ts';
import type { Services } from '../services.ts';
import { otherCells } from './ask-cell.ts';

/**
 * The address of the cell in which an organization is at home. Null: it is here, or unknown, or on its way: then neither of two
 * cells may send people to the other.
 */
export async function homeAddress(services: Services, organizationId: string | null): Promise<string | null> {
  if (organizationId === null || otherCells(services).length === 0) return null;
  const home = await readSettledHome(services.database, organizationId);
  return home === null || home === services.cells.own ? null : (services.cells.addresses.get(home) ?? null);
}
