import type { FastifyReply } from 'fastify';
import { formatDay, swissDay } from '../../../../domain/calendar.ts';
import { STATES, STEPS, type State, type Step } from '../../../../domain/deposit.ts';
import { formatChf } from '../../../../domain/money.ts';
import { clean, LONGEST_CONTRACT_ID } from '../../../../domain/payload/fields.ts';
import { findByTenantEmail, listDepositsOf, NO_FILTER } from '../../../../storage/deposit-list/deposit-list.ts';
import {
  listByContract,
  listNewest,
  listProblems,
  listTheseDeposits,
  type AnywherePage,
  type DepositAnywhere,
} from '../../../../storage/deposit-list/everywhere.ts';
import { isId } from '../../../../storage/database/ids.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { selectField, textField, type Choice } from '../../../../web/parts.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { choose, chooseField, isUnclear, whoIsMeant, type Chosen } from '../../choose.ts';
import { openText, sealText } from './sealed-search.ts';
import { nothing, paging, recordTable, tabs, type Tab } from '../parts.ts';
import { STATE_WORDS, STEP_WORDS } from '../words.ts';

const ADDRESS = '/operator/deposits';
const ON_A_PAGE = 50;

/** What is looked for; whatever cannot be read is as if it were not there. */
type DepositSearch = {
  text: string;
  organization: Chosen;
  place: State | Step | null;
  onlyProblems: boolean;
  after: string | null;
};

function readSearch(query: URLSearchParams, text: string, organization: Chosen): DepositSearch {
  const place = query.get('place') ?? '';
  return {
    text: [...clean(text).toWellFormed()].slice(0, LONGEST_CONTRACT_ID).join(''),
    organization,
    place: [...STATES, ...STEPS].find((one) => one === place) ?? null,
    onlyProblems: query.get('show') === 'problems',
    after: query.get('after'),
  };
}

