import type { RunningReport, RunningRowReport } from '../../actions/running/import-running.ts';
import type { FileFault } from '../../actions/running/read-rows.ts';
import type { Organization } from '../../domain/organization.ts';
import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import type { Language } from '../../domain/values/language.ts';
import type { RunningImport } from '../../storage/running/imports.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { buttonForm, fileField, notice } from '../../web/parts.ts';
import { RUNNING_WORDS, type RunningWords } from './words.ts';

export type RunningView = {
  organization: Organization;
  imports: readonly (RunningImport & { canBeUndone: boolean })[];
  /** The check of a file, and its rows to be sent again. */
  checked: { report: RunningReport; content: string } | null;
  fault: FileFault | 'missing' | 'no_manager' | null;
  done: { is: 'imported'; count: number } | { is: 'undone' | 'refused' } | null;
};

type Shown = { language: Language; token: Html };

export function runningUrl({ id }: Pick<Organization, 'id'>, rest = ''): string {
  return `/manager/organization/${id}/running${rest}`;
}

/** Administrators take running deposits over: first a check of the file, then the import, which can be undone. */
export function runningPage(view: RunningView, { language, token }: Shown): Pick<Page, 'title' | 'content'> {
  const words = RUNNING_WORDS[language];
  const { organization, checked } = view;
  const content = html`<h1>${words.title}</h1>
    <p class="soft">${organization.name}</p>
    ${doneNotice(view.done, words)} ${checked !== null && checkCard(organization, checked, words, token)}
    <section class="card">
      <p>${words.lead}</p>
      <p class="hint">${words.mayLack}</p>
      <p><a class="button second" href="${runningUrl(organization, '/template.csv')}">${words.template}</a></p>
      <form method="post" action="${runningUrl(organization)}" enctype="multipart/form-data" novalidate>
        ${token}
        ${fileField({
          name: 'file',
          label: words.file,
          hint: words.fileHint,
          accept: '.csv,.jsonl,.ndjson,text/csv,text/plain',
          isRequired: true,
          problem: view.fault === null ? null : faultText(view.fault, words),
        })}
        <button type="submit">${words.check}</button>
      </form>
    </section>
    ${view.imports.length > 0 && importsCard(view, words)}`;
  return { title: words.title, content };
}

function faultText(fault: NonNullable<RunningView['fault']>, words: RunningWords): string {
  return fault === 'no_manager' ? words.noManager : words.faults[fault];
}

function doneNotice(done: RunningView['done'], words: RunningWords): Content {
  if (done === null) return null;
  switch (done.is) {
    case 'imported':
      return notice('good', html`<p>${words.done(done.count)}</p>`);
    case 'undone':
      return notice('good', html`<p>${words.wasUndone}</p>`);
    case 'refused':
      return notice('warn', html`<p>${words.refused}</p>`);
  }
}

function checkCard(
  organization: Organization,
  { report, content }: NonNullable<RunningView['checked']>,
  words: RunningWords,
  token: Html,
): Html {
  const { would_open: opens, skipped, errored } = report.counts;
  return html`<section class="card">
    <h2>${words.report(report.rows.length)}</h2>
    <p>${words.counts(opens, skipped, errored)}</p>
    ${
      opens === 0
        ? html`<p>${words.nothing}</p>`
        : html`<p class="hint">${words.takeOverMeans}</p>
            <form method="post" action="${runningUrl(organization, '/import')}" enctype="multipart/form-data">
              ${token}<input type="hidden" name="content" value="${content}" />
              <button type="submit">${words.takeOver(opens)}</button>
            </form>`
    }
    ${rowsTable(report.rows, words)}
  </section>`;
}

function rowsTable(rows: readonly RunningRowReport[], { rows: title, columns, outcomes }: RunningWords): Html {
  const line = ({ row, externalContractId, outcome, problems }: RunningRowReport): Html => html`<tr>
    <td class="first">${row}</td>
    <td data-label="${columns.contract}">${externalContractId ?? '–'}</td>
    <td data-label="${columns.outcome}">${outcome === 'opened' ? '' : outcomes[outcome]}</td>
    <td data-label="${columns.why}">${problems.map(({ message }) => html`<div>${message}</div>`)}</td>
  </tr>`;
  return html`<h3>${title}</h3>
    <div class="table cards">
      <table>
        <thead>
          <tr>
            <th scope="col">${columns.row}</th>
            <th scope="col">${columns.contract}</th>
            <th scope="col">${columns.outcome}</th>
            <th scope="col">${columns.why}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(line)}
        </tbody>
      </table>
    </div>`;
}

function importsCard({ organization, imports }: RunningView, words: RunningWords): Html {
  const undo = ({ id, undoneAt, canBeUndone }: RunningView['imports'][number]): Content => {
    if (undoneAt !== null) return words.undone;
    return (
      canBeUndone &&
      html`<a class="button second small" href="${runningUrl(organization, `/${id}/undo`)}">${words.undo}</a>`
    );
  };
  return html`<section class="card">
    <h2>${words.imports}</h2>
    <ul class="plain">
      ${imports.map((one) => html`<li>${formatDay(swissDay(one.startedAt))} · ${words.opened(one.opened)} ${undo(one)}</li>`)}
    </ul>
  </section>`;
}

/** Asks once more before everything of an import is removed. */
export function undoPage(
  organization: Organization,
  { id, opened }: RunningImport,
  { language, token }: Shown,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const words = RUNNING_WORDS[language];
  const hidden = token;
  const content = html`<div class="card">
    <h1>${words.undoTitle(opened)}</h1>
    <p>${words.undoMeans}</p>
    <div class="buttons">
      ${buttonForm({ action: runningUrl(organization, `/${id}/undo`), label: words.undo, hidden })}
      <a class="button second" href="${runningUrl(organization)}">${words.back}</a>
    </div>
  </div>`;
  return { title: words.undo, content, isNarrow: true };
}
