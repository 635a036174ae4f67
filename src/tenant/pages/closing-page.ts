import type { FastifyReply } from 'fastify';
import { formatDay, swissDay, tenantMayClaimFrom } from '../../domain/calendar.ts';
import type { Closing, Proposal } from '../../domain/deposit.ts';
import { groupedIban } from '../../domain/iban.ts';
import { isFreedByYear } from '../../domain/lifecycle/closing.ts';
import { productOf } from '../../domain/lifecycle/in-force.ts';
import { tenantName } from '../../domain/tenant.ts';
import { closingOf, splitOf, standing, tenantsShare } from '../../domain/lifecycle/split.ts';
import { rappen, type Rappen } from '../../domain/money.ts';
import { html, type Html } from '../../web/html.ts';
import { facts, notice } from '../../web/parts.ts';
import type { ClosingField } from '../closing-form.ts';
import type { FieldProblems } from '../problems.ts';
import type { Visit } from '../visit.ts';
import { accountField, proposalFields } from './proposal-fields.ts';
import { chf, documentCard, problemList, showDeposit } from './shell.ts';

/** The forms of this page, one of which may have come back with problems. */
type Answer = 'consent' | 'counter' | 'demand';
type TriedAnswer = { answer: Answer; problems: FieldProblems<ClosingField> };

/** The proposal that stands, and what can be answered to it. */
export function closingPage(visit: Visit, tried: TriedAnswer | null = null): FastifyReply {
  const { deposit, isMain, words, now } = visit;
  const closing = closingOf(deposit);
  const proposal = standing(closing);
  const isAsked = isMain && proposal.by === 'manager';
  const waits = isMain ? words.closing.wait : words.closing.readOnly;
  const isFreed = isMain && isFreedByYear(deposit, now);
  return showDeposit(
    visit,
    {
      heading: isAsked ? words.closing.answer : waits,
      problems: tried && problemList(tried.problems, words, (name) => `${tried.answer}-${name}`),
      content: html`${isFreed && demandCard(visit, tried)} ${proposalCard(visit, proposal)}
        ${!isMain && notice('info', html`<p>${words.onlyMain(tenantName(deposit.terms.tenants[0]))}</p>`)}
        ${isAsked && consentCard(visit, proposal, tried)} ${isMain && counterCard(visit, { isAsked, tried })}
        ${lawNote(visit, closing, isFreed)} ${closing.proposals.length > 1 && timeline(visit, closing)}
        ${documentCard(visit)}`,
    },
    tried === null ? 200 : 422,
  );
}

function proposalCard(visit: Visit, { by, at, amountLandlord, reason }: Proposal): Html {
  const { deposit, organization, words } = visit;
  const day = formatDay(swissDay(at));
  const { closing } = words;
  return html`<section class="card">
    <h2>
      ${by === 'tenant' ? closing.proposedByYou(day) : closing.proposedByManagement({ organization: organization.name, day })}
    </h2>
    ${splitBoxes(visit, { amountTenant: tenantsShare(deposit, { amountLandlord }), amountLandlord })}
    ${facts([
      [closing.tenancyEnd, formatDay(closingOf(deposit).tenancyEnd)],
      [closing.reason, reason],
    ])}
  </section>`;
}

/** Who gets how much, side by side. An insurance holds no money: there it is a claim. */
export function splitBoxes(
  { deposit, words }: Visit,
  { amountTenant, amountLandlord }: { amountTenant: Rappen; amountLandlord: Rappen },
): Html {
  const box = (label: string, amount: Rappen): Html => html`<div class="share">
    <span>${label}</span><span class="big">${chf(amount)}</span>
  </div>`;
  if (productOf(deposit) === 'insurance')
    return html`<div class="split">${box(words.closing.claim, amountLandlord)}</div>`;
  return html`<div class="split">
    ${box(words.closing.toTenants, amountTenant)} ${box(words.closing.toLandlord, amountLandlord)}
  </div>`;
}

function triedFor(visit: Visit, answer: Answer, tried: TriedAnswer | null) {
  const isThis = tried?.answer === answer;
  return { prefix: answer, form: isThis ? visit.form : new URLSearchParams(), problems: isThis ? tried.problems : {} };
}

/** What the person has seen: an answer to something else is not taken. */
function seen({ deposit }: Visit): Html {
  return html`<input type="hidden" name="seen" value="${closingOf(deposit).proposals.length}" />`;
}

