import type { FastifyReply } from 'fastify';
import { tenantName } from '../../../../domain/tenant.ts';
import { propertyLine } from '../../../../domain/deposit.ts';
import { listDeliveries, type ListedDelivery } from '../../../../storage/callbacks/deliveries.ts';
import { listDepositsOfContract, type StoredDeposit } from '../../../../storage/deposits/deposits.ts';
import { listMailsOf, type DepositMail } from '../../../../storage/deposits/mails-of-deposit.ts';
import { findOrganization } from '../../../../storage/set-up/organizations.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { notice } from '../../../../web/parts.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { shownTime } from '../../moment.ts';
import type { Action } from './action.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import {
  consoleAdjustmentCard,
  consoleClosingCard,
  consoleContractCard,
  consoleMoneyCard,
  consoleTenantCards,
} from './deposit-cards.ts';
import { chf, doneNotice } from '../parts.ts';
import { deliveryCard, consoleDocumentCard, consoleHistoryCard, mailCard } from './trail-cards.ts';
import { DIFFERENCE_WORDS, STATE_WORDS, STEP_WORDS } from '../words.ts';

const MOST_DELIVERIES = 100;

/** One deposit with all that is known of it: the answer to what happened. */
export async function consoleDepositPage(
  app: ConsoleApp,
  visit: ConsoleVisit,
  deposit: StoredDeposit,
  refusal: string | null = null,
): Promise<FastifyReply> {
  const { database, vault } = app.services;
  const { organizationId, id: depositId, terms, state, step } = deposit;
  const { externalContractId } = terms;
  const organization = await findOrganization(database, organizationId);
  const others = (await listDepositsOfContract(database, { organizationId, externalContractId })).filter(
    ({ id }) => id !== depositId,
  );
  const mails = await listMailsOf(database, vault, {
    organizationId,
    depositId,
    addresses: addressesOf(deposit),
    moments: [deposit.createdAt, ...deposit.history.map(({ at }) => new Date(at))],
  });
  const deliveries = await listDeliveries(database, { depositId, state: null, most: MOST_DELIVERIES });
  const content = html`<a class="crumb" href="/operator/deposits">← All deposits</a>
    <div class="heading">
      <h1>${externalContractId}</h1>
      <span class="state ${state}">${STATE_WORDS[state]}</span>
    </div>
    <p class="lead">
      ${tenantName(terms.tenants[0])} · ${propertyLine(terms)} · ${chf(terms.rentalDeposit)}
      ${step !== null && html`<br />${STEP_WORDS[step]}, since ${shownTime(deposit.stepSince)}`}
    </p>
    ${doneNotice(visit.query, DONE)} ${refusal !== null && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${problems(deposit)} ${sameContract(others, deposit)}
    <div class="columns">
      ${actionCard(deposit)}
      <div>
        ${consoleClosingCard(deposit)} ${consoleContractCard(deposit, organization?.name ?? '', app.providers)} ${consoleTenantCards(deposit)}
        ${consoleMoneyCard(deposit)} ${trail(visit, deposit, mails, deliveries)} ${consoleAdjustmentCard(deposit)}
      </div>
      <div>${consoleDocumentCard(deposit)} ${consoleHistoryCard(deposit)}</div>
    </div>`;
  return visit.show('deposits', { title: `Deposit ${externalContractId}`, content }, refusal === null ? 200 : 409);
}

const DONE: Record<string, string> = {
  ...Object.fromEntries(Object.entries(ACTIONS).map(([name, { done }]) => [name, done])),
  mail: 'The mail is sent again.',
  replay: 'The delivery is made again.',
};

/** Everybody who has had a mail about it: those of now, and those that a correction has replaced. */
function addressesOf({ terms, manager, history }: StoredDeposit): string[] {
  const earlier = history.flatMap(({ detail }) =>
    Object.values(detail).flatMap((value) => (typeof value === 'string' ? (value.match(ADDRESS) ?? []) : [])),
  );
  const now = [...terms.tenants.map(({ email }) => email), manager.email, terms.assistant?.email ?? ''];
  return [...new Set([...now, ...earlier].filter((address) => address !== ''))];
}

const ADDRESS = /(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

function problems({ refusal, registerCheck, state, legalClaim }: StoredDeposit): Content {
  const differences = state === 'opening' || state === 'draft_editing' ? (registerCheck?.differences ?? []) : [];
  return [
    refusal !== null &&
      notice('warn', html`<h2>Refused by the ${refusal.by} on ${shownTime(refusal.at)}</h2><p>${refusal.reason}</p>`),
    differences.length > 0 &&
      notice(
        'wait',
        html`<h2>The commercial register says otherwise</h2>
          <ul>
            ${differences.map(
              ({ field, declared, registered }) =>
                html`<li>${DIFFERENCE_WORDS[field]}: ${declared} ${registered === '' ? '(not in the register)' : html`(in the register: ${registered})`}</li>`,
            )}
          </ul>`,
      ),
    legalClaim !== null &&
      notice(
        'info',
        html`<h2>A claim at law is recorded (${shownTime(legalClaim.at)})</h2><p>${legalClaim.evidence}</p>`,
      ),
  ];
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

function actionCard(deposit: StoredDeposit): Html {
  const { id, terms } = deposit;
  const possible = (Object.entries(ACTIONS) as [ActionName, Action][]).filter(([, action]) =>
    action.isPossible(deposit),
  );
  const calls = new URLSearchParams({ contract: terms.externalContractId, organization: deposit.organizationId });
  return html`<section class="card" aria-labelledby="actions">
    <h2 id="actions">What you can do</h2>
    ${possible.length === 0 && html`<p class="soft">Nothing is left to do here for the operator.</p>`}
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

function trail(
  visit: ConsoleVisit,
  deposit: StoredDeposit,
  mails: readonly DepositMail[],
  deliveries: readonly ListedDelivery[],
): Content {
  return [mailCard(visit, deposit, mails), deliveryCard(visit, deposit, deliveries)];
}
