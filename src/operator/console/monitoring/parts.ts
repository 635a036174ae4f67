import { REGISTER_WORDS, registerValue } from '../../../domain/messages/register.ts';
import type { Difference } from '../../../domain/register-check.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { notice } from '../../../web/parts.ts';

/** Parts that the monitoring pages share. */

/** How long, roughly: `3 min`, `5 h`, `12 days`. */
export function duration(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} days`;
}

/** Enough to recognize an address, too little to write to it: `l•••@mail.example`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** What others say may name an address in the middle of a sentence. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, maskedAddress);
}

/** `Legal form: GmbH (in the register: AG)`. */
export function differenceText({ field, declared, registered }: Difference): string {
  const inRegister =
    registered === '' ? 'not in the register' : `in the register: ${registerValue(field, registered, 'en')}`;
  return `${REGISTER_WORDS.en.fields[field]}: ${registerValue(field, declared, 'en')} (${inRegister})`;
}

type TableColumn = { label: string; className?: string };

/** A table that is a list of cards on a narrow screen. The first cell of a row says what it is about. */
export function recordTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Content[])[],
): Html {
  // A column of boxes to select comes before the first one.
  const first = columns[0]?.className === 'box' ? 1 : 0;
  const cell = (content: Content, index: number): Html => {
    const { label = '', className = '' } = columns[index] ?? {};
    if (index < first) return html`<td class="box">${content}</td>`;
    return index === first
      ? html`<td class="first ${className}">${content}</td>`
      : html`<td ${label !== '' && html`data-label="${label}"`} class="${className}">${content}</td>`;
  };
  return html`<div class="table">
    <table class="cards">
      <caption class="hidden">${caption}</caption>
      <thead>
        <tr>${columns.map(heading)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

function heading({ label, className = '' }: TableColumn): Html {
  const text =
    label === '' ? html`<span class="hidden">${className === 'box' ? 'Select' : 'What you can do'}</span>` : label;
  return html`<th scope="col" class="${className}">${text}</th>`;
}

export function nothing(title: string, means: string): Html {
  return html`<div class="card empty"><h2>${title}</h2><p>${means}</p></div>`;
}

/** A longer queue is not counted further, so that its page costs no more. */
export const MOST_ON_A_TAB = 1_000;

/** `isCut`: there may be more that were not counted. */
export function tabCount(count: number, isCut: boolean): number | string {
  return isCut ? `${count}+` : count;
}

export type Tab = { name: string; href: string; count?: number | string; isCurrent: boolean };

export function tabs(all: readonly Tab[]): Html {
  return html`<ul class="tabs">
    ${all.map(
      ({ name, href, count, isCurrent }) =>
        html`<li>
          <a href="${href}" ${isCurrent && html`aria-current="true"`}
            >${name} ${count !== undefined && html`<span class="count">${count}</span>`}</a
          >
        </li>`,
    )}
  </ul>`;
}

/** The way on, and back to the beginning. */
export function paging(address: string, query: URLSearchParams, next: string | null): Content {
  const isLater = query.has('after');
  if (next === null && !isLater) return null;
  const to = (after: string | null): string => {
    const parts = new URLSearchParams([...query].filter(([name]) => name !== 'after' && name !== 'done'));
    if (after !== null) parts.set('after', after);
    return parts.size === 0 ? address : `${address}?${parts.toString()}`;
  };
  return html`<nav class="paging no-print" aria-label="Pages">
    <span>
      ${isLater && html`<a class="button second small" href="${to(null)}">← From the beginning</a>`}
      ${next !== null && html`<a class="button second small" href="${to(next)}">Next →</a>`}
    </span>
  </nav>`;
}

/** What has just been done, said on the page that it led to. */
export function doneNotice(query: URLSearchParams, sentences: Readonly<Record<string, string>>): Content {
  const done = query.get('done') ?? '';
  return Object.hasOwn(sentences, done) && notice('good', html`<p>${sentences[done]}</p>`);
}
