import type { FastifyReply } from 'fastify';
import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import type { Proposal } from '../../domain/closing/closing.ts';
import { insurerSentence } from '../../domain/messages/offers.ts';
import { productOf } from '../../domain/lifecycle/in-force.ts';
import { formatChf, type Rappen } from '../../domain/values/money.ts';
import { tenantName } from '../../domain/tenant.ts';
import { html, type Html } from '../../web/html.ts';
import { chf, facts, notice } from '../../web/parts.ts';
import type { AccountField } from '../account-form.ts';
import type { ClosingField } from '../closing-form.ts';
import type { FieldProblems } from '../problems.ts';
import type { TenantVisit } from '../visit.ts';
import { tenantClosingView, orderedView, type TenantClosingView, type ShownSplit } from './closing-view.ts';
import { TENANT_CONTACT_WORDS } from '../words/contacts.ts';
import { TENANT_CLOSING_WORDS } from '../words/closing.ts';
import { accountCard } from './account-fields.ts';
import { wordCard, yearCard } from './end-cards.ts';
import { payoutAccountCard } from './payout-account-page.ts';
import { helpCard } from '../help-card.ts';
import { shareOf } from '../ownership.ts';
import { proposalFields } from './proposal-fields.ts';
import { tenantDocumentCard, problemList, showTenantDeposit } from './shell.ts';

/** The form for another proposal may have come back with problems. */
type TriedAnswer = { problems: FieldProblems<ClosingField> };

/** The proposal that stands, and what can be answered to it. */
export function closingPage(
  visit: TenantVisit,
  tried: TriedAnswer | null = null,
  accountProblems: FieldProblems<AccountField> = {},
): FastifyReply {
  const { deposit, acts, words } = visit;
  const view = tenantClosingView(visit);
  const { isAsked, isFreed, canPropose, earlier } = view;
  const waits = acts ? words.closing.wait : words.closing.readOnly;
  return showTenantDeposit(
    visit,
    {
      heading: isAsked ? words.closing.answer : waits,
      problems: html`${tried && problemList(tried.problems, words, (name) => `counter-${name}`)} ${problemList(accountProblems, words, (name) => `account-${name}`)}`,
      content: html`${wordCard(visit)} ${isFreed && demandCard(visit, view)} ${proposalCard(visit, view)}
        ${!acts && notice('info', html`<p>${words.onlyMain(tenantName(deposit.terms.tenants[0]))}</p>`)}
        ${isAsked && consentCard(visit, view)} ${canPropose && counterCard(visit, { view, tried })}
        ${yearCard(visit)} ${payoutAccountCard(visit, accountProblems)} ${earlier.length > 0 && timeline(visit, earlier)} ${tenantDocumentCard(visit)} ${helpCard(visit)}`,
    },
    tried === null && Object.keys(accountProblems).length === 0 ? 200 : 422,
  );
}

function proposalCard(visit: TenantVisit, { proposal, split, tenancyEnd }: TenantClosingView): Html {
  const { organization, words } = visit;
  const { by, at, reason } = proposal;
  const day = formatDay(swissDay(at));
  const { closing } = words;
  return html`<section class="card">
    <h2>
      ${by === 'tenant' ? closing.proposedByYou(day) : closing.proposedByManagement({ organization: organization.name, day })}
    </h2>
    ${splitBoxes(visit, split)}
    ${facts([
      [closing.tenancyEnd, formatDay(tenancyEnd)],
      [closing.reason, reason],
    ])}
  </section>`;
}

/** Who gets how much. An insurance holds no money: there the amount is a claim. */
export function splitBoxes(visit: TenantVisit, { amountTenant, amountLandlord }: ShownSplit): Html {
  const { deposit, words, language } = visit;
  const said = insurerSentence(deposit, amountLandlord, language);
  const box = (label: string, amount: Rappen): Html => html`<div class="share">
    <span>${label}</span><span class="big">${chf(formatChf(amount))}</span>
  </div>`;
  if (productOf(deposit) === 'insurance')
    return html`<div class="split">${box(words.closing.claim, amountLandlord)}</div>
      ${said !== null && html`<p>${said}</p>`}`;
  return html`<div class="split">
    ${box(words.closing.toTenants(shareOf(visit)), amountTenant)} ${box(words.closing.toLandlord, amountLandlord)}
  </div>`;
}

/** Sent back by the form, so that an answer is only to the proposal that was shown. */
function shownProposals({ proposals }: TenantClosingView): Html {
  return html`<input type="hidden" name="seen" value="${proposals}" />`;
}

