import type { NotedReport } from '../../../../storage/conformance/reports.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { textField } from '../../../../web/parts.ts';
import type { Problems } from '../../forms.ts';
import { time } from '../../moment.ts';

/** In a list of connections: the report behind one. In production a connection without one is marked. */
export function reportMark(report: NotedReport | undefined, { isProduction }: { isProduction: boolean }): Content {
  if (report !== undefined) return html`<a href="${report.url}" rel="noreferrer">report</a> of ${time(report.notedAt)}`;
  return isProduction ? html`<span class="state closing">no report</span>` : '–';
}

/** The report behind a connection, and where to note one. */
export function reportCard(view: {
  report: NotedReport | undefined;
  isProduction: boolean;
  action: string;
  token: Html;
  problems: Problems;
  typed: string;
}): Html {
  const { report, isProduction, action, token, problems, typed } = view;
  return html`<section class="card" id="conformance">
    <h2>Conformance</h2>
    <p>
      ${
        report === undefined
          ? isProduction
            ? html`<span class="state closing">no report</span> No conformance report stands behind this connection. The partner can make one in the test environment. This is a warning: deposits are opened all the same.`
            : 'No finished conformance run without a failed requirement is known for this connection.'
          : html`${reportMark(report, { isProduction })}`
      }
    </p>
    <form method="post" action="${action}" novalidate>
      ${token}
      ${textField({
        name: 'reportUrl',
        label: 'Address of a report',
        hint: 'Where the report can be read, such as the address of a run in the test environment.',
        value: typed,
        maxlength: 2000,
        problem: problems['reportUrl'],
      })}
      <button type="submit" class="second">Note it</button>
    </form>
  </section>`;
}
