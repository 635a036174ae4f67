import { canMove } from '../../domain/lifecycle/moves.ts';
import { endInWords, yearSteps, YEAR_WORDS } from '../../domain/messages/closing-year.ts';
import { productOf } from '../../domain/lifecycle/in-force.ts';
import { closingOf } from '../../domain/lifecycle/split.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { plainAmount } from '../../domain/values/money.ts';
import { html, type Html } from '../../web/html.ts';
import { notice, textArea } from '../../web/parts.ts';
import type { TenantVisit } from '../visit.ts';
import { TENANT_CLOSING_WORDS } from '../words/closing.ts';

/** The end of the tenancy and the year that runs from it: what happens when, and what stops it. */
export function yearCard(visit: TenantVisit): Html {
  const { deposit, acts, language, path } = visit;
  const closing = closingOf(deposit);
  const words = YEAR_WORDS[language];
  const { contest } = TENANT_CLOSING_WORDS[language];
  const steps = yearSteps(deposit, language);
  return html`<section class="card">
    <h2>${words.heading}</h2>
    <p>${endInWords(closing, language)}</p>
    ${closing.claim?.state === 'waiting' && notice('wait', html`<p>${words.claimWaits}</p>`)}
    ${
      steps !== null &&
      html`<ol class="timeline">
          ${steps.map(({ day, text }) => html`<li><time datetime="${day}">${formatDay(day)}</time> ${text}</li>`)}
        </ol>
        <p class="hint">${words.note[productOf(deposit)]}</p>`
    }
    ${deposit.legalClaim !== null && notice('wait', html`<p>${visit.words.closing.claimRecorded}</p>`)}
    ${
      acts &&
      canMove('contest_end', deposit) &&
      html`<details class="fold">
        <summary><h3>${contest.heading}</h3></summary>
        <div>
          <p>${contest.means}</p>
          <form method="post" action="${path('/contest')}">
            ${textArea({ id: 'contest-reason', name: 'reason', label: contest.reason, value: '' })}
            <div class="buttons"><button type="submit">${contest.button}</button></div>
          </form>
        </div>
      </details>`
    }
  </section>`;
}

/** Joint signature by two: one has spoken. The other is asked to say the same, after the same review. */
export function wordCard(visit: TenantVisit): Html | null {
  const { deposit, acts, position, language, path } = visit;
  const { closingWord: word, terms, closing } = deposit;
  if (word === null || !acts) return null;
  const words = TENANT_CLOSING_WORDS[language];
  const nameOf = (tenant: number): string => {
    const person = terms.tenants[tenant - 1];
    return person === undefined ? '' : `${person.firstName} ${person.lastName}`;
  };
  if (word.tenant === position) {
    return notice('wait', html`<p>${words.ownWord(nameOf(position === 1 ? 2 : 1))}</p>`);
  }
  const part = word.kind === 'consent' ? '/consent' : closing === null ? '/closing' : '/counter';
  const hidden = {
    tenancyEnd: word.tenancyEnd ?? '',
    amountLandlord: plainAmount(word.amountLandlord),
    reason: word.reason ?? '',
    seen: String(closing?.proposals.length ?? 0),
  };
  return html`<section class="card">
    <p>${words.otherWord[word.kind](nameOf(word.tenant))}</p>
    <form method="post" action="${path(part)}">
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <div class="buttons"><button type="submit">${words.sayTheSame}</button></div>
    </form>
  </section>`;
}
