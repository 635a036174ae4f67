import type { CallbackDocument } from '../../../domain/document.ts';
import { STATE_NAMES } from '../../../domain/messages/states.ts';
import { DELIVERY_STATES, type DeliveryState, type Replay } from '../../../storage/callbacks/delivery-queue.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { DeliveryFilter, FoundDelivery } from '../../../storage/partners/delivery-search.ts';
import type { ConnectedOrganization } from '../../../storage/set-up/connections.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, notice, selectField, textField } from '../../../web/parts.ts';
import { filterCard, clockTime, nothingYet, pageLinks, cardTable } from '../parts.ts';
import { DELIVERY_WORDS, type DeliveryWords } from './words.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

const ADDRESS = '/partner/deliveries';

export function deliveriesPage(view: {
  language: PartnerLanguage;
  query: URLSearchParams;
  filter: DeliveryFilter;
  organizations: readonly ConnectedOrganization[];
  deliveries: readonly FoundDelivery[];
  next: string | null;
}): Shown {
  const { language, query, filter, organizations, deliveries, next } = view;
  const words = DELIVERY_WORDS[language];
  const columns = [words.contract, words.what, words.organization, words.created, words.state];
  const isFiltered = Object.values(filter).some((value) => value !== null);
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${(isFiltered || deliveries.length > 0) && filters(filter, organizations, words)}
    ${
      deliveries.length === 0
        ? isFiltered
          ? nothingYet(words.noneFound, words.noneFoundMeans)
          : nothingYet(words.none, words.noneMeans)
        : cardTable(
            words.title,
            columns.map((label) => ({ label })),
            deliveries.map((delivery) => rowOf(delivery, language)),
          )
    }
    ${pageLinks(ADDRESS, query, next, words)}`;
  return { title: words.title, content };
}

function filters(filter: DeliveryFilter, organizations: readonly ConnectedOrganization[], words: DeliveryWords): Html {
  return filterCard(
    ADDRESS,
    words.filter,
    html`${textField({ name: 'contract', label: words.contract, type: 'search', value: filter.externalContractId ?? '' })}
    ${selectField({
      name: 'state',
      label: words.state,
      value: filter.state ?? '',
      choices: [['', words.any], ...DELIVERY_STATES.map((state) => [state, words.states[state]] as const)],
    })}
    ${
      organizations.length > 1 &&
      selectField({
        name: 'organization',
        label: words.organization,
        value: filter.connectionId ?? '',
        choices: [['', words.all], ...organizations.map(({ connectionId, name }) => [connectionId, name] as const)],
      })
    }`,
  );
}

function rowOf(delivery: FoundDelivery, language: PartnerLanguage): Content[] {
  const words = DELIVERY_WORDS[language];
  const { id, externalContractId, organization, createdAt, attempts } = delivery;
  return [
    html`<a href="${ADDRESS}/${id}">${externalContractId ?? id}</a>`,
    html`<span>${whatHappened(delivery, language)}<small class="soft"><code>${delivery.type}</code></small></span>`,
    organization,
    clockTime(createdAt),
    html`<span
      >${stateBadge(delivery.state, words)}<small class="soft">${attempts.length > 0 && words.attemptsMade(attempts.length)}</small></span
    >`,
  ];
}

function whatHappened({ document, change }: FoundDelivery, language: PartnerLanguage): string {
  const { documents, otherDocument } = DELIVERY_WORDS[language];
  if (change !== null) return `${STATE_NAMES[language][change.from]} → ${STATE_NAMES[language][change.to]}`;
  return documents[document?.kind as CallbackDocument] ?? otherDocument;
}

const TONES: Record<DeliveryState, string> = { waiting: 'opening', delivered: 'open', failed: 'withdrawn' };

function stateBadge(state: DeliveryState, words: DeliveryWords): Html {
  return html`<span class="state ${TONES[state]}">${words.states[state]}</span>`;
}

export function deliveryPage(view: {
  language: PartnerLanguage;
  token: Html;
  mayChange: boolean;
  delivery: FoundDelivery;
  isQueued: boolean;
  refused: Exclude<Replay, 'queued' | 'unknown'> | null;
}): Shown {
  const { language, token, mayChange, delivery, isQueued, refused } = view;
  const words = DELIVERY_WORDS[language];
  const { id, state, externalContractId, organization, connectionId, createdAt, dueAt, finishedAt } = delivery;
  const title = externalContractId ?? words.title;
  const content = html`<a class="crumb" href="${ADDRESS}">${words.title}</a>
    <div class="heading"><h1>${title}</h1>${stateBadge(state, words)}</div>
    ${isQueued && notice('good', html`<p>${words.done}</p>`)}
    ${refused !== null && notice('warn', html`<p>${words.refused[refused]}</p>`)}
    <section class="card">
      ${facts([
        [words.what, whatHappened(delivery, language)],
        ['type', html`<code>${delivery.type}</code>`],
        [words.organization, html`<a href="/partner/organizations/${connectionId}">${organization}</a>`],
        [words.created, clockTime(createdAt, { seconds: true })],
        [words.next, state === 'waiting' && clockTime(dueAt, { seconds: true })],
        [words.finished, finishedAt !== null && clockTime(finishedAt, { seconds: true })],
        [words.id, html`<code>${id}</code>`],
        [words.depositId, html`<code>${delivery.depositId}</code>`],
        [words.sequence, delivery.sequence],
      ])}
      ${
        mayChange &&
        html`${buttonForm({ action: `${ADDRESS}/${id}/replay`, label: words.again, hidden: token, className: 'second' })}
          <p class="hint">${words.againMeans}</p>`
      }
    </section>
    <section>
      <h2>${words.attempts}</h2>
      ${delivery.attempts.length === 0 ? html`<p class="soft">${words.noAttempt}</p>` : attempts(delivery, words)}
    </section>`;
  return { title, content, isNarrow: true };
}

function attempts(delivery: FoundDelivery, words: DeliveryWords): Html {
  return cardTable(
    words.attempts,
    [{ label: words.at }, { label: words.answer, className: 'wrap' }, { label: words.took, className: 'right' }],
    delivery.attempts.map(({ at, status, durationMs, answer }) => [
      clockTime(new Date(at), { seconds: true }),
      html`<span>${status === null ? words.noAnswer : `HTTP ${status}`}<small class="soft" lang="en">${answer}</small></span>`,
      html`<span class="amount">${durationMs} ms</span>`,
    ]),
  );
}
