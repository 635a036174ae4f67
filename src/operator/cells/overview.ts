import * as z from 'zod';
import { askCell, otherCells } from '../../actions/cells/ask-cell.ts';
import { findOperatorByEmail } from '../../actions/operators/operators.ts';
import type { Services } from '../../actions/services.ts';
import { countNews } from '../../storage/cells/news.ts';
import { listOrganizations } from '../../storage/set-up/organizations.ts';
import { readAttention } from '../../storage/statistics/attention.ts';
import { findDeposits } from '../console/find-deposit.ts';
import { isStorable } from '../../domain/values/storable.ts';

/** A person waits for the page; a cell that needs longer is shown as one that does not answer. */
const LIMIT_MS = 3_000;
const MOST_ORGANIZATIONS = 100;

const overview = z.object({
  /** False: the cell does not know the reader as an operator, and says nothing more. */
  isKnown: z.boolean(),
  /** What is at home there and fits the search, and how many do. */
  organizations: z.array(z.object({ id: z.uuid(), name: z.string() })),
  count: z.number(),
  deposits: z.array(z.object({ id: z.uuid(), contract: z.string(), organization: z.string(), state: z.string() })),
  attention: z.record(z.string(), z.number()),
  /** How many changes it has not told to a cell yet. */
  untold: z.record(z.string(), z.number()),
});
export type CellOverview = z.infer<typeof overview>;

const storable = z.string().refine(isStorable);
export const overviewQuestion = z.object({ operator: storable, search: storable });
type Question = z.infer<typeof overviewQuestion>;

const NOTHING: CellOverview = {
  isKnown: false,
  organizations: [],
  count: 0,
  deposits: [],
  attention: {},
  untold: {},
};

/**
 * What a cell says of itself to an operator, here or in another cell. It names nobody: no tenants, no members. Each cell decides itself
 * who its operators are.
 */
export async function readOverview(services: Services, { operator, search }: Question): Promise<CellOverview> {
  const { database } = services;
  if ((await findOperatorByEmail(services, database, operator)) === null) return NOTHING;
  const text = search.trim().toLowerCase();
  const atHome = (await listOrganizations(database)).filter(({ home }) => home === null);
  const homes = new Set(atHome.map(({ id }) => id));
  const organizations = atHome
    .filter(({ id, name, emailDomain }) => [id, name, emailDomain].some((one) => one.toLowerCase().includes(text)))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const found = text === '' ? [] : await findDeposits(database, search);
  return {
    isKnown: true,
    organizations: organizations.slice(0, MOST_ORGANIZATIONS).map(({ id, name }) => ({ id, name })),
    count: organizations.length,
    deposits: found
      .filter(({ organizationId }) => homes.has(organizationId))
      .map(({ depositId: id, externalContractId: contract, organization, state }) => ({
        id,
        contract,
        organization,
        state,
      })),
    attention: await readAttention(database),
    untold: Object.fromEntries([...(await countNews(database))].map(([cell, { count }]) => [cell, count])),
  };
}

/** `overview` null: it did not answer in time, or not as it should. */
export type AskedCell = { name: string; address: string | null; isOwn: boolean; overview: CellOverview | null };

/** Every cell, this one first. One that does not answer delays the page by the time limit and hides no other. */
export async function readAllCells(services: Services, question: Question): Promise<AskedCell[]> {
  const { own, addresses } = services.cells;
  const others = otherCells(services).map(async (name): Promise<AskedCell> => {
    const answer = await askCell(services, name, { purpose: 'overview', content: question, limitMs: LIMIT_MS }).catch(
      () => null,
    );
    const read = overview.safeParse(answer);
    return { name, address: addresses.get(name) ?? null, isOwn: false, overview: read.success ? read.data : null };
  });
  const here = readOverview(services, question).then((said): AskedCell => {
    return { name: own, address: addresses.get(own) ?? null, isOwn: true, overview: said };
  });
  return Promise.all([here, ...others]);
}
