import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  confirmEmailChange,
  objectToEmailChange,
  openEmailLink,
  type EmailLink,
} from '../../actions/changes/email-changes.ts';
import { homeAddress } from '../../actions/cells/home-address.ts';
import { moveDeposit } from '../../actions/move-deposit.ts';
import { canMove } from '../../domain/lifecycle/moves.ts';
import { readContact } from '../../domain/changes/typed-contact.ts';
import { organizationOfToken } from '../../vault/keys.ts';
import { pageFor } from '../../web/access.ts';
import { field } from '../../web/forms.ts';
import { sameElsewhere, seeOther } from '../../web/page.ts';
import { queryOf } from '../../web/session-pages.ts';
import type { TenantMove } from '../moves.ts';
import { unknownPage } from '../pages/link-page.ts';
import type { TenantSettings, TenantVisit } from '../visit.ts';
import { contactPage } from './contact-page.ts';
import { confirmedPage, newAddressPage, objectedPage, objectionPage } from './email-pages.ts';

/** A tenant may change contact data as long as the deposit lives. */
export function showContact(visit: TenantVisit): FastifyReply {
  return canMove('change_contact', visit.deposit) ? contactPage(visit) : seeOther(visit.reply, visit.path());
}

export const saveContact: TenantMove = async (visit, { services, settle }) => {
  const { deposit, tenant, position, form, path } = visit;
  if (!canMove('change_contact', deposit)) return seeOther(visit.reply, path());
  const read = readContact((name) => field(form, name), tenant);
  if ('problems' in read) return contactPage(visit, read.problems);
  await moveDeposit(services, visit.location, 'change_contact', () => ({
    ...read,
    tenant: position,
    by: 'tenant' as const,
    reason: null,
  }));
  await settle();
  const there = path('/contact');
  return seeOther(visit.reply, `${there}${there.includes('?') ? '&' : '?'}saved`);
};

/** The links of mails about a new address. They open these pages alone; only the button changes something. */
export function emailRoutes(server: FastifyInstance, { services, settle, failedKeys }: TenantSettings): void {
  const pages = {
    'new-address': { what: 'confirm', show: newAddressPage, done: confirmedPage, make: confirmEmailChange },
    objection: { what: 'object', show: objectionPage, done: objectedPage, make: objectToEmailChange },
  } as const;
  const linkFor = async (token: string, what: EmailLink['what']): Promise<EmailLink | null> => {
    const link = await openEmailLink(services, token);
    return link?.what === what ? link : null;
  };
  for (const [part, { what, show, done, make }] of Object.entries(pages)) {
    server.get(`/t/${part}/:token`, pageFor('tenant_link'), async (request, reply) => {
      const { token } = request.params as { token: string };
      const link = await linkFor(token, what);
      const address = await homeAddress(services, link?.organization.id ?? organizationOfToken(token));
      if (address !== null) return sameElsewhere(request, reply, address);
      if (link !== null) {
        const visit = { request, reply, token };
        return queryOf(request).has('done') ? done(visit, link) : show(visit, link);
      }
      await failedKeys.slowDown(request.ip);
      return unknownPage(request, reply);
    });
    server.post(`/t/${part}/:token`, pageFor('tenant_link'), async (request, reply) => {
      const { token } = request.params as { token: string };
      const link = await linkFor(token, what);
      if (link === null) {
        await failedKeys.slowDown(request.ip);
        return unknownPage(request, reply);
      }
      const moved = await make(services, link);
      await settle();
      const lang = queryOf(request).get('lang');
      const query = lang === null ? '' : `&lang=${encodeURIComponent(lang)}`;
      if (moved?.refusal === null) return seeOther(reply, `/t/${part}/${token}?done${query}`);
      return show({ request, reply, token }, (await linkFor(token, what)) ?? link);
    });
  }
}