function consentCard(visit: Visit, { amountLandlord }: Proposal, tried: TriedAnswer | null): Html {
  const { deposit, words, path } = visit;
  const getsSome = tenantsShare(deposit, { amountLandlord }) > 0;
  return html`<section class="card">
    <h2>${words.closing.accept}</h2>
    <p>${words.closing.acceptMeans[productOf(deposit)]}</p>
    <form method="post" action="${path('/consent')}">
      ${seen(visit)} ${getsSome && accountField(visit, triedFor(visit, 'consent', tried))}
      <div class="buttons"><button type="submit">${words.closing.acceptButton}</button></div>
    </form>
  </section>`;
}

function counterCard(visit: Visit, { isAsked, tried }: { isAsked: boolean; tried: TriedAnswer | null }): Html {
  const { words, path } = visit;
  const label = isAsked ? words.closing.counter : words.closing.change;
  return html`<section class="card">
    <details class="fold" ${tried?.answer === 'counter' && html`open`}>
      <summary><h2>${label}</h2></summary>
      <div>
        <p>${words.closing.counterMeans}</p>
        <form method="post" action="${path('/counter')}">
          ${seen(visit)} ${proposalFields(visit, triedFor(visit, 'counter', tried))}
          <div class="buttons">
            <button type="submit">${isAsked ? words.closing.counterButton : words.open.closeButton}</button>
          </div>
        </form>
      </div>
    </details>
  </section>`;
}

function demandCard(visit: Visit, tried: TriedAnswer | null): Html {
  const { deposit, words, path } = visit;
  const whole = { amountTenant: tenantsShare(deposit, { amountLandlord: rappen(0) }), amountLandlord: rappen(0) };
  return html`<section class="card">
    <h2>${words.closing.demand}</h2>
    <p>${words.closing.demandMeans}</p>
    ${splitBoxes(visit, whole)}
    <form method="post" action="${path('/demand')}">
      ${seen(visit)} ${accountField(visit, triedFor(visit, 'demand', tried))}
      <div class="buttons"><button type="submit">${words.closing.demandButton}</button></div>
    </form>
  </section>`;
}

/** OR 257e: what happens if nobody moves. */
function lawNote({ deposit, words }: Visit, { tenancyEnd, startedBy }: Closing, isFreed: boolean): Html | null {
  if (deposit.legalClaim !== null) return notice('wait', html`<p>${words.closing.claimRecorded}</p>`);
  if (isFreed) return null;
  const day = formatDay(tenantMayClaimFrom(tenancyEnd));
  const { year, yearByItself } = words.closing;
  return notice('info', html`<p>${startedBy === 'tenant' ? yearByItself(day) : year(day)}</p>`);
}

function timeline({ words }: Visit, { proposals }: Closing): Html {
  return html`<section class="card">
    <h2>${words.closing.earlier}</h2>
    <ol class="timeline">
      ${proposals.map(
        ({ at, by, amountLandlord }) =>
          html`<li>
            <time datetime="${at.toISOString()}">${formatDay(swissDay(at))}</time>
            ${words.closing.by[by]}: ${words.closing.toLandlord} ${chf(amountLandlord)}
          </li>`,
      )}
    </ol>
  </section>`;
}

/** Agreed or decided: what the bank or the insurer now does. */
export function orderedPage(visit: Visit): FastifyReply {
  const { deposit, isMain, words } = visit;
  const { closing } = words;
  const product = productOf(deposit);
  const { release, tenancyEnd } = closingOf(deposit);
  const toTenant = deposit.orders.find(({ kind, payee }) => kind === 'payout' && payee === 'tenant');
  return showDeposit(visit, {
    heading: closing.ordered[product],
    lead: closing.orderedMeans[product],
    content: html`<section class="card">
        ${splitBoxes(visit, splitOf(deposit))}
        ${facts([
          [closing.ground, release && closing.grounds[release.ground]],
          [closing.tenancyEnd, formatDay(tenancyEnd)],
          [closing.toAccount, isMain && toTenant?.iban ? groupedIban(toTenant.iban) : null],
        ])}
      </section>
      ${toTenant?.iban === null && notice('wait', html`<p>${closing.accountMissing}</p>`)} ${documentCard(visit)}`,
  });
}
