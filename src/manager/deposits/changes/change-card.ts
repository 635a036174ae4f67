import { CHANGE_WORDS } from '../../../domain/messages/changes.ts';
import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { buttonForm } from '../../../web/parts.ts';
import type { ChangesView } from './change-view.ts';
import { CHANGE_PAGE_WORDS } from './words.ts';

/** The running change with its progress, earlier ones, and the way to start one. */
export function changeCard(view: ChangesView, token: Html, language: Language): Html | null {
  const { running, earlier, canStart, depositId } = view;
  if (running === null && earlier.length === 0 && !canStart) return null;
  const words = CHANGE_PAGE_WORDS[language];
  const { kinds, states } = CHANGE_WORDS[language];
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">${words.heading}</h2>
    ${runningPart(view, token, language)}
    ${
      earlier.length > 0 &&
      html`<h3>${words.earlier}</h3>
        <ul>
          ${earlier.map(
            ({ subject, state, doneAt, startedAt, amendment }) =>
              html`<li>
                ${kinds[subject.kind]}: ${states[state]}
                <span class="hint"
                  >(${formatDay(swissDay(doneAt ?? startedAt))}${amendment !== null && `, ${words.amendment} ${amendment}`})</span
                >
              </li>`,
          )}
        </ul>`
    }
    ${
      canStart &&
      html`<p>${words.startMeans}</p>
        <p><a class="button second" href="/manager/deposits/${depositId}/change">${words.start}</a></p>`
    }
  </section>`;
}

function runningPart({ running, depositId }: ChangesView, token: Html, language: Language): Content {
  if (running === null) return null;
  const words = CHANGE_PAGE_WORDS[language];
  const own = CHANGE_WORDS[language];
  const { change, row, version, canSign, canCancel } = running;
  const at = `/manager/deposits/${depositId}`;
  const hidden = html`${token}<input type="hidden" name="change" value="${change.id}" />`;
  const seen = html`${hidden}<input type="hidden" name="seen" value="${version}" />`;
  return html`<h3>${own.kinds[change.subject.kind]}</h3>
    <p><strong>${own.states[change.state]}</strong></p>
    ${beforeAfter(row, language)}
    ${
      change.state === 'to_sign' &&
      html`<h3>${words.signatures}</h3>
        <ul>
          <li>${words.manager}: ${change.managerSignature === null ? words.notSigned : words.signed}</li>
          ${change.signers.map(
            ({ name }, index) =>
              html`<li>${name}: ${(change.signatures[index] ?? null) === null ? words.notSigned : words.signed}</li>`,
          )}
        </ul>`
    }
    ${
      canSign &&
      html`<p><a href="${at}/amendment.pdf">${words.draft}</a></p>
        <p>${words.signMeans}</p>
        ${buttonForm({ action: `${at}/change-sign`, label: words.sign, hidden: seen, className: 'block' })}`
    }
    ${change.state === 'to_pay_out' && html`<p class="hint">${words.paysOut}</p>`}
    ${
      canCancel &&
      html`<details class="fold">
        <summary>${words.cancelOpen}</summary>
        <div>
          <p>${words.cancelMeans}</p>
          ${buttonForm({ action: `${at}/change-cancel`, label: words.cancel, hidden, className: 'danger' })}
        </div>
      </details>`
    }`;
}

/** Two columns on a wide screen, one below the other on a phone. */
function beforeAfter([label, before, after]: [string, string, string], language: Language): Html {
  const words = CHANGE_WORDS[language];
  const side = (heading: string, text: string): Html =>
    html`<div class="choice">
      <h4>${label}: ${heading}</h4>
      <p>${text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}</p>
    </div>`;
  return html`<div class="two">${side(words.before, before)} ${side(words.after, after)}</div>`;
}
