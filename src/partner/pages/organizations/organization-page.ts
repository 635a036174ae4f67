import type { CallbackDocument } from '../../../domain/document.ts';
import { EVENT_TYPES } from '../../../domain/document.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { Callback, ConnectedOrganization, PartnerConnection } from '../../../storage/set-up/connections.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, checkbox, facts, notice, textField } from '../../../web/parts.ts';
import { secretShownOnce } from '../../../web/shown-once.ts';
import type { TestAnswer } from '../../api/test-event.ts';
import { clockTime, toCorrectPart } from '../parts.ts';
import type { CallbackProblems, CallbackTyped } from './callback-form.ts';
import { CONNECTION_WORDS, type ConnectionWords } from './words.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

/** A connection, with the name of its organization. */
export type OwnOrganization = { organization: ConnectedOrganization; connection: PartnerConnection };

export type ConnectedView = OwnOrganization & {
  language: PartnerLanguage;
  token: Html;
  mayChange: boolean;
  /** The documents of the partner's path. */
  sent: readonly CallbackDocument[];
  typed: CallbackTyped;
  problems: CallbackProblems;
  /** A secret that was just created. */
  secret: string | null;
  /** What the receiver has just answered to a test event. */
  tested: TestAnswer | null;
  done: string | null;
};

export function connectedPage(view: ConnectedView): Shown {
  const { organization, connection, language, mayChange, secret, tested, problems } = view;
  const words = CONNECTION_WORDS[language];
  const { callback } = connection;
  const done = Object.entries(words.done).find(([name]) => name === view.done)?.[1];
  const content = html`<a class="crumb" href="/partner/organizations">${words.title}</a>
    <h1>${organization.name}</h1>
    ${secretShownOnce(words.newSecret, secret, words)} ${done !== undefined && notice('good', html`<p>${done}</p>`)}
    ${tested !== null && testPart(tested, words)}
    ${callback?.active === false && notice('warn', html`<p>${words.switchedOff}</p>`)}
    ${toCorrectPart(
      words.toCorrect,
      Object.entries(problems).map(([name, problem]) => [
        name === 'events' ? FIRST_EVENT : name,
        words.problems[problem],
      ]),
    )}
    <section class="card">
      ${facts([
        [words.externalOrgId, html`<code>${connection.externalOrgId}</code>`],
        [words.organizationId, html`<code>${connection.organizationId}</code>`],
        ...(mayChange ? [] : callbackFacts(callback, view.sent, words)),
      ])}
    </section>
    ${mayChange && callbackForm(view, words)} ${mayChange && callback !== null && cards(view, callback, words)}`;
  return { title: organization.name, content, isNarrow: true };
}

function testPart({ status, durationMs, answer }: TestAnswer, words: ConnectionWords): Html {
  const isAccepted = status !== null && status >= 200 && status < 300;
  return notice(
    isAccepted ? 'good' : 'warn',
    html`<h2>${status === null ? words.noAnswer(durationMs) : words.answered(status, durationMs)}</h2>
      ${
        answer === ''
          ? html`<p>${words.emptyAnswer}</p>`
          : html`<pre tabindex="0" role="region" aria-label="${words.itsAnswer}"><code lang="en">${answer}</code></pre>`
      }
      <p>${isAccepted ? words.accepted : words.notAccepted}</p>`,
  );
}

/** What a viewer reads. */
function callbackFacts(
  callback: Callback | null,
  sent: readonly CallbackDocument[],
  words: ConnectionWords,
): [string, Content][] {
  if (callback === null) return [[words.callback, words.noCallbackMeans]];
  const { url, events, documents, inline, active } = callback;
  const named = (documents ?? sent) as readonly CallbackDocument[];
  return [
    [words.callback, words.standing[active ? 'on' : 'off']],
    [words.address, url],
    [words.events, events.map((type) => words.eventNames[type]).join(', ')],
    [words.documents, documents === null ? words.all : named.map((kind) => words.documentNames[kind]).join(', ')],
    ['PDF', inline ? words.inlined : words.linked],
  ];
}

const FIRST_EVENT = `events-${EVENT_TYPES[0]}`;

function callbackForm({ connection, token, sent, typed, problems }: ConnectedView, words: ConnectionWords): Html {
  const { callback } = connection;
  return html`<section class="card">
    <h2>${words.callback}</h2>
    ${callback === null && html`<p>${words.noCallbackMeans}</p>`}
    <form method="post" action="${urlOf(connection)}" novalidate>
      ${token}
      ${textField({
        name: 'url',
        label: words.address,
        hint: words.addressHint,
        value: typed.url,
        isRequired: true,
        maxlength: 2_000,
        problem: problems.url && words.problems[problems.url],
      })}
      <fieldset>
        <legend>${words.events}</legend>
        ${EVENT_TYPES.map((type, index) =>
          checkbox({
            name: 'events',
            id: `events-${type}`,
            value: type,
            label: html`${words.eventNames[type]}<br /><code class="soft">${type}</code>`,
            isChecked: typed.events.includes(type),
            problem: index === 0 && problems.events ? words.problems[problems.events] : null,
          }),
        )}
      </fieldset>
      <fieldset>
        <legend>${words.documents}</legend>
        <p class="hint">${words.documentsHint}</p>
        ${sent.map((kind) =>
          checkbox({
            name: 'documents',
            id: `documents-${kind}`,
            value: kind,
            label: words.documentNames[kind],
            isChecked: typed.documents.includes(kind),
          }),
        )}
      </fieldset>
      ${checkbox({
        name: 'inline',
        label: html`${words.inline}<br /><span class="hint">${words.inlineHint}</span>`,
        isChecked: typed.inline,
      })}
      <button type="submit">${callback?.active === false ? words.switchOn : words.save}</button>
    </form>
  </section>`;
}

/** What else can be done with a callback. */
function cards({ connection, token }: ConnectedView, callback: Callback, words: ConnectionWords): Html {
  const url = urlOf(connection);
  const { previousSecret, previousUntil } = callback;
  const until = previousUntil === null ? words.bothUntilOperator : html`${words.bothUntil} ${clockTime(previousUntil)}`;
  return html`<section class="card">
      <h2>${words.test}</h2>
      <p>${words.testMeans}</p>
      ${buttonForm({ action: `${url}/test`, label: words.sendTest, hidden: token, className: 'second' })}
    </section>
    <section class="card">
      <h2>${words.secret}</h2>
      <p>${words.secretMeans}</p>
      ${previousSecret !== null && html`<p>${until}</p>`}
      ${buttonForm({ action: `${url}/rotate`, label: words.rotate, hidden: token, className: 'second' })}
    </section>
    <p><a class="button danger" href="${url}/remove">${words.remove}</a></p>`;
}

export function callbackRemovalPage(
  { organization, connection }: OwnOrganization,
  { language, token }: Pick<ConnectedView, 'language' | 'token'>,
): Shown {
  const words = CONNECTION_WORDS[language];
  const content = html`<a class="crumb" href="${urlOf(connection)}">${organization.name}</a>
    <div class="card">
      <h1>${words.removeTitle}</h1>
      <p>${words.removeMeans}</p>
      ${facts([[words.address, connection.callback?.url]])}
      <form method="post">
        ${token}
        <div class="buttons">
          <button type="submit" class="danger">${words.removeIt}</button>
          <a class="button second" href="${urlOf(connection)}">${words.cancel}</a>
        </div>
      </form>
    </div>`;
  return { title: words.removeTitle, content, isNarrow: true };
}

export function urlOf({ id }: Pick<PartnerConnection, 'id'>): string {
  return `/partner/organizations/${id}`;
}
