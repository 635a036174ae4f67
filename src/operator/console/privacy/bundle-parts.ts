import { formatChf, fromChf, rappen } from '../../../domain/money.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { shownTime } from '../moment.ts';

/** A table with its heading; nothing where there are no rows. */
export function bundleList(
  heading: string,
  head: readonly string[],
  rows: readonly (readonly Content[])[],
  level: 2 | 3 = 3,
): Content {
  if (rows.length === 0) return null;
  return html`${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
    <table>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, place) => html`<td data-label="${head[place]}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

export function section(content: Content): Html {
  return html`<section>${content}</section>`;
}

/** A moment, given as a time or as text of one; nothing where there was none. */
export function when(at: Date | string | null): string {
  return at === null ? '' : shownTime(new Date(at));
}

/** As amounts are written in Switzerland. */
export function chf(amount: number): string {
  return formatChf(fromChf(amount) ?? rappen(0));
}

/** What an entry says, as names and values. */
export function spelledOut(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
}
