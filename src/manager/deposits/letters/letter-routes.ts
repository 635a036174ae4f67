import { makeLetter } from '../../../actions/letters/make-letter.ts';
import { renderLetter } from '../../../documents/letter/letter.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import { findOrganization } from '../../../storage/set-up/organizations.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import type { ManagerApp } from '../../app.ts';
import { ownDepositOf } from '../access.ts';
import { showDeposit } from '../deposit/deposit-routes.ts';
import { DEPOSIT_WORDS } from '../words.ts';

/** A letter to print, with a new link. */
export function letterRoutes(app: ManagerApp): void {
  const { services } = app;
  app.post('/manager/deposits/:id/tenants/:position/letter', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    const typed = visit.params['position'] ?? '';
    const tenant = /^[1-4]$/.test(typed) ? Number(typed) : 0;
    if (own === null || own.deposit.terms.tenants[tenant - 1] === undefined) return null;
    const { deposit, member } = own;
    const { organizationId, id: depositId } = deposit;
    const token = services.random.tenantToken(organizationId);
    const wish = { tenant, way: 'printed', token } as const;
    const moved = await makeLetter(services, { organizationId, depositId }, wish, { member });
    const organization = await findOrganization(services.database, organizationId);
    if (moved === null || organization === null) return null;
    if (moved.refusal !== null) {
      const text = DEPOSIT_WORDS[visit.language].refusals[moved.refusal.refused];
      return showDeposit(app, visit, deposit, { message: { tone: 'warn', text }, status: 409 });
    }
    const at = await serviceNow(services.database);
    const pdf = await renderLetter({ deposit, organization, tenant, link: `${app.baseUrl()}/t/${token}`, at });
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/pdf' })
      .header('content-disposition', `inline; filename="letter-${tenant}.pdf"`)
      .send(pdf);
  });
}
