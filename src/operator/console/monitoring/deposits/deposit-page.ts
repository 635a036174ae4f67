import type { ProviderCodes } from '../../../../domain/contract-status.ts';
import type { Order } from '../../../../domain/ledger.ts';
import { attentionOf, type MONEY_ATTENTION } from '../../../../domain/lifecycle/attention.ts';
import { tenantName } from '../../../../domain/tenant.ts';
import { propertyLine } from '../../../../domain/deposit.ts';
import type { StoredDeposit } from '../../../../storage/deposits/deposits.ts';
import { formatChf, rappen } from '../../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { chf, notice, problemNotice } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { shownTime } from '../../moment.ts';
import { atHomeElsewhere } from '../../cells/cells-page.ts';
import type { Action } from './action.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { applicationCard } from './application-card.ts';
import { consoleClosingCard } from './closing-card.ts';
import { consoleAdjustmentCard, consoleContractCard, consoleMoneyCard, consoleTenantCards } from './deposit-cards.ts';
import type { ConsoleDepositView } from './deposit-view.ts';
import { consolePaperCard } from './paper-card.ts';
import { differenceText, doneNotice } from '../parts.ts';
import { deliveryCard, consoleDocumentCard, consoleHistoryCard, mailCard } from './trail-cards.ts';
import { GROUND_WORDS, HOLD_WORDS, STATE_WORDS, STEP_WORDS } from '../words.ts';

export function consoleDepositPage(
  { deposit, organization, home, others, mails, deliveries, missing, providerNames, memberNames }: ConsoleDepositView,
  { visit, providers, refusal }: { visit: ConsoleVisit; providers: ProviderCodes; refusal: string | null },
): Pick<Page, 'title' | 'content'> {
  const { terms, state, step } = deposit;
  const { externalContractId } = terms;
  const content = html`<a class="crumb" href="/operator/deposits">All deposits</a>
    <div class="heading">
      <h1>${externalContractId}</h1>
      <span class="state ${state}">${STATE_WORDS[state]}</span>
    </div>
    <p class="lead">
      ${tenantName(terms.tenants[0])} · ${propertyLine(terms)} · ${chf(formatChf(terms.rentalDeposit))}
      ${step !== null && html`<br />${STEP_WORDS[step]}, since ${shownTime(deposit.stepSince)}`}
    </p>
    ${atHomeElsewhere(home, `/operator/deposits/${deposit.id}`)} ${doneNotice(visit.query, DONE)} ${refusal !== null && problemNotice(html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${problems(deposit)} ${moneyNotices(deposit)} ${sameContract(others, deposit)}
    <div class="columns">
      ${actionCard(deposit, visit)}
      <div>
        ${consoleClosingCard(deposit)} ${consoleContractCard(deposit, organization, providers)} ${consoleTenantCards(deposit)}
        ${applicationCard(deposit, providerNames)} ${consoleMoneyCard(deposit, missing)} ${mailCard(visit, deposit, mails)} ${deliveryCard(visit, deposit, deliveries)} ${consoleAdjustmentCard(deposit)}
      </div>
      <div>${consoleDocumentCard(visit, deposit)} ${consolePaperCard(deposit, visit)} ${consoleHistoryCard(deposit, memberNames)}</div>
    </div>`;
  return { title: `Deposit ${externalContractId}`, content };
}

const DONE: Record<string, string> = {
  ...Object.fromEntries(Object.entries(ACTIONS).map(([name, { done }]) => [name, done])),
  mail: 'The mail is sent again.',
  paper: 'The paper counts as the tenant’s signature.',
  replay: 'The delivery is made again.',
};

