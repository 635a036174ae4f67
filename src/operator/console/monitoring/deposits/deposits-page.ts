import { formatDay, swissDay } from '../../../../domain/values/calendar.ts';
import { STATES, STEPS } from '../../../../domain/deposit.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import type { DepositAnywhere } from '../../../../storage/deposit-list/everywhere.ts';
import { isId } from '../../../../storage/database/ids.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { selectField, textField, type Choice } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { chooseField, whoIsMeant, type Chosen } from '../../choose.ts';
import { nothing, paging, recordTable, tabs, type Tab } from '../parts.ts';
import { STATE_WORDS, STEP_WORDS } from '../words.ts';
import type { DepositSearch, DepositsView } from './deposits-view.ts';

const ADDRESS = '/operator/deposits';

export function depositsPage(
  { search, query, found }: DepositsView,
  { token, may }: ConsoleVisit,
): Pick<Page, 'title' | 'content'> {
  // Without the text searched for: browsers keep titles in their history.
  const title = 'Deposits';
  const head = html`<h1>Deposits</h1>
    ${form(search, token, may('clerk'))}`;
  if (found === null) {
    const to = (_: Chosen, { id }: { id: string }): string => addressOf(query, { organization: id });
    return { title, content: html`${head} ${whoIsMeant([search.organization], to)}` };
  }
  const content = html`${head} ${tabs(tabsOf(query, search))} ${callsHint(search)}
    ${found.deposits.length === 0 ? none(search) : results(found.deposits)} ${paging(ADDRESS, query, found.next)}`;
  return { title, content };
}

function addressOf(query: URLSearchParams, changes: Record<string, string>): string {
  const parts = new URLSearchParams({ ...Object.fromEntries(query), ...changes });
  return `${ADDRESS}?${parts.toString()}`;
}

/** Without a search by name for a viewer, who sees names masked. */
function form({ text, organization, state, onlyProblems }: DepositSearch, token: Html, hasSearch: boolean): Html {
  const states: Choice[] = [
    ...STATES.map((one): Choice => [one, STATE_WORDS[one]]),
    ...STEPS.map((step): Choice => [step, `Opening: ${STEP_WORDS[step].toLowerCase()}`]),
  ];
  return html`<form method="${hasSearch ? 'post' : 'get'}" action="${ADDRESS}" class="card search no-print" role="search">
    ${hasSearch && token}
    ${onlyProblems && html`<input type="hidden" name="show" value="problems" />`}
    <div class="row">
      ${
        hasSearch &&
        textField({
          name: 'q',
          label: 'Contract id',
          hint: 'Its beginning is enough. Also a deposit id, a tenant’s e-mail address or, within one organization, names and addresses.',
          type: 'search',
          value: text,
          autocomplete: 'off',
        })
      }
      <button type="submit">Search</button>
      <a class="button second" href="${ADDRESS}">Reset</a>
    </div>
    <div class="filters">
      ${chooseField({ name: 'organization', label: 'Organization', chosen: organization })}
      ${selectField({ name: 'place', label: 'State', value: state ?? '', choices: [['', 'Any'], ...states] })}
    </div>
  </form>`;
}

function tabsOf(query: URLSearchParams, { state, onlyProblems }: DepositSearch): Tab[] {
  const to = (changes: Record<string, string>): string => {
    const kept = [...query].filter(([name]) => name === 's' || name === 'organization');
    const parts = new URLSearchParams([...kept, ...Object.entries(changes)]);
    return parts.size === 0 ? ADDRESS : `${ADDRESS}?${parts.toString()}`;
  };
  return [
    { name: 'All', href: to({}), isCurrent: state === null && !onlyProblems },
    { name: 'With problems', href: to({ show: 'problems' }), isCurrent: onlyProblems },
    ...STATES.map((one) => ({
      name: STATE_WORDS[one],
      href: to({ place: one }),
      isCurrent: state === one && !onlyProblems,
    })),
  ];
}

/** A refused call opens no deposit, but it is in the request log. */
function callsHint({ text, organization }: DepositSearch): Content {
  // Within an organization, the text may be a name.
  if (text === '' || organization.one !== null || text.includes('@') || isId(text)) return null;
  const query = new URLSearchParams({ contract: text });
  return html`<p><a href="/operator/calls?${query.toString()}">All calls about contract ${text}</a></p>`;
}

function none({ text }: DepositSearch): Html {
  return text === ''
    ? nothing('No deposits here', 'Nothing matches these filters.')
    : nothing('No such deposit', 'If a partner has sent it, it was refused: the calls say why.');
}

function results(deposits: readonly DepositAnywhere[]): Html {
  const columns = [
    { label: 'Contract', className: 'nowrap' },
    { label: 'Organization' },
    { label: 'Tenants' },
    { label: 'Home' },
    { label: 'CHF', className: 'right amount' },
    { label: 'Opened', className: 'number' },
    { label: 'State' },
  ];
  return recordTable(
    'Deposits',
    columns,
    deposits.map((deposit) => [
      html`<a href="${ADDRESS}/${deposit.depositId}">${deposit.externalContractId}</a>`,
      deposit.organization,
      deposit.tenants,
      deposit.property,
      formatChf(deposit.rentalDeposit),
      formatDay(swissDay(deposit.createdAt)),
      stateCell(deposit),
    ]),
  );
}

function stateCell({ state, step, hasProblem }: DepositAnywhere): Html {
  return html`<span>
    <span class="state ${state}">${STATE_WORDS[state]}</span>
    ${hasProblem && html`<strong class="mark bad">Problem</strong>`}
    ${step !== null && html`<small class="soft">${STEP_WORDS[step]}</small>`}
  </span>`;
}
