import { emailKey } from '../../domain/contact.ts';
import { textOf } from '../../domain/payload/fields.ts';
import { readPeriods } from '../../storage/data-protection/data-protection.ts';
import { isId } from '../../storage/database/ids.ts';
import { findRefusedCall, listRefusedCalls, type KeptCall } from '../../storage/open-call/refused-calls.ts';
import { field } from '../../web/forms.ts';
import type { ManagerApp } from '../app.ts';
import { organizationsOf, type Person } from '../person.ts';
import { importErrorPage } from './import-error-page.ts';
import { importErrorsPage } from './import-errors-page.ts';

const MOST_ON_A_PAGE = 50;

/** Calls that were refused for their data: what was wrong, and the way to open the deposit all the same. */
export function importErrorRoutes(app: ManagerApp): void {
  const { database, vault } = app.services;
  const keptDays = async (): Promise<number> => (await readPeriods(database)).refused_calls;

  app.get('/manager/import-errors', 'member', async ({ person, language, query, show }) => {
    const organizations = organizationsOf(person);
    const chosen = organizations.find(({ id }) => id === query.get('organization')) ?? null;
    const contractId = field(query, 'contract');
    const before = positionFrom(query.get('before') ?? '');
    const found = await listRefusedCalls(database, {
      organizationIds: (chosen === null ? organizations : [chosen]).map(({ id }) => id),
      contractId,
      before,
      most: MOST_ON_A_PAGE + 1,
    });
    const calls = found.slice(0, MOST_ON_A_PAGE);
    const last = found.length > MOST_ON_A_PAGE ? calls.at(-1) : undefined;
    const page = importErrorsPage(language, {
      calls,
      organizations,
      organizationId: chosen?.id ?? '',
      contractId,
      isFirst: before === null,
      next: last === undefined ? null : `${last.at.toISOString()}_${last.id}`,
      keptDays: await keptDays(),
    });
    return show('import_errors', page);
  });

  app.get('/manager/import-errors/:organizationId/:id', 'member', async ({ person, language, params, show }) => {
    const { organizationId = '', id = '' } = params;
    if (!isId(organizationId) || !isId(id)) return null;
    const call = await findRefusedCall(database, vault, { organizationId, id });
    if (call === null) return null;
    const organization = organizationsOf(person).find((one) => one.id === call.organizationId);
    if (organization === undefined && !isResponsible(person, call)) return null;
    return show('import_errors', importErrorPage(language, call, organization ?? null, { keptDays: await keptDays() }));
  });
}

/** Where a page of the list goes on. A time as we write it: dates can be further away than the database knows. */
function positionFrom(text: string): { at: Date; id: string } | null {
  const [time = '', id = ''] = text.split('_');
  const at = new Date(time);
  return Number.isNaN(at.getTime()) || !/^[0-9]{4}-/.test(time) || !isId(id) ? null : { at, id };
}

/** 2.4.2: the person whom the call names may belong to a sub-organization, and has been mailed about it. */
function isResponsible({ email, memberships }: Person, { organizationId, fields }: KeptCall): boolean {
  const named = textOf(fields, 'propertyManagerEmail');
  return (
    named !== null &&
    emailKey(named) === emailKey(email) &&
    memberships.some(({ organization }) => organization.parentId === organizationId)
  );
}
