import type { FastifyReply } from 'fastify';
import { moveDeposit, type Moved } from '../../../actions/move-deposit.ts';
import { readContact } from '../../../domain/changes/typed-contact.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { field } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { ownDepositOf, type OwnDeposit } from '../access.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { DEPOSIT_CONTACT_WORDS } from '../words/contacts.ts';
import { readPerson, type PersonProblems } from './person-form.ts';
import { tenantPage, type TriedTenant } from './tenant-page.ts';

type Found = OwnDeposit & { position: number };

/** Contact data, name and birth date of one tenant. */
export function tenantDataRoutes(app: ManagerApp): void {
  const address = '/manager/deposits/:id/tenants/:position';
  app.get(address, 'member', async (visit) => {
    const found = await tenantOf(app, visit);
    return found === null ? null : show(visit, found, {}, 200);
  });

  app.post(address, 'member', async (visit) => {
    const found = await tenantOf(app, visit);
    if (found === null) return null;
    const { deposit, member, position } = found;
    const tenant = deposit.terms.tenants[position - 1];
    if (tenant === undefined) return null;
    const { form } = visit;
    const read = readContact((name) => field(form, name), tenant);
    if ('problems' in read) return show(visit, found, { contact: { form, problems: read.problems } }, 422);
    const wish = { ...read, tenant: position, by: 'manager' as const, reason: null };
    const moved = await moveDeposit(app.services, locationOf(found), 'change_contact', () => wish, { member });
    return answer(app, visit, found, moved, 'contact');
  });

  app.post(`${address}/person`, 'member', async (visit) => {
    const found = await tenantOf(app, visit);
    if (found === null) return null;
    const { deposit, member, position } = found;
    const tenant = deposit.terms.tenants[position - 1];
    if (tenant === undefined) return null;
    const read = readPerson(visit.form, tenant);
    if ('problems' in read) {
      const words = DEPOSIT_CONTACT_WORDS[visit.language];
      const problems: PersonProblems = Object.fromEntries(
        Object.entries(read.problems).map(([name, problem]) => [name, words[problem]]),
      );
      return show(visit, found, { person: { form: visit.form, problems } }, 422);
    }
    const wish = { ...read, tenant: position };
    const moved = await moveDeposit(app.services, locationOf(found), 'change_person', () => wish, { member });
    return answer(app, visit, found, moved, 'person');
  });
}

function locationOf({ deposit }: Found) {
  return { organizationId: deposit.organizationId, depositId: deposit.id };
}

/** Null: no such tenant, or the deposit is over. */
async function tenantOf(app: ManagerApp, visit: ManagerVisit): Promise<Found | null> {
  const own = await ownDepositOf(app, visit);
  const position = Number(visit.params['position']);
  if (own === null || own.deposit.terms.tenants[position - 1] === undefined) return null;
  return canMove('change_contact', own.deposit) ? { ...own, position } : null;
}

async function answer(
  app: ManagerApp,
  visit: ManagerVisit,
  found: Found,
  moved: Moved | null,
  what: 'contact' | 'person',
): Promise<FastifyReply | null> {
  if (moved === null) return null;
  if (moved.refusal === null) {
    await app.settle();
    return seeOther(visit.reply, `/manager/deposits/${found.deposit.id}?done=${what}`);
  }
  const { refused, field: name } = moved.refusal;
  const text = DEPOSIT_WORDS[visit.language].refusals[refused];
  const { form } = visit;
  if (name === undefined) return show(visit, found, { refusal: text }, 409);
  return show(visit, found, { person: { form, problems: { [name]: text } } }, 422);
}

function show(visit: ManagerVisit, { deposit, position }: Found, tried: TriedTenant, status: number): FastifyReply {
  const { language, token } = visit;
  return visit.show('deposits', tenantPage(deposit, position, { language, token, tried }), status);
}
