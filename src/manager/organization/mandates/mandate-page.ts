import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { Word } from '../../../domain/mandates/mandate.ts';
import type { Conflict } from '../../../storage/mandates/mandates.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, meter, notice } from '../../../web/parts.ts';
import type { MandateView } from './mandate-view.ts';
import { mandatesUrl } from './mandates-page.ts';
import { MANDATE_WORDS } from './words.ts';
import type { MandateDone, MandateProblem, MandateWords } from './words/words.ts';

/** More are in the file. */
const SHOWN_CONFLICTS = 200;

export function mandatePage(
  view: MandateView,
  {
    language,
    token,
    done,
    problem,
  }: { language: Language; token: Html; done: MandateDone | null; problem: MandateProblem | null },
): Pick<Page, 'title' | 'content'> {
  const words = MANDATE_WORDS[language];
  const { organization, mandate, deposits } = view;
  const { from, to, counts, state } = mandate;
  const word = (given: Word | null): string =>
    given === null ? words.notYet : words.wordOf(given.by, formatDay(swissDay(given.at)));
  const settled = counts.moved + counts.conflicts;
  const content = html`<a class="crumb" href="${mandatesUrl(organization.id)}">${words.back}</a>
    <h1>${from.name} → ${to.name}</h1>
    ${done !== null && notice('good', html`<p>${words.done[done]}</p>`)}
    ${problem !== null && notice('warn', html`<p>${words.problems[problem]}</p>`)}
    <section class="card">
      ${facts([
        [words.state, words.states[state]],
        [words.from, from.name],
        [words.to, to.name],
        [words.deposits, String(deposits)],
        [words.asked, word(mandate.asked)],
        [words.agreedFrom, state === 'rejected' && from.agreed === null ? null : word(from.agreed)],
        [words.agreedTo, state === 'rejected' && to.agreed === null ? null : word(to.agreed)],
        [words.rejectedBy, mandate.rejected === null ? null : word(mandate.rejected)],
        [words.finished, mandate.doneAt === null ? null : formatDay(swissDay(mandate.doneAt))],
        [words.moved, state === 'done' ? String(counts.moved) : null],
        [words.stayed, state === 'done' ? String(counts.conflicts) : null],
      ])}
      ${
        state === 'moving' &&
        html`<p>${words.progress(settled, deposits)}</p>
          ${meter({ part: settled, whole: deposits, label: words.states.moving })}`
      }
    </section>
    ${view.mayDecide && decision(view, token, words)} ${report(view, words)}`;
  return { title: `${from.name} → ${to.name}`, content };
}

function decision(
  { organization, mandate, side, deposits, foreseen }: MandateView,
  token: Html,
  words: MandateWords,
): Html {
  const url = `${mandatesUrl(organization.id)}/${mandate.id}`;
  const hasAgreed = mandate[side].agreed !== null;
  const question = side === 'to' ? words.toDecideTo(deposits, foreseen) : words.toDecideFrom;
  return html`<section class="card">
    <h2>${words.toDecide}</h2>
    <p>${hasAgreed ? words.waitsForOther : question}</p>
    <div class="buttons">
      ${!hasAgreed && buttonForm({ action: `${url}/agree`, label: words.agree, hidden: token })}
      ${buttonForm({ action: `${url}/reject`, label: words.reject, hidden: token, className: 'second' })}
    </div>
  </section>`;
}

function report({ organization, mandate, conflicts }: MandateView, words: MandateWords): Content {
  if (conflicts.length === 0) return null;
  const row = ({ externalContractId, code }: Conflict): Html => html`<tr>
    <td class="first">${externalContractId}</td>
    <td data-label="${words.reason}">${words.codes[code]}</td>
  </tr>`;
  return html`<section>
    <div class="heading">
      <h2>${words.report}</h2>
      <a class="button second" href="${mandatesUrl(organization.id)}/${mandate.id}/report.csv">${words.reportFile}</a>
    </div>
    <div class="table cards">
      <table>
        <thead>
          <tr>
            <th scope="col">${words.contract}</th>
            <th scope="col">${words.reason}</th>
          </tr>
        </thead>
        <tbody>
          ${conflicts.slice(0, SHOWN_CONFLICTS).map(row)}
        </tbody>
      </table>
    </div>
  </section>`;
}
