import { formatChf, fromChf, rappen } from '../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { shownTime } from '../moment.ts';

/** A table with its heading; null without rows. */
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
              ${row.map((cell, index) => html`<td data-label="${head[index]}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

export function section(content: Content): Html {
  return html`<section>${content}</section>`;
}

/** Date and time; empty for null. */
export function when(at: Date | string | null): string {
  return at === null ? '' : shownTime(new Date(at));
}

/** As amounts are written in Switzerland. */
export function amountText(amount: number): string {
  return formatChf(fromChf(amount) ?? rappen(0));
}

/** `name: value; name: value`. */
export function spelledOut(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
}
