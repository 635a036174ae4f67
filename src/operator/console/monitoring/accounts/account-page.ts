import {
  isDifferent,
  type AccountDay,
  type EntryLine,
  type LedgerLine,
  type PairedLine,
  type StatementLine,
} from '../../../../domain/bank/account-days.ts';
import { formatDay, type Day } from '../../../../domain/values/calendar.ts';
import { groupedIban } from '../../../../domain/values/iban.ts';
import { formatSigned } from '../../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { facts, notice } from '../../../../web/parts.ts';
import { entryPath } from '../bank/entries/entry-parts.ts';
import { whyTitle } from '../bank/entries/words.ts';
import { nothing } from '../parts.ts';
import { codeInWords } from '../words.ts';
import { accountPath, ACCOUNTS_ADDRESS, differenceMark, statementMarks } from './accounts-page.ts';
import { LINES_ON_PAGE, type BankAccountView } from './accounts-view.ts';

/** An account in one month: our ledger and the bank's statement side by side, day by day. */
export function bankAccountPage(view: BankAccountView): Pick<Page, 'title' | 'content'> {
  const { ibans, others, externalContractId, owner, reconciled, days, month, isCut } = view;
  const title = `Account ${groupedIban(ibans[0] ?? '')}`;
  const whose =
    externalContractId === null
      ? 'The operator’s own account'
      : html`<a href="/operator/deposits/${owner}">${externalContractId}</a>`;
  const content = html`<a class="crumb" href="${ACCOUNTS_ADDRESS}">Accounts</a>
    <h1>${title}</h1>
    <div class="card">
      ${facts([
        ['Deposit', whose],
        ...ibans.slice(1).map((iban) => ['Also', html`<span class="number">${groupedIban(iban)}</span>`] as const),
        ...others.map((iban) => ['Another one', ownLink({ owner, iban })] as const),
        ...reconciled.flatMap((account) => [
          [`Bank on ${formatDay(account.at)}`, `CHF ${formatSigned(account.bank)}`] as const,
          ['Books', `CHF ${formatSigned(account.books)}`] as const,
          ['Waits for a person', account.kept !== 0 && `CHF ${formatSigned(account.kept)}`] as const,
          ['Difference', account.difference !== 0 && differenceMark(account)] as const,
          ['Statements', statementMarks(account)] as const,
        ]),
      ])}
    </div>
    ${reconciled.length === 0 && notice('wait', html`<p>The bank has not sent a statement of this account yet.</p>`)}
    <h2>${monthInWords(month)}</h2>
    ${isCut && notice('wait', html`<p>Only the first ${LINES_ON_PAGE} lines of each side are shown.</p>`)}
    ${days.length === 0 ? nothing('Nothing moved', 'Neither the bank nor the books have anything in this month.') : table(days)}
    ${months(view)}`;
  return { title, content };
}

function monthInWords(month: string): string {
  return new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
}

function ownLink(account: { owner: string; iban: string }): Html {
  return html`<a class="number" href="${accountPath(account)}">${groupedIban(account.iban)}</a>`;
}

function months({ owner, ibans: [iban = ''], earlier, later }: BankAccountView): Content {
  if (earlier === null && later === null) return null;
  const link = (month: string, label: string): Html =>
    html`<a class="button second small" href="${accountPath({ owner, iban }, month)}">${label}</a>`;
  return html`<nav class="paging no-print" aria-label="Months">
    <span>${earlier !== null && link(earlier, `← ${monthInWords(earlier)}`)} ${later !== null && link(later, `${monthInWords(later)} →`)}</span>
  </nav>`;
}

function table(days: readonly AccountDay[]): Html {
  return html`<div class="table" tabindex="0" role="group" aria-label="Ledger and statement">
    <table class="cards sides">
      <caption class="hidden">Our ledger and the bank’s statement, by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Our ledger</th>
          <th scope="col" class="right">CHF</th>
          <th scope="col">The bank’s statement</th>
          <th scope="col" class="right">CHF</th>
        </tr>
      </thead>
      <tbody>
        ${days.map(dayRows)}
      </tbody>
    </table>
  </div>`;
}

function dayRows({ day, lines, statements, books, withKept }: AccountDay): Content {
  return [
    ...statements.map((statement) => statementRow(statement, { day, books, withKept })),
    ...lines.map((line) => lineRow(line, day)),
  ];
}

/** The bank's closing balance beside ours at the end of the same day. */
function statementRow(
  { number, closing }: StatementLine,
  { day, books, withKept }: { day: Day; books: number; withKept: number },
): Html {
  const isEqual = closing === books || closing === withKept;
  return html`<tr>
    <td class="first number">${formatDay(day)}</td>
    <td data-label="Our ledger">
      <span><strong>Balance</strong>${withKept !== books && html` <small class="soft">with what waits: ${formatSigned(withKept)}</small>`}</span>
    </td>
    <td data-label="CHF" class="right nowrap"><strong>${formatSigned(books)}</strong></td>
    <td data-label="The bank’s statement">
      <span><strong>Closing balance</strong>${number !== null && html` <small class="soft">statement ${number}</small>`}</span>
    </td>
    <td data-label="CHF" class="right nowrap">
      ${isEqual ? html`<strong>${formatSigned(closing)}</strong>` : html`<strong class="mark bad">${formatSigned(closing)}</strong>`}
    </td>
  </tr>`;
}

function lineRow(line: PairedLine, day: Day): Html {
  const { ledger, entry } = line;
  const mark = isDifferent(line) && html` <strong class="mark bad">differs</strong>`;
  return html`<tr>
    <td class="first number">${formatDay(day)}</td>
    <td data-label="Our ledger">${ledger === null ? '–' : html`<span>${ledgerLink(ledger)}${entry === null && mark}</span>`}</td>
    ${ledger === null ? html`<td class="box"></td>` : html`<td data-label="CHF" class="right nowrap">${formatSigned(ledger.amount)}</td>`}
    <td data-label="The bank’s statement" class="wrap">${entry === null ? '–' : html`<span>${entryLink(entry)}${mark}</span>`}</td>
    ${entry === null ? html`<td class="box"></td>` : html`<td data-label="CHF" class="right nowrap">${entryAmount(entry)}</td>`}
  </tr>`;
}

function ledgerLink({ what, orderId, paymentId, depositId }: LedgerLine): Content {
  const isOfOrder = what === 'payout' || what === 'payback' || what === 'transfer' || what === 'return';
  const words = codeInWords(what);
  if (isOfOrder && orderId !== null) return html`<a href="/operator/money/${orderId}">${words}</a>`;
  if (depositId !== null) return html`<a href="/operator/deposits/${depositId}">${words}</a>`;
  return orderId !== null && paymentId !== null ? html`<a href="/operator/money/${orderId}">${words}</a>` : words;
}

const STATE_MARKS: Record<EntryLine['state'], Content> = {
  booked: null,
  kept: html` <strong class="mark">waits for a person</strong>`,
  closed: html` <span class="hint">closed without booking</span>`,
};

function entryLink(entry: EntryLine): Content {
  const { key, state, outcome } = entry;
  const about = entry.counterpartyName ?? entry.counterpartyIban ?? entry.reference;
  const words = outcome === null ? 'Entry' : whyTitle(outcome);
  return html`<a href="${entryPath(key)}">${words}</a>${STATE_MARKS[state]}
  ${about !== null && html`<small class="soft">${about}</small>`}`;
}

function entryAmount({ amount, currency, amountText }: EntryLine): string {
  return amount === null ? `${currency} ${amountText}` : formatSigned(amount);
}
