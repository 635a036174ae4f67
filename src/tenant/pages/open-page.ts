import type { FastifyReply } from 'fastify';
import { WORDS } from '../../documents/words.ts';
import { canMove } from '../../domain/lifecycle/moves.ts';
import { productOf } from '../../domain/lifecycle/in-force.ts';
import { tenantName } from '../../domain/tenant.ts';
import { field } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { textField } from '../../web/parts.ts';
import type { AccountField } from '../account-form.ts';
import type { ClosingField } from '../closing-form.ts';
import type { FieldProblems } from '../problems.ts';
import type { TenantVisit } from '../visit.ts';
import { accountCard } from './account-fields.ts';
import { changeCards } from './change-page.ts';
import { TENANT_CLOSING_WORDS } from '../words/closing.ts';
import { wordCard } from './end-cards.ts';
import { helpCard } from '../help-card.ts';
import { payoutAccountCard } from './payout-account-page.ts';
import { proposalFields } from './proposal-fields.ts';
import { tenantDocumentCard, problemList, showTenantDeposit } from './shell.ts';

export function openPage(
  visit: TenantVisit,
  problems: FieldProblems<ClosingField> = {},
  ofAccount: FieldProblems<AccountField> = {},
): FastifyReply {
  const { deposit, words, language } = visit;
  const product = productOf(deposit);
  const hasProblems = Object.keys(problems).length > 0;
  const hasAny = hasProblems || Object.keys(ofAccount).length > 0;
  const law = product === 'insurance' ? words.open.lawOfInsurance : WORDS[language].payIn.law;
  return showTenantDeposit(
    visit,
    {
      heading: words.open.heading,
      lead: words.open.lead[product],
      problems: html`${problemList(problems, words, (name) => `start-${name}`)} ${problemList(ofAccount, words, (name) => `account-${name}`)}`,
      content: html`${wordCard(visit)} ${accountCard(visit, ofAccount)} ${changeCards(visit)} ${tenantDocumentCard(visit)}
        <section class="card">
          <h2>${words.open.law}</h2>
          <p>${law}</p>
        </section>
        ${closeCard(visit, problems, hasProblems)} ${visit.asked.length === 0 && payoutAccountCard(visit, ofAccount)} ${helpCard(visit)}`,
    },
    hasAny ? 422 : 200,
  );
}

function closeCard(visit: TenantVisit, problems: FieldProblems<ClosingField>, isOpened: boolean): Html {
  const { deposit, acts, words, form, language, path } = visit;
  const product = productOf(deposit);
  if (!canMove('start_closing', deposit)) return html``;
  if (!acts) {
    return html`<section class="card">
      <h2>${words.open.close}</h2>
      <p>${words.onlyMain(tenantName(deposit.terms.tenants[0]))}</p>
    </section>`;
  }
  return html`<section class="card">
    <details class="fold" ${isOpened && html`open`}>
      <summary><h2>${words.open.close}</h2></summary>
      <div>
        <p>${words.open.closeMeans[product]}</p>
        <form method="post" action="${path('/closing')}">
          ${textField({
            id: 'start-tenancyEnd',
            name: 'tenancyEnd',
            type: 'date',
            label: words.closing.tenancyEnd,
            hint: words.closing.tenancyEndHint,
            value: field(form, 'tenancyEnd'),
            isRequired: true,
            problem: problems.tenancyEnd && words.problem[problems.tenancyEnd],
          })}
          ${proposalFields(visit, { prefix: 'start', form, problems })}
          <div class="buttons"><button type="submit">${TENANT_CLOSING_WORDS[language].toReview}</button></div>
        </form>
      </div>
    </details>
  </section>`;
}
