import { faultText, labelOf } from '../../../domain/messages/speak.ts';
import type { Problem } from '../../../domain/payload/problem.ts';
import { NIL_ID } from '../../../storage/database/ids.ts';
import type { ProblemOfPartner } from '../../../storage/statistics/statistics.ts';
import { html, type Html } from '../../../web/html.ts';
import { rowText } from '../calls/words.ts';
import type { Statistics } from './statistics.ts';
import { grouped } from './scale.ts';

/** Why the calls of each partner were refused, so that the operator can call the vendor. */
export function problemsOf({ problems, period }: Statistics): Html {
  const byPartner = Map.groupBy(problems, ({ partnerId }) => partnerId);
  const content =
    byPartner.size === 0
      ? html`<div class="card empty"><p>No call was refused.</p></div>`
      : [...byPartner.values()].map((list) => ofPartner(list, period.fromDay));
  return html`<h2>Most common problems per partner</h2>
    ${content}`;
}

function ofPartner(problems: readonly ProblemOfPartner[], fromDay: string): Html {
  const { partner, partnerId } = problems[0] as ProblemOfPartner;
  const name = partnerId === NIL_ID ? 'Callers without a valid key' : (partner ?? 'Deleted partner');
  const query = new URLSearchParams({ outcome: 'refused', from: fromDay, partner: partnerId });
  return html`<div class="card">
    <div class="heading">
      <h3>${name}</h3>
      <a href="/operator/calls?${query.toString()}">Calls</a>
    </div>
    <div class="table">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Problem</th>
            <th scope="col">Field</th>
            <th scope="col">Code</th>
            <th scope="col" class="right">Calls</th>
          </tr>
        </thead>
        <tbody>${problems.map(row)}</tbody>
      </table>
    </div>
  </div>`;
}

function row({ problem, calls }: ProblemOfPartner): Html {
  const known = JSON.parse(problem) as Problem | { row: string };
  const [words, field, code] =
    'row' in known
      ? [rowText(known.row), html`–`, html`–`]
      : [
          `${labelOf(known.field, 'en')}: ${faultText(known, 'en')}`,
          html`<code>${known.field}</code>`,
          html`<code>${known.code}</code>`,
        ];
  return html`<tr>
    <td class="first">${words}</td>
    <td data-label="Field">${field}</td>
    <td data-label="Code">${code}</td>
    <td class="right amount" data-label="Calls">${grouped(calls)}</td>
  </tr>`;
}
