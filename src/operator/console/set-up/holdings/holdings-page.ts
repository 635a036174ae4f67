import type { Organization } from '../../../../domain/organization.ts';
import { totalHeld, type Holding } from '../../../../domain/statements/holdings.ts';
import type { PeriodProblem } from '../../../../domain/statements/period.ts';
import { formatDay, type Day } from '../../../../domain/values/calendar.ts';
import { groupedIban } from '../../../../domain/values/iban.ts';
import { formatSigned } from '../../../../domain/values/money.ts';
import { html, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { chf, textField } from '../../../../web/parts.ts';
import { nothing, recordTable } from '../../monitoring/parts.ts';
import { organizationHead } from '../organization-head.ts';

/** Further deposits are in the file. */
const MOST_SHOWN = 200;

const PROBLEMS: Record<PeriodProblem, string> = {
  invalid: 'This is not a day, such as 2026-12-31.',
  future: 'This day is in the future.',
};

/** Holdings are null if the day has a problem. */
export type ConsoleHoldings = {
  organization: Organization;
  /** As it was typed. */
  day: string;
  problem: PeriodProblem | null;
  held: { on: Day; holdings: readonly Holding[] } | null;
};

export function consoleHoldingsPage(view: ConsoleHoldings): Pick<Page, 'title' | 'content'> {
  const { organization, day, problem, held } = view;
  const content = html`${organizationHead(organization, 'holdings')}
    <form method="get" class="card search no-print">
      <div class="row">
        ${textField({ name: 'at', type: 'date', label: 'Held at the end of', value: day, isRequired: true, problem: problem && PROBLEMS[problem] })}
        <button type="submit" class="second">Show</button>
      </div>
    </form>
    ${held !== null && (held.holdings.length === 0 ? nothing('Nothing held', 'On this day no deposit of this organization held money.') : heldPart(organization, held))}`;
  return { title: `${organization.name}: holdings`, content };
}

function heldPart({ id }: Organization, { on, holdings }: NonNullable<ConsoleHoldings['held']>): Html {
  const count = holdings.length === 1 ? '1 deposit' : `${holdings.length} deposits`;
  return html`<section class="card">
      <h2>Held at the end of ${formatDay(on)}</h2>
      <p class="big">${chf(formatSigned(totalHeld(holdings)))}</p>
      <p class="soft">
        ${count}, by the bank’s booking date. What is set aside for a payment that the bank has not executed counts as held.
      </p>
      <div class="buttons">
        <a class="button second" href="/operator/organizations/${id}/holdings.csv?at=${on}">CSV</a>
      </div>
    </section>
    ${recordTable(
      'Deposits that held money',
      [
        { label: 'Contract' },
        { label: 'Tenants' },
        { label: 'Account', className: 'number wrap' },
        { label: 'Amount', className: 'right nowrap' },
      ],
      holdings
        .slice(0, MOST_SHOWN)
        .map(({ depositId, externalContractId, tenants, iban, amount }) => [
          html`<a href="/operator/deposits/${depositId}">${externalContractId}</a>`,
          tenants,
          iban === null ? '–' : groupedIban(iban),
          formatSigned(amount),
        ]),
    )}
    ${holdings.length > MOST_SHOWN && html`<p class="hint">${MOST_SHOWN} of ${holdings.length} are shown; the file has all.</p>`}`;
}