function consentCard(visit: TenantVisit, view: TenantClosingView): Html {
  const { deposit, words, path, language } = visit;
  return html`<section class="card">
    <h2>${words.closing.accept}</h2>
    <p>${words.closing.acceptMeans[productOf(deposit)]}</p>
    <form method="post" action="${path('/consent')}">
      ${shownProposals(view)}
      <div class="buttons"><button type="submit">${TENANT_CLOSING_WORDS[language].toReview}</button></div>
    </form>
  </section>`;
}

function counterCard(
  visit: TenantVisit,
  { view, tried }: { view: TenantClosingView; tried: TriedAnswer | null },
): Html {
  const { words, path, language } = visit;
  const { isAsked } = view;
  const label = isAsked ? words.closing.counter : words.closing.change;
  return html`<section class="card">
    <details class="fold" ${tried !== null && html`open`}>
      <summary><h2>${label}</h2></summary>
      <div>
        <p>${words.closing.counterMeans}</p>
        <form method="post" action="${path('/counter')}">
          ${shownProposals(view)}
          ${proposalFields(visit, {
            prefix: 'counter',
            form: tried === null ? new URLSearchParams() : visit.form,
            problems: tried?.problems ?? {},
          })}
          <div class="buttons"><button type="submit">${TENANT_CLOSING_WORDS[language].toReview}</button></div>
        </form>
      </div>
    </details>
  </section>`;
}

function demandCard(visit: TenantVisit, view: TenantClosingView): Html {
  const { words, path, language } = visit;
  return html`<section class="card">
    <h2>${words.closing.demand}</h2>
    <p>${words.closing.demandMeans}</p>
    ${splitBoxes(visit, view.whole)}
    <form method="post" action="${path('/demand')}">
      ${shownProposals(view)}
      <div class="buttons"><button type="submit">${TENANT_CLOSING_WORDS[language].toReview}</button></div>
    </form>
  </section>`;
}

function timeline({ words }: TenantVisit, proposals: readonly Proposal[]): Html {
  return html`<section class="card">
    <h2>${words.closing.earlier}</h2>
    <ol class="timeline">
      ${proposals.map(
        ({ at, by, amountLandlord }) =>
          html`<li>
            <time datetime="${at.toISOString()}">${formatDay(swissDay(at))}</time>
            ${words.closing.by[by]}: ${words.closing.toLandlord} ${chf(formatChf(amountLandlord))}
          </li>`,
      )}
    </ol>
  </section>`;
}

/** Agreed or decided while the deposit is on hold: nothing is ordered yet, so the account can still be changed. */
export function notedPage(visit: TenantVisit, accountProblems: FieldProblems<AccountField> = {}): FastifyReply {
  const { words, language } = visit;
  const { split, ground, tenancyEnd } = orderedView(visit);
  const noted = TENANT_CONTACT_WORDS[language];
  return showTenantDeposit(
    visit,
    {
      heading: ground === 'consent' ? noted.noted : noted.notedFreed,
      lead: noted.notedMeans,
      problems: problemList(accountProblems, words, (name) => `account-${name}`),
      content: html`<section class="card">
          ${splitBoxes(visit, split)}
          ${facts([
            [words.closing.ground, ground && words.closing.grounds[ground]],
            [words.closing.tenancyEnd, formatDay(tenancyEnd)],
          ])}
        </section>
        ${payoutAccountCard(visit, accountProblems)} ${tenantDocumentCard(visit)}`,
    },
    Object.keys(accountProblems).length > 0 ? 422 : 200,
  );
}

/** Agreed or decided: what the bank or the insurer now does. */
export function orderedPage(visit: TenantVisit, problems: FieldProblems<AccountField> = {}): FastifyReply {
  const { deposit, words } = visit;
  const { closing } = words;
  const product = productOf(deposit);
  const { split, ground, tenancyEnd, account } = orderedView(visit);
  return showTenantDeposit(
    visit,
    {
      heading: closing.ordered[product],
      lead: closing.orderedMeans[product],
      problems: problemList(problems, words, (name) => `account-${name}`),
      content: html`${accountCard(visit, problems)}
        <section class="card">
          ${splitBoxes(visit, split)}
          ${facts([
            [closing.ground, ground && closing.grounds[ground]],
            [closing.tenancyEnd, formatDay(tenancyEnd)],
            [closing.toAccount, account],
          ])}
        </section>
        ${tenantDocumentCard(visit)}`,
    },
    Object.keys(problems).length > 0 ? 422 : 200,
  );
}
