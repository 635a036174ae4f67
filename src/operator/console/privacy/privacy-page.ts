import { RETENTION, RETENTION_KINDS, type RetentionKind } from '../../../domain/retention.ts';
import type { NotedErasure } from '../../../storage/data-protection/data-protection.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, textField } from '../../../web/parts.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { time } from '../moment.ts';

export type PrivacyView = {
  token: Html;
  /** Whether the reader may change the periods. */
  mayChange: boolean;
  /** The periods, as they are or as they were typed. */
  typed: Readonly<Record<string, string>>;
  email: string;
  problems: Problems;
  /** Nothing is known of the address that was asked for. */
  isUnknown: boolean;
  isSaved: boolean;
  erasures: readonly NotedErasure[];
  hasMore: boolean;
};

/** The names of the fields, for the summary of problems. */
const LABELS: Readonly<Record<string, string>> = {
  email: 'E-mail address',
  ...Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, RETENTION[kind].name])),
};

export function privacyPage(view: PrivacyView): Pick<Page, 'title' | 'content'> {
  const title = 'Privacy';
  const content = html`<h1>${title}</h1>
    <p class="lead">What is known of people, for how long, and what was removed since.</p>
    ${formProblemSummary(view.problems, LABELS)}
    ${view.isSaved && notice('good', html`<p>The periods are saved. They count from the next run, within the hour.</p>`)}
    ${view.isUnknown && notice('info', html`<p>Nothing is known of ${view.email}.</p>`)}
    ${personCard(view)} ${periodCard(view)} ${removals(view)}`;
  return { title, content };
}

function personCard({ token, email, problems }: PrivacyView): Html {
  return html`<section class="card" aria-labelledby="person">
    <h2 id="person">Data on one person</h2>
    <p>
      Everything that is known of an e-mail address, as a zip archive for the person (DSG Art. 25): a page to read, the
      same as JSON, and the documents. What concerns others alone is left out. Make sure who asks before you hand it over.
    </p>
    <form method="post" action="/operator/privacy/person" novalidate>
      ${token}
      ${textField({
        name: 'email',
        type: 'email',
        label: 'E-mail address',
        value: email,
        autocomplete: 'off',
        isRequired: true,
        problem: problems['email'],
      })}
      <div class="buttons"><button type="submit">Download</button></div>
    </form>
  </section>`;
}

function periodCard({ token, typed, problems, mayChange }: PrivacyView): Html {
  return html`<section class="card" aria-labelledby="periods">
    <h2 id="periods">How long it is kept</h2>
    <p>
      Once an hour what is due is removed or masked, and each time a record of it is kept. What was removed does not come
      back, also when a period is made longer again.
    </p>
    <form method="post" action="/operator/privacy/periods" novalidate>
      ${token} ${RETENTION_KINDS.map((kind) => periodField(kind, typed[kind] ?? '', problems[kind]))}
      ${
        mayChange
          ? html`<div class="buttons"><button type="submit">Save periods</button></div>`
          : html`<p class="hint">Only an admin may change them.</p>`
      }
    </form>
  </section>`;
}

function periodField(kind: RetentionKind, value: string, problem: string | undefined): Html {
  const { name, unit, from, removal, why, standard } = RETENTION[kind];
  return textField({
    name: kind,
    label: `${name}: ${unit} after ${from}`,
    hint: `${removal} ${why} Standard: ${standard}.`,
    value,
    inputmode: 'numeric',
    isRequired: true,
    problem,
    maxlength: 5,
  });
}

function removals({ erasures, hasMore }: PrivacyView): Html {
  const last = erasures.at(-1);
  return html`<h2>What was removed</h2>
    ${
      erasures.length === 0
        ? html`<p class="empty">Nothing yet.</p>`
        : html`<div class="table cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">What</th>
                  <th scope="col">Deposit</th>
                  <th scope="col" class="right">How many</th>
                </tr>
              </thead>
              <tbody>
                ${erasures.map(removalRow)}
              </tbody>
            </table>
          </div>`
    }
    ${
      hasMore &&
      last !== undefined &&
      html`<p><a href="/operator/privacy?before=${last.at.toISOString()}_${last.id}">Earlier</a></p>`
    }`;
}

function removalRow({ at, kind, depositId, count }: NotedErasure): Html {
  const deposit: Content =
    depositId === null ? '–' : html`<a href="/operator/deposits/${depositId}"><code>${depositId}</code></a>`;
  return html`<tr>
    <td class="first">${time(at)}</td>
    <td data-label="What">${RETENTION[kind].name}</td>
    <td data-label="Deposit">${deposit}</td>
    <td data-label="How many" class="right">${count}${depositId !== null && (count === 1 ? ' tenant' : ' tenants')}</td>
  </tr>`;
}
