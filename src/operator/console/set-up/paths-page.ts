import { CALLBACK_DOCUMENTS } from '../../../domain/document.ts';
import { INTEGRATIONS } from '../../../domain/integration.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import type { ConsoleSettings } from '../app.ts';

/** The table of paths, to be read: it changes with the file that `PARTNER_PATHS_FILE` names, at a start. */
export function pathsPage(paths: ConsoleSettings['paths']): Pick<Page, 'title' | 'content'> {
  const title = 'Table of paths';
  const content = html`<a class="crumb" href="/operator/partners">‹ Partners</a>
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
            <th scope="col">Problems are parted by</th>
            <th scope="col">Where data are only missing</th>
            <th scope="col">Names the contract</th>
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
        <dt>Problems are parted by</dt>
        <dd>The reason of a refused call lists every problem; this text stands before each of them, or between two.</dd>
        <dt>Where data are only missing</dt>
        <dd>Whether a call that lacks fields, and has none that are wrong, counts as errored or as skipped.</dd>
        <dt>Names the contract</dt>
        <dd>Whether the answer repeats the contract id as soon as it is known.</dd>
        <dt>Documents sent back</dt>
        <dd>The kinds that reach the partner by callback. A connection may take fewer, never more.</dd>
      </dl>
      <p class="hint">
        To change a column, name a JSON file in <code>PARTNER_PATHS_FILE</code> and start the service again.
      </p>
    </section>`;
  return { title, content };
}

function row(name: string, path: ConsoleSettings['paths'][keyof ConsoleSettings['paths']]): Html {
  const documents = CALLBACK_DOCUMENTS.filter((kind) => path.documents.includes(kind));
  return html`<tr>
    <td class="first"><code>${name}</code></td>
    <td data-label="Problems are parted by"><span><code>${JSON.stringify(path.separator)}</code> ${path.placement === 'before' ? 'before each' : 'between them'}</span></td>
    <td data-label="Where data are only missing">${path.missingData}</td>
    <td data-label="Names the contract">${path.answersContractId ? 'yes' : 'no'}</td>
    <td data-label="Documents sent back">${documents.length === 0 ? 'none' : documents.map(documentName).join(', ')}</td>
  </tr>`;
}

export function documentName(kind: string): string {
  return kind.replaceAll('_', ' ');
}
