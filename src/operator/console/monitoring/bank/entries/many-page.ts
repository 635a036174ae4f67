import { html, type Content, type Html } from '../../../../../web/html.ts';
import type { Page } from '../../../../../web/page.ts';
import { notice, type Tone } from '../../../../../web/parts.ts';
import { recordTable } from '../../parts.ts';
import { amountOf, BANK, entryPath } from './entry-parts.ts';
import type { ManyResult } from './resolve-many.ts';
import { AS_WORDS, whyTitle } from './words.ts';

/** What was done, what waits for a second person, and what failed. */
export function manyPage(results: readonly ManyResult[]): Pick<Page, 'title' | 'content'> {
  const title = 'Bookings resolved together';
  const count = (is: ManyResult['is']): number => results.filter((one) => one.is === is).length;
  const columns = [
    { label: 'Booking' },
    { label: 'Amount', className: 'right' },
    { label: 'As' },
    { label: 'Result', className: 'wrap' },
  ];
  const content = html`<a class="crumb" href="${BANK}">To check</a>
    <h1>${title}</h1>
    ${summary('good', count('done'), 'resolved.')} ${summary('wait', count('waits'), 'waiting for a second person.')}
    ${summary('info', count('open'), 'decided once more, and still for a person.')}
    ${summary('warn', count('failed'), 'not resolved: see why below.')}
    ${recordTable(
      title,
      columns,
      results.map((one) => [
        html`<a href="${entryPath(one.entry.key)}">${whyTitle(one.entry.why)}</a>`,
        amountOf(one.entry.entry),
        one.as === null ? '–' : AS_WORDS[one.as.as].label,
        resultOf(one),
      ]),
    )}
    <p><a class="button" href="${BANK}">Back to the bookings</a></p>`;
  return { title, content };
}

function summary(tone: Tone, count: number, words: string): Content {
  return count > 0 && notice(tone, html`<p><strong>${count}</strong> ${words}</p>`);
}

function resultOf(result: ManyResult): Html {
  switch (result.is) {
    case 'done':
      return html`<span class="state open">resolved</span>`;
    case 'open':
      return html`<span class="state opening">still to check</span>`;
    case 'waits':
      return html`<a class="state closing" href="/operator/approvals/${result.approvalId}">waits for a second person</a>`;
    case 'failed':
      return html`<span class="mark bad">${result.why}</span>`;
  }
}
