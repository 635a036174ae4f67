import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { problemNotice } from '../../web/parts.ts';

/** Parts that the partner's pages share. */

/** `15.11.2026, 14:05`, in Swiss time, with the exact instant as `datetime`. */
export function clockTime(at: Date, { seconds = false }: { seconds?: boolean } = {}): Html {
  const time = at.toLocaleTimeString('de-CH', {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    timeZone: 'Europe/Zurich',
  });
  return html`<time class="nowrap" datetime="${at.toISOString()}">${formatDay(swissDay(at))}, ${time}</time>`;
}

type Column = { label: string; className?: string };

/** A table that is a list of cards on a narrow screen. The first cell of a row says what it is about. */
export function cardTable(caption: string, columns: readonly Column[], rows: readonly (readonly Content[])[]): Html {
  const cell = (content: Content, index: number): Html => {
    const { label = '', className = '' } = columns[index] ?? {};
    return index === 0
      ? html`<td class="first ${className}">${content}</td>`
      : html`<td data-label="${label}" class="${className}">${content}</td>`;
  };
  return html`<div class="table">
    <table class="cards">
      <caption class="hidden">${caption}</caption>
      <thead>
        <tr>${columns.map(({ label, className = '' }) => html`<th scope="col" class="${className}">${label}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

export function nothingYet(title: string, means: Content): Html {
  return html`<div class="card empty"><h2>${title}</h2><p>${means}</p></div>`;
}

/** What has to be corrected, each with a link to its field. */
export function toCorrectPart(
  title: string,
  problems: readonly (readonly [field: string, message: string])[],
): Content {
  if (problems.length === 0) return null;
  return problemNotice(
    html`<h2>${title}</h2>
      <ul>
        ${problems.map(([field, message]) => html`<li><a href="#${field}">${message}</a></li>`)}
      </ul>`,
  );
}

/** Text to paste into a terminal, with a button to copy it where the browser can. */
export function pasteable(text: string, words: { label: string; copy: string; copied: string }): Html {
  return html`<pre tabindex="0" role="region" aria-label="${words.label}"><code>${text}</code></pre>
    <p>
      <button type="button" class="second small" data-copy="${text}" data-done="${words.copied}" hidden>${words.copy}</button>
    </p>`;
}

/** As one word of a shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Filters above a list: a form that changes the address. */
export function filterCard(action: string, label: string, fields: Content): Html {
  return html`<form method="get" action="${action}" class="card search" role="search">
    <div class="filters">
      ${fields}
      <div class="field"><button type="submit" class="second">${label}</button></div>
    </div>
  </form>`;
}

/** From the newest to earlier ones, with the filters as they are. */
export function pageLinks(
  address: string,
  query: URLSearchParams,
  next: string | null,
  words: { newest: string; earlier: string; pages: string },
): Content {
  const isLater = query.has('before');
  if (next === null && !isLater) return null;
  const to = (before: string | null): string => {
    const parts = new URLSearchParams([...query].filter(([name, value]) => name !== 'before' && value !== ''));
    if (before !== null) parts.set('before', before);
    return parts.size === 0 ? address : `${address}?${parts.toString()}`;
  };
  return html`<nav class="paging no-print" aria-label="${words.pages}">
    <span>
      ${isLater && html`<a class="button second small" href="${to(null)}">${words.newest}</a>`}
      ${next !== null && html`<a class="button second small" href="${to(next)}">${words.earlier}</a>`}
    </span>
  </nav>`;
}
