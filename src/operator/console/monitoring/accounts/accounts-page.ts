import type { AccountsPage, ReconciledAccount } from '../../../../actions/bank/reconcile.ts';
import { hasDifference } from '../../../../domain/bank/reconciliation.ts';
import { formatDay } from '../../../../domain/values/calendar.ts';
import { groupedIban } from '../../../../domain/values/iban.ts';
import { formatSigned } from '../../../../domain/values/money.ts';
import { NIL_ID } from '../../../../storage/database/ids.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { nothing, paging, recordTable } from '../parts.ts';
import { shownTime } from '../../moment.ts';

export const ACCOUNTS_ADDRESS = '/operator/bank/accounts';

/** The accounts beside the bank's last statements, those that differ first. */
export function accountsPage(view: AccountsPage, query: URLSearchParams): Pick<Page, 'title' | 'content'> {
  const { accounts, total, next } = view;
  const content = html`<a class="crumb" href="/operator/bank">Bank</a>
    <h1>Accounts</h1>
    <p class="lead">${sumOf(view)}</p>
    ${total === 0 && accounts.length === 0 ? nothing('No statements', 'Accounts are compared as soon as the bank sends statements.') : table(accounts)}
    ${paging(ACCOUNTS_ADDRESS, query, next)}`;
  return { title: 'Accounts', content };
}

function sumOf({ accounts, total, differing, countedAt }: AccountsPage): Content {
  if (total === 0) {
    return accounts.length === 0
      ? 'The bank has not sent a statement (camt.053) yet.'
      : 'Not all accounts are compared yet. Amounts are in CHF.';
  }
  const sentence =
    differing === 0
      ? `${total === 1 ? 'The account has' : `All ${total} accounts have`} the balance that the bank’s last statement says.`
      : `${differing} of ${total} accounts ${differing === 1 ? 'differs' : 'differ'} from the bank’s last statement.`;
  const when =
    countedAt !== null && html` They were last counted ${shownTime(countedAt)}; those below are compared now.`;
  return html`${sentence}${when} Amounts are in CHF.`;
}

function table(accounts: readonly ReconciledAccount[]): Html {
  const right = 'right nowrap';
  const columns = [
    { label: 'Account', className: 'number wrap' },
    { label: 'Statement of', className: 'number' },
    { label: 'Bank', className: right },
    { label: 'Books', className: right },
    { label: 'Kept', className: right },
    { label: 'Difference', className: right },
    { label: 'Statements', className: 'wrap' },
  ];
  return recordTable(
    'Accounts and the bank’s last statements',
    columns,
    accounts.map((account) => [
      html`<a href="${accountPath(account)}">${groupedIban(account.iban)}</a>`,
      formatDay(account.at),
      formatSigned(account.bank),
      formatSigned(account.books),
      account.kept === 0 ? '–' : formatSigned(account.kept),
      differenceMark(account),
      statementMarks(account),
    ]),
  );
}

/** All accounts of a deposit are on one page; each of the operator's own has its page. */
export function accountPath({ owner, iban }: { owner: string; iban: string }, month?: string): string {
  const query = new URLSearchParams({
    ...(owner === NIL_ID ? { iban } : {}),
    ...(month === undefined ? {} : { month }),
  }).toString();
  return `${ACCOUNTS_ADDRESS}/${owner}${query === '' ? '' : `?${query}`}`;
}

export function differenceMark({ difference }: ReconciledAccount): Content {
  return difference === 0 ? '–' : html`<strong class="mark bad">${formatSigned(difference)}</strong>`;
}

export function statementMarks(account: ReconciledAccount): Content {
  const marks = statementSentences(account);
  if (marks.length > 0) return marks.map((mark) => html`<strong class="mark bad">${mark}</strong> `);
  return hasDifference(account) ? '–' : 'as expected';
}

const MOST_NUMBERS = 10;

function statementSentences({ missingStatements, problems }: ReconciledAccount): string[] {
  const shown = missingStatements.slice(0, MOST_NUMBERS).join(', ');
  const more = missingStatements.length > MOST_NUMBERS ? ', …' : '';
  return [
    ...(missingStatements.length === 0 ? [] : [`missing: ${shown}${more}`]),
    ...problems.map((problem) => PROBLEM_WORDS[problem]),
  ];
}

const PROBLEM_WORDS: Record<ReconciledAccount['problems'][number], string> = {
  opening_differs: 'opening is not the last closing',
  entries_differ: 'entries do not add up to the closing',
};