/** "What happened to contract 4711?": the deposits of all organizations. */
export async function depositsPage(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply> {
  const { query } = visit;
  return showDeposits(app, visit, query, openText(app.services.vault, query.get('s')) ?? query.get('q') ?? '');
}

/**
 * A search is sent as a form: names and e-mail addresses do not belong into addresses, which are kept by browsers and
 * proxies. What leads on from its page carries it sealed.
 */
export async function searchDeposits(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply> {
  const names = ['organization', 'place', 'show'];
  const query = new URLSearchParams([...visit.form].filter(([name, value]) => names.includes(name) && value !== ''));
  return showDeposits(app, visit, query, visit.form.get('q') ?? '');
}

async function showDeposits(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  asked: URLSearchParams,
  typed: string,
): Promise<FastifyReply> {
  const { database, vault } = services;
  const organization = await choose(database, 'organizations', asked, 'organization');
  const search = readSearch(asked, typed, organization);
  const query = new URLSearchParams([...asked].filter(([name]) => name !== 'q' && name !== 's'));
  if (search.text !== '') query.set('s', sealText(vault, search.text));
  // Nothing of what is looked for: a browser remembers titles as well.
  const title = 'Deposits';
  const head = html`<h1>Deposits</h1>
    ${form(search, visit.token)}`;
  if (isUnclear(organization)) {
    const to = (_: Chosen, { id }: { id: string }): string => addressOf(query, { organization: id });
    return visit.show('deposits', { title, content: html`${head} ${whoIsMeant([organization], to)}` });
  }
  const found = await find(database, search);
  const content = html`${head} ${tabs(tabsOf(query, search))} ${callsHint(search)}
    ${found.deposits.length === 0 ? none(search) : results(found.deposits)} ${paging(ADDRESS, query, found.next)}`;
  return visit.show('deposits', { title, content });
}

function addressOf(query: URLSearchParams, changes: Record<string, string>): string {
  const parts = new URLSearchParams({ ...Object.fromEntries(query), ...changes });
  return `${ADDRESS}?${parts.toString()}`;
}

/** Each question has its index; the words of names and addresses lie apart for every organization. */
async function find(
  database: ConsoleApp['services']['database'],
  { text, organization: { one: organization }, place, onlyProblems, after }: DepositSearch,
): Promise<AnywherePage> {
  const page = { after, most: ON_A_PAGE };
  if (isId(text)) return whole(await listTheseDeposits(database, [text]));
  if (text.includes('@')) {
    const found = await findByTenantEmail(database, text);
    return whole(
      await listTheseDeposits(
        database,
        found.map(({ depositId }) => depositId),
      ),
    );
  }
  if (organization !== null) {
    const states = STATES.filter((state) => state === place);
    const steps = STEPS.filter((step) => step === place);
    const filter = { ...NO_FILTER, search: text === '' ? null : text, states, steps, hasProblem: onlyProblems };
    const order = { sort: 'created', descending: true } as const;
    const scope = { organizationIds: [organization.id], members: [] };
    const { deposits, next } = await listDepositsOf(database, scope, filter, { ...page, ...order });
    return { deposits: deposits.map((deposit) => ({ ...deposit, organization: organization.name })), next };
  }
  const places = placesOf(place);
  if (text !== '') return listByContract(database, { ...page, start: text, places, onlyProblems });
  return onlyProblems ? listProblems(database, page) : listNewest(database, { ...page, places });
}

function whole(deposits: DepositAnywhere[]): AnywherePage {
  return { deposits, next: null };
}

const OTHER_STATES = STATES.filter((state) => state !== 'opening');

/** `opening` is at one of its steps. */
function placesOf(place: State | Step | null): readonly (State | Step)[] {
  if (place === null) return [...STEPS, ...OTHER_STATES];
  return place === 'opening' ? STEPS : [place];
}

function form({ text, organization, place, onlyProblems }: DepositSearch, token: Html): Html {
  const places: Choice[] = [
    ...STATES.map((state): Choice => [state, STATE_WORDS[state]]),
    ...STEPS.map((step): Choice => [step, `Opening: ${STEP_WORDS[step].toLowerCase()}`]),
  ];
  return html`<form method="post" action="${ADDRESS}" class="card search no-print" role="search">
    ${token}
    ${onlyProblems && html`<input type="hidden" name="show" value="problems" />`}
    <div class="row">
      ${textField({
        name: 'q',
        label: 'Contract id',
        hint: 'Its beginning is enough. Also a deposit id, a tenant’s e-mail address or, within one organization, names and addresses.',
        type: 'search',
        value: text,
        autocomplete: 'off',
      })}
      <button type="submit">Search</button>
      <a class="button second" href="${ADDRESS}">Reset</a>
    </div>
    <div class="filters">
      ${chooseField({ name: 'organization', label: 'Organization', chosen: organization })}
      ${selectField({ name: 'place', label: 'State', value: place ?? '', choices: [['', 'Any'], ...places] })}
    </div>
  </form>`;
}

function tabsOf(query: URLSearchParams, { place, onlyProblems }: DepositSearch): Tab[] {
  const to = (changes: Record<string, string>): string => {
    const kept = [...query].filter(([name]) => name === 's' || name === 'organization');
    const parts = new URLSearchParams([...kept, ...Object.entries(changes)]);
    return parts.size === 0 ? ADDRESS : `${ADDRESS}?${parts.toString()}`;
  };
  return [
    { name: 'All', href: to({}), isCurrent: place === null && !onlyProblems },
    { name: 'With problems', href: to({ show: 'problems' }), isCurrent: onlyProblems },
    ...STATES.map((state) => ({
      name: STATE_WORDS[state],
      href: to({ place: state }),
      isCurrent: place === state && !onlyProblems,
    })),
  ];
}

/** A contract that was refused has no deposit, but it has calls. */
function callsHint({ text, organization }: DepositSearch): Content {
  // Within an organization it may be a name.
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
