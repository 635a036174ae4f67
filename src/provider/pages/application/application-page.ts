import type { Application, ProviderAnswer } from '../../../domain/application.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { groupedIban } from '../../../domain/values/iban.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { chf, facts, notice, type Fact, type Tone } from '../../../web/parts.ts';
import type { ApplicationView } from '../../../actions/providers/application-view.ts';
import { swissMoment } from '../moment.ts';
import { stateBadge } from '../queue/queue-page.ts';
import { PROVIDER_WORDS } from '../words.ts';
import type { ProviderWords } from '../words/words.ts';
import { answerCard } from './answer-card.ts';
import {
  shownDay,
  depositCard,
  paperCard,
  holderCards,
  partiesCard,
  registerCard,
  signatureCard,
} from './data-cards.ts';
import type { Tried } from './read-answer.ts';

/** An application as its provider may see it, and what has become of it. */
export type OneView = { view: ApplicationView; application: Application };

type Shown = {
  language: Language;
  token: Html;
  mayAnswer: boolean;
  message: { tone: Tone; text: string } | null;
  tried: Tried | null;
};

/** One application: what is asked, with the papers, the answer and the history. */
export function applicationPage({ view, application }: OneView, shown: Shown): Pick<Page, 'title' | 'content'> {
  const { language, message } = shown;
  const words = PROVIDER_WORDS[language];
  const { one } = words;
  const title = `${words.kinds[view.kind]} · ${view.holder.name}`;
  const content = html`<a class="crumb" href="/provider">${one.back}</a>
    <div class="heading">
      <h1>${title}</h1>
      ${stateBadge(view.state, words)}
    </div>
    <p class="lead">${words.asked[view.kind]}</p>
    ${message !== null && notice(message.tone, html`<p>${message.text}</p>`)}
    <div class="columns reading">
      <div>
        ${depositCard(view, one)} ${holderCards(view, one, language)} ${partiesCard(view, one)}
        ${registerCard(view, one)} ${signatureCard(view, one)}
      </div>
      <div>${givenCard(application, words)} ${answerCard(application, { words, ...shown })}</div>
      <div>${paperCard(view, one)} ${historyCard(application, words)}</div>
    </div>`;
  return { title, content };
}

/** The answer that counts. */
function givenCard({ answer, answeredAt, answeredBy }: Application, words: ProviderWords): Content {
  if (answer === null) return null;
  const { one } = words;
  return html`<section class="card" aria-labelledby="given">
    <h2 id="given">${one.answer}</h2>
    <p><strong>${one.events[answer.answer]}</strong></p>
    ${facts(answerFacts(answer, words))}
    ${
      answeredAt !== null &&
      html`<p class="hint">${one.answeredBy(whoIs(answeredBy ?? '', words), swissMoment(answeredAt))}</p>`
    }
  </section>`;
}

function answerFacts(answer: ProviderAnswer, { form }: ProviderWords): Fact[] {
  const { fields } = form;
  switch (answer.answer) {
    case 'account':
      return [
        [fields.iban, groupedIban(answer.iban)],
        [fields.qrIban, answer.qrIban && groupedIban(answer.qrIban)],
        [fields.openedOn, shownDay(answer.openedOn)],
      ];
    case 'cover':
      return [
        [fields.policyNumber, answer.policyNumber],
        [fields.from, shownDay(answer.from)],
        [fields.premium, answer.premium !== null && chf(formatChf(answer.premium))],
        [fields.certificate, answer.certificate !== null && '✓'],
      ];
    case 'ended':
      return [[fields.on, shownDay(answer.on)]];
    case 'paid':
      return [
        [fields.amount, chf(formatChf(answer.amount))],
        [fields.on, shownDay(answer.on)],
      ];
    case 'done':
      return [[fields.iban, answer.iban && groupedIban(answer.iban)]];
    case 'refused':
      return [
        [fields.code, form.reasons[answer.code]],
        [fields.reason, answer.reason],
      ];
  }
}

/** The operator can answer for a provider. */
export function whoIs(by: string, { one }: ProviderWords): string {
  return by === 'operator' ? one.byOperator : by;
}

/** Newest first. */
function historyCard({ createdAt, cancelledAt, events }: Application, words: ProviderWords): Html {
  const { one } = words;
  const entries: { at: Date; text: string; by: string | null }[] = [
    { at: createdAt, text: one.wasAsked, by: null },
    ...events.map(({ at, event, by }) => ({ at, text: one.events[event], by: whoIs(by, words) })),
    ...(cancelledAt === null ? [] : [{ at: cancelledAt, text: one.wasCancelled, by: null }]),
  ];
  return html`<section class="card" aria-labelledby="history">
    <h2 id="history">${one.history}</h2>
    <ol class="timeline">
      ${entries.toReversed().map(
        ({ at, text, by }) =>
          html`<li>
            <time datetime="${at.toISOString()}">${swissMoment(at)}</time>
            ${text} ${by !== null && html`<span class="hint">· ${by}</span>`}
          </li>`,
      )}
    </ol>
  </section>`;
}
