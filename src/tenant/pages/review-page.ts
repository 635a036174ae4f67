import type { FastifyReply } from 'fastify';
import { accountOfTenants } from '../../domain/closing/shown-account.ts';
import { productOf } from '../../domain/lifecycle/in-force.ts';
import { tenantsShare } from '../../domain/lifecycle/split.ts';
import { formatDay, type Day } from '../../domain/values/calendar.ts';
import { plainAmount, type Rappen } from '../../domain/values/money.ts';
import { html } from '../../web/html.ts';
import { facts } from '../../web/parts.ts';
import type { TenantVisit } from '../visit.ts';
import { TENANT_CLOSING_WORDS } from '../words/closing.ts';
import { splitBoxes } from './closing-page.ts';
import { showTenantDeposit } from './shell.ts';

export type Reviewed = {
  kind: 'proposal' | 'consent' | 'demand';
  /** Where the form is sent to when it is confirmed. */
  part: string;
  amountLandlord: Rappen;
  tenancyEnd: Day;
  reason: string | null;
  /** How many proposals were shown. */
  seen: string;
};

/** Before anything is sent: who gets how much, the account, and what it means. Nothing has happened yet. */
export function tenantReviewPage(visit: TenantVisit, reviewed: Reviewed): FastifyReply {
  const { deposit, words, language, path } = visit;
  const { kind, part, amountLandlord, tenancyEnd, reason, seen } = reviewed;
  const own = TENANT_CLOSING_WORDS[language];
  const review = own.review[kind];
  const amountTenant = tenantsShare(deposit, { amountLandlord });
  const account = accountOfTenants(deposit);
  const shown = account === null ? own.noAccount : `${account.holderName}, •••• ${account.ending}`;
  const hidden = {
    tenancyEnd,
    amountLandlord: plainAmount(amountLandlord),
    reason: reason ?? '',
    seen,
    confirmed: 'yes',
  };
  return showTenantDeposit(visit, {
    heading: review.heading,
    lead: review.means[productOf(deposit)],
    content: html`<section class="card">
      ${splitBoxes(visit, { amountTenant, amountLandlord })}
      ${facts([
        [words.closing.tenancyEnd, formatDay(tenancyEnd)],
        [words.closing.reason, reason],
        [own.account, amountTenant > 0 && shown],
      ])}
      ${amountTenant > 0 && account === null && html`<p class="hint">${own.accountLater}</p>`}
      <form method="post" action="${path(part)}">
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <div class="buttons">
          <button type="submit">${review.button}</button>
          <a class="button second" href="${path()}">${own.back}</a>
        </div>
      </form>
    </section>`,
  });
}