function problems({ refusal, registerCheck, state, legalClaim, hold, closing }: StoredDeposit): Content {
  const differences = state === 'opening' || state === 'draft_editing' ? (registerCheck?.differences ?? []) : [];
  return [
    refusal !== null &&
      notice('warn', html`<h2>Refused by the ${refusal.by} on ${shownTime(refusal.at)}</h2><p>${refusal.reason}</p>`),
    differences.length > 0 &&
      notice(
        'wait',
        html`<h2>The commercial register says otherwise</h2>
          <ul>
            ${differences.map((one) => html`<li>${differenceText(one)}</li>`)}
          </ul>`,
      ),
    hold !== null &&
      notice(
        'wait',
        html`<h2>On hold since ${shownTime(hold.at)}: ${HOLD_WORDS[hold.ground]}</h2>
          <p>Nothing is paid out until the hold is lifted. The evidence is in the history.</p>
          ${closing !== null && closing.noted !== null && html`<p>The payout is noted and then ordered: ${GROUND_WORDS[closing.noted.ground]}.</p>`}`,
      ),
    legalClaim !== null &&
      notice(
        'info',
        html`<h2>A legal claim is recorded (${shownTime(legalClaim.at)})</h2><p>${legalClaim.evidence}</p>`,
      ),
  ];
}

/** What is wrong with its money: `attention` of the record. */
function moneyNotices(deposit: StoredDeposit): Content {
  const { terms, paidIn, isOverdrawn } = deposit;
  const missing = chf(formatChf(rappen(Math.max(0, terms.rentalDeposit - paidIn))));
  const words: Record<(typeof MONEY_ATTENTION)[number], Html> = {
    underfunded: html`<h2>Underfunded</h2>
      <p>The bank has taken a payment back, and ${missing} are missing. The property manager was told by mail.</p>`,
    overdrawn: html`<h2>Overdrawn</h2>
      <p>
        The bank has taken a payment back whose money was already paid out. Recover it, then resolve the entry under
        <a href="/operator/bank">To check</a>.
      </p>`,
  };
  return attentionOf(deposit, { isOverdrawn }).map((one) => notice('warn', words[one]));
}

/** A contract has one living deposit at most, and any number that were withdrawn. */
function sameContract(others: readonly StoredDeposit[], { state }: StoredDeposit): Content {
  if (others.length === 0) return null;
  const title = state === 'withdrawn' ? 'Other deposits of this contract' : 'Earlier deposits of this contract';
  return notice(
    'info',
    html`<h2>${title}</h2>
      <ul>
        ${others.map(
          (other) =>
            html`<li>
              <a href="/operator/deposits/${other.id}">${STATE_WORDS[other.state]}, opened ${shownTime(other.createdAt)}</a>
            </li>`,
        )}
      </ul>`,
  );
}

function isReturned({ returnReason, completedAt, cancelledAt }: Order): boolean {
  return returnReason !== null && completedAt === null && cancelledAt === null;
}

function actionCard(deposit: StoredDeposit, { may }: ConsoleVisit): Html {
  const { id, terms } = deposit;
  const returned = deposit.orders.filter(isReturned);
  const possible = (Object.entries(ACTIONS) as [ActionName, Action][]).filter(
    ([, action]) => may('clerk') && action.isPossible(deposit),
  );
  const calls = new URLSearchParams({ contract: terms.externalContractId, organization: deposit.organizationId });
  return html`<section class="card" aria-labelledby="actions">
    <h2 id="actions">What you can do</h2>
    ${returned.map(({ id: order, amount }) => html`<p><a href="/operator/money/${order}">A payment of ${chf(formatChf(amount))} came back</a></p>`)}
    ${may('clerk') && possible.length + returned.length === 0 && html`<p class="soft">Nothing is left to do here for the operator.</p>`}
    <div class="buttons">
      ${possible.map(
        ([name, { label, isDanger }]) =>
          html`<a class="button block ${isDanger ? 'danger' : 'second'}" href="/operator/deposits/${id}/${name}">${label}</a>`,
      )}
    </div>
    <p></p>
    <p><a href="/operator/calls?${calls.toString()}">Calls about this contract</a></p>
    <p><a href="/operator/organizations/${deposit.organizationId}">Organization and its settings</a></p>
  </section>`;
}
