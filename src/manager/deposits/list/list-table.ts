import { STATE_NAMES } from '../../../domain/messages/states.ts';
import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import { groupedIban } from '../../../domain/values/iban.ts';
import type { Language } from '../../../domain/values/language.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { ListSort } from '../../../storage/deposit-list/list-query.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { unbroken } from '../../../web/parts.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { ListColumn } from './columns.ts';
import { listAddress } from './list-query.ts';
import type { ListRow, ListView } from './list-view.ts';
import { rowNotes } from './row-notes.ts';
import { LIST_WORDS } from './list-words.ts';

const SORTED: Partial<Record<ListColumn, ListSort>> = {
  tenant: 'tenant',
  contract: 'contract',
  amount: 'amount',
  rental_start: 'rental_start',
  created: 'created',
};

const CLASSES: Partial<Record<ListColumn, string>> = {
  tenant: 'first',
  property: 'long',
  owner: 'long',
  organization: 'long',
  amount: 'right amount',
  paid_in: 'right amount',
  rental_start: 'number',
  created: 'number',
  frees_on: 'number',
  iban: 'number',
  phone: 'number',
  state: 'status',
};

/** One line for each deposit; on a phone a card. */
export function listTable(view: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  return html`<div class="table">
    <table class="cards list">
      <caption class="hidden">${list.results}</caption>
      <thead>
        <tr>
          <th scope="col" class="box"><span class="hidden">${list.selected}</span></th>
          ${view.columns.map((column) => head(view, column, language))}
        </tr>
      </thead>
      <tbody>
        ${view.rows.map((one) => row(one, view, language))}
      </tbody>
    </table>
  </div>`;
}

function head({ parameters, query: { order, show } }: ListView, column: ListColumn, language: Language): Html {
  const name = LIST_WORDS[language].columns[column];
  const className = CLASSES[column]?.includes('right') === true ? 'right' : '';
  const sort = column === 'frees_on' && show === 'year' ? 'frees_on' : SORTED[column];
  if (sort === undefined) return html`<th scope="col" class="${className}">${name}</th>`;
  const isBy = order.sort === sort;
  const dir = isBy && !order.descending ? 'down' : 'up';
  return html`<th scope="col" class="${className}" ${isBy && html`aria-sort="${order.descending ? 'descending' : 'ascending'}"`}>
    <a href="${listAddress(parameters, { sort, dir })}"
      >${name}${isBy && html`<span aria-hidden="true"> ${order.descending ? '↓' : '↑'}</span>`}</a
    >
  </th>`;
}

function row(one: ListRow, view: ListView, language: Language): Html {
  const { list } = DEPOSIT_WORDS[language];
  return html`<tr>
    <td class="box">
      <label
        ><input type="checkbox" name="id" value="${one.depositId}" aria-label="${list.select(one.externalContractId)}"
      /></label>
    </td>
    ${view.columns.map((column) => cell(one, column, view, language))}
  </tr>`;
}

function cell(one: ListRow, column: ListColumn, view: ListView, language: Language): Html {
  const content = contentOf(one, column, view, language);
  const className = CLASSES[column] ?? '';
  if (column === 'tenant') return html`<td class="${className}">${content}</td>`;
  // Cut off on a wide screen: the whole text is in the title.
  const title = className === 'long' && typeof content === 'string' ? html`title="${content}"` : null;
  return html`<td data-label="${LIST_WORDS[language].columns[column]}" class="${className}" ${title}>${content}</td>`;
}

function contentOf(one: ListRow, column: ListColumn, { today, organizations }: ListView, language: Language): Content {
  const { deposit } = one;
  switch (column) {
    case 'tenant':
      return html`<a href="/manager/deposits/${one.depositId}">${one.tenants}</a>`;
    case 'property':
      return one.property;
    case 'contract':
      return unbroken(one.externalContractId);
    case 'amount':
      return formatChf(one.rentalDeposit);
    case 'paid_in':
      return deposit === null ? null : formatChf(deposit.paidIn);
    case 'rental_start':
      return formatDay(one.rentalStart);
    case 'created':
      return formatDay(swissDay(one.createdAt));
    case 'owner':
      return deposit?.terms.owner.name;
    case 'manager':
      return one.manager.name;
    case 'organization':
      return organizations.find(({ id }) => id === one.organizationId)?.name;
    case 'product':
      return deposit === null || deposit.product === null
        ? null
        : DEPOSIT_WORDS[language].one.products[deposit.product];
    case 'iban':
      return deposit === null || deposit.iban === null ? null : groupedIban(deposit.iban);
    case 'email':
      return deposit?.terms.tenants.map(({ email }) => email !== null && html`${unbroken(email)} `);
    case 'phone':
      return deposit?.terms.tenants[0].phoneNumber;
    case 'frees_on':
      return one.freesOn === null ? null : formatDay(one.freesOn);
    case 'state':
      return status(one, { today, language });
  }
}

const MARKS = { todo: 'mark', bad: 'mark bad', soft: 'soft' } as const;

function status(one: ListRow, about: Parameters<typeof rowNotes>[1]): Html {
  const notes = rowNotes(one, about);
  return html`<span title="${notes.map(({ text }) => text).join(' · ')}"
    ><span class="state ${one.state}">${STATE_NAMES[about.language][one.state]}</span>${notes.map(
      ({ tone, text }) => html` <span class="${MARKS[tone]}">${text}</span>`,
    )}</span
  >`;
}
