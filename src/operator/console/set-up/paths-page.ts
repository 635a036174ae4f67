import { CALLBACK_DOCUMENTS } from '../../../domain/document.ts';
import { INTEGRATIONS } from '../../../domain/integration.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import type { ConsoleSettings } from '../app.ts';

/** The table of paths, read-only: it is loaded from `PARTNER_PATHS_FILE` when the service starts. */
export function pathsPage(paths: ConsoleSettings['paths']): Pick<Page, 'title' | 'content'> {
  const title = 'Table of paths';
  const content = html`<a class="crumb" href="/operator/partners">Partners</a>
    <h1>${title}</h1>
    <p class="lead">
      Every partner opens deposits on one path, <code>/webhook/…</code>. The paths take the same payload; this is what
      differs between them.
    </p>
    <div class="table cards">
      <table>
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col">Separator of problems</th>
            <th scope="col">If data is only missing</th>
            <th scope="col">Returns the contract id</th>
            <th scope="col">Documents sent back</th>
          </tr>
        </thead>
        <tbody>
          ${INTEGRATIONS.map((name) => row(name, paths[name]))}
        </tbody>
      </table>
    </div>
    <section class="card">
      <h2>What the columns mean</h2>
      <dl>
        <dt>Separator of problems</dt>
        <dd>The reason of a refused call lists every problem; this text is put before each problem, or between problems.</dd>
        <dt>If data is only missing</dt>
        <dd>Whether a call with missing fields, but no invalid ones, is answered as errored or as skipped.</dd>
        <dt>Returns the contract id</dt>
        <dd>Whether the answer repeats the contract id as soon as it is known.</dd>
        <dt>Documents sent back</dt>
        <dd>The kinds that are sent to the partner by callback. A connection can select fewer, never more.</dd>
      </dl>
      <p class="hint">
        To change a column, set <code>PARTNER_PATHS_FILE</code> to a JSON file and restart the service.
      </p>
    </section>`;
  return { title, content };
}

function row(name: string, path: ConsoleSettings['paths'][keyof ConsoleSettings['paths']]): Html {
  const documents = CALLBACK_DOCUMENTS.filter((kind) => path.documents.includes(kind));
  return html`<tr>
    <td class="first"><code>${name}</code></td>
    <td data-label="Separator of problems"><span><code>${JSON.stringify(path.separator)}</code> ${path.placement === 'before' ? 'before each' : 'between them'}</span></td>
    <td data-label="If data is only missing">${path.missingData}</td>
    <td data-label="Returns the contract id">${path.answersContractId ? 'yes' : 'no'}</td>
    <td data-label="Documents sent back">${documents.length === 0 ? 'none' : documents.map(documentName).join(', ')}</td>
  </tr>`;
}

export function documentName(kind: string): string {
  return kind.replaceAll('_', ' ');
}
