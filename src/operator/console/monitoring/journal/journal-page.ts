import type { PeriodProblem } from '../../../../domain/statements/period.ts';
import { html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { notice, selectField } from '../../../../web/parts.ts';
import { nothing } from '../parts.ts';

export const JOURNAL_ADDRESS = '/operator/bank/journal';

const PROBLEMS: Record<PeriodProblem, string> = {
  invalid: 'This is not a month, such as 2026-12.',
  future: 'This month is in the future.',
};

/** `months`: those that have postings, newest first. */
export function journalPage(
  months: readonly string[],
  problem: PeriodProblem | null,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const content = html`<a class="crumb" href="/operator/bank">Bank</a>
    <h1>Accounting journal</h1>
    <p class="lead">Every posting of a month, one line each, by the bank’s booking date. As CSV for the bookkeeping.</p>
    ${problem !== null && notice('warn', html`<p>${PROBLEMS[problem]}</p>`)}
    ${
      months.length === 0
        ? nothing('No postings', 'The journal begins with the first payment.')
        : html`<form method="get" action="${JOURNAL_ADDRESS}.csv" class="card">
            ${selectField({ name: 'month', label: 'Month', choices: months.map((month) => [month, month] as const) })}
            <div class="buttons"><button type="submit">Download the CSV</button></div>
            <p class="hint">
              The column “account” is the debit account, where the money goes; “counterAccount” is credited. Money that belongs to
              no deposit has no depositId. The current month is not complete yet.
            </p>
          </form>`
    }`;
  return { title: 'Accounting journal', content, isNarrow: true };
}
