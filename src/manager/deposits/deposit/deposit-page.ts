import type { FastifyReply } from 'fastify';
import type { Deposit } from '../../../domain/deposit.ts';
import { tenantName } from '../../../domain/tenant.ts';
import { propertyLine } from '../../../domain/deposit.ts';
import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';
import { formatChf } from '../../../domain/money.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import { findOrganization } from '../../../storage/set-up/organizations.ts';
import { html, type Content } from '../../../web/html.ts';
import { notice, progress, type Tone } from '../../../web/parts.ts';
import type { ManagerApp, Visit } from '../../app.ts';
import type { Seen } from '../access.ts';
import { actionCard, closingCard } from './action-card.ts';
import { adjustmentCard, contractCard, tenantCards } from './data-cards.ts';
import { documentCard, historyCard } from './history-card.ts';
import { moneyCard } from './money-card.ts';
import { isReminded } from './possible.ts';
import { progressOf } from './progress.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { DepositWords } from '../words/words.ts';

export type Message = { tone: Tone; text: string };

/** One deposit with all that is known of it, and just the actions that its state allows. */
export async function depositPage(
  { services }: ManagerApp,
  visit: Visit,
  { deposit }: Seen,
  message: Message | null = null,
  status = 200,
): Promise<FastifyReply | null> {
  const { language } = visit;
  const words = DEPOSIT_WORDS[language];
  const { database } = services;
  const organization = await findOrganization(database, deposit.organizationId);
  if (organization === null) return null;
  const reminded = isReminded(deposit, await serviceNow(database));
  const { terms, state, step } = deposit;
  const title = tenantName(terms.tenants[0]);
  const content = html`<a class="crumb" href="/manager/deposits">${words.one.back}</a>
    <div class="heading">
      <h1>${title}</h1>
      <span class="state ${state}">${STATE_NAMES[language][state]}</span>
    </div>
    <p class="lead">
      ${propertyLine(terms)} · <span class="amount">CHF ${formatChf(terms.rentalDeposit)}</span> ·
      ${words.one.contract} ${terms.externalContractId}${step !== null && html`<br />${STEP_NAMES[language][step]}`}
    </p>
    ${message !== null && notice(message.tone, html`<p>${message.text}</p>`)}
    ${progress(words.one.progress, progressOf(deposit, words))} ${problemNotices(deposit, words)}
    <div class="columns">
      ${actionCard(visit, deposit, words, { isReminded: reminded })}
      <div>
        ${closingCard(deposit, words)} ${contractCard(deposit, organization, words)}
        ${tenantCards(deposit, words, language)} ${adjustmentCard(deposit, words, language)} ${moneyCard(deposit, words)}
      </div>
      <div>
        ${documentCard(deposit, words)} ${historyCard(deposit, words, language)}
      </div>
    </div>`;
  return visit.show('deposits', { title: `${title}, ${terms.externalContractId}`, content }, status);
}

/** What stands in the way, or may do so at the bank. */
function problemNotices({ refusal, registerCheck, state }: Deposit, { one }: DepositWords): Content {
  const differences = state === 'opening' || state === 'draft_editing' ? (registerCheck?.differences ?? []) : [];
  return [
    refusal !== null &&
      notice('warn', html`<h2>${one.refusal[refusal.by]}</h2><p>${refusal.reason}</p><p>${one.refusalMeans}</p>`),
    differences.length > 0 &&
      notice(
        'wait',
        html`<h2>${one.registerDiffers}</h2>
          <ul>
            ${differences.map(
              ({ field, declared, registered }) =>
                html`<li>
                  ${one.registerFields[field]}: ${declared}${registered !== '' && html` (${one.registerNow(registered)})`}
                </li>`,
            )}
          </ul>`,
      ),
  ];
}
