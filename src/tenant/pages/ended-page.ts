import type { FastifyReply } from 'fastify';
import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import { productOf } from '../../domain/lifecycle/in-force.ts';
import { splitOf } from '../../domain/lifecycle/split.ts';
import { formatChf, rappen } from '../../domain/values/money.ts';
import { html } from '../../web/html.ts';
import { facts, notice } from '../../web/parts.ts';
import type { AccountField } from '../account-form.ts';
import type { FieldProblems } from '../problems.ts';
import type { TenantVisit } from '../visit.ts';
import { accountCard } from './account-fields.ts';
import { splitBoxes } from './closing-page.ts';
import { problemList, showTenantDeposit, tenantDocumentCard } from './shell.ts';

/** A payout that came back after the closing is asked for here. */
export function closedPage(visit: TenantVisit, problems: FieldProblems<AccountField> = {}): FastifyReply {
  const { deposit, words } = visit;
  const { paidOutAt, paidOutTenant, paidOutLandlord } = deposit;
  const product = productOf(deposit);
  const split = splitOf(deposit);
  const paid = {
    amountTenant: paidOutTenant ?? split.amountTenant,
    amountLandlord: paidOutLandlord ?? split.amountLandlord,
  };
  return showTenantDeposit(
    visit,
    {
      heading: words.ended.closed,
      // A payout that came back is not paid out: the card below says what is missing.
      ...(visit.asked.length === 0 && { lead: words.ended.closedMeans[product] }),
      problems: problemList(problems, words, (name) => `account-${name}`),
      content: html`${accountCard(visit, problems)}
        <section class="card">
          ${splitBoxes(visit, product === 'insurance' ? split : paid)}
          ${facts([[words.ended.paidOutOn, paidOutAt && formatDay(swissDay(paidOutAt))]])}
        </section>
        ${tenantDocumentCard(visit)}`,
    },
    Object.keys(problems).length > 0 ? 422 : 200,
  );
}

/** Interest of an account that is no longer needed is paid to the tenant. */
export function withdrawnPage(visit: TenantVisit, problems: FieldProblems<AccountField> = {}): FastifyReply {
  const { deposit, words } = visit;
  const paidBack = deposit.orders
    .filter(({ cause }) => cause === 'withdrawal')
    .reduce((sum, { amount }) => sum + amount, 0);
  return showTenantDeposit(
    visit,
    {
      heading: words.ended.withdrawn,
      lead: words.ended.withdrawnMeans,
      problems: problemList(problems, words, (name) => `account-${name}`),
      content: html`${accountCard(visit, problems)}
      ${paidBack > 0 && notice('info', html`<p>${words.ended.paidBack(formatChf(rappen(paidBack)))}</p>`)}
      ${tenantDocumentCard(visit)}`,
    },
    Object.keys(problems).length > 0 ? 422 : 200,
  );
}
