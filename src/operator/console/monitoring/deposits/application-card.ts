import type { Application, ProviderAnswer } from '../../../../domain/application.ts';
import type { Deposit } from '../../../../domain/deposit.ts';
import { formatDay, type Day } from '../../../../domain/values/calendar.ts';
import { groupedIban } from '../../../../domain/values/iban.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { shownTime } from '../../moment.ts';
import { APPLICATION_KIND_WORDS, applicationState } from '../../providers/words.ts';

/** What was asked of banks and insurers, newest first, and what they answered. `names`: of the providers, by id. */
export function applicationCard({ applications }: Deposit, names: ReadonlyMap<string, string>): Content {
  if (applications.length === 0) return null;
  return html`<section class="card" aria-labelledby="applications">
    <h2 id="applications">Applications</h2>
    <ul class="rows">
      ${applications.toReversed().map((one) => entry(one, names.get(one.providerId) ?? 'the provider'))}
    </ul>
  </section>`;
}

function entry(application: Application, provider: string): Html {
  const { kind, createdAt, claim, reference, answer, answeredAt, answeredBy, cancelledAt } = application;
  return html`<li>
    <span>
      <strong>${APPLICATION_KIND_WORDS[kind]}</strong>${claim !== null && ` of CHF ${formatChf(claim)}`}, asked of
      <a href="/operator/providers/${application.providerId}/applications">${provider}</a><br />
      <span class="hint">${shownTime(createdAt)}${reference !== null && `; their number ${reference}`}</span>
      ${answer !== null && html`<br />${answerInWords(answer)}`}
      ${answeredAt !== null && html`<br /><span class="hint">${answeredBy ?? provider}, ${shownTime(answeredAt)}</span>`}
      ${cancelledAt !== null && html`<br /><span class="hint">cancelled ${shownTime(cancelledAt)}</span>`}
    </span>
    ${badge(application)}
  </li>`;
}

function badge({ state, answer }: Application): Html {
  const isRefused = state === 'answered' && answer?.answer === 'refused';
  return isRefused ? html`<span class="state withdrawn">Refused</span>` : applicationState(state);
}

function answerInWords(answer: ProviderAnswer): string {
  const day = (word: string, on: Day | null): string => (on === null ? '' : `${word} ${formatDay(on)}`);
  const parts = (...texts: string[]): string => texts.filter((text) => text !== '').join(', ');
  switch (answer.answer) {
    case 'account':
      return parts(`Account ${groupedIban(answer.iban)}`, day('opened', answer.openedOn));
    case 'cover':
      return parts(
        answer.policyNumber === null ? 'Cover confirmed' : `Policy ${answer.policyNumber}`,
        day('from', answer.from),
        answer.premium === null ? '' : `CHF ${formatChf(answer.premium)} per year`,
      );
    case 'ended':
      return parts('Ended', day('on', answer.on));
    case 'paid':
      return parts(`Paid CHF ${formatChf(answer.amount)} to the landlord`, day('on', answer.on));
    case 'done':
      return parts('Records updated', answer.iban === null ? '' : `now ${groupedIban(answer.iban)}`);
    case 'refused':
      return `Refused (${answer.code.replaceAll('_', ' ')}): ${answer.reason}`;
  }
}
