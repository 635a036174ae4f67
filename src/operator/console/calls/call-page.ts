import type { Redecision } from '../../../actions/decide-again.ts';
import { REFUSAL_ROWS } from '../../../domain/open-call.ts';
import { faultText, labelOf } from '../../../domain/messages/speak.ts';
import type { Problem } from '../../../domain/payload/problem.ts';
import { NIL_ID } from '../../../storage/database/ids.ts';
import type { ListedCall } from '../../../storage/request-log/list.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, notice } from '../../../web/parts.ts';
import type { ConsoleVisit } from '../app.ts';
import type { CallView } from './call-view.ts';
import { answeredText, durationText, momentText, outcomeMark, readText, rowText } from './words.ts';

export function callPage(
  { call, title, payload, again }: CallView,
  { token, may }: ConsoleVisit,
): Pick<Page, 'title' | 'content'> {
  const canRunAgain = may('clerk') && payload !== null && payload !== 'unreadable';
  const content = html`<a class="crumb" href="/operator/calls">Calls</a>
    <div class="heading"><h1>${title}</h1>${outcomeMark(call.outcome)}</div>
    ${again !== null && result(again)}
    <div class="columns">
      <div>${links(call, canRunAgain && token)}</div>
      <div>
        ${about(call)} ${call.problems !== null && html`<h2>Problems</h2>${problemTable(call.problems)}`}
        ${call.read === null && payloadPart(payload)}
      </div>
    </div>`;
  return { title, content };
}

function about(call: ListedCall): Html {
  const name = (text: string | null, href: string): Content =>
    text === null ? null : html`<a href="${href}">${text}</a>`;
  return html`<div class="card">
    ${facts([
      ['Time', momentText(call.at)],
      ['Last time', call.read !== null && call.read.times > 1 ? momentText(call.read.lastAt) : null],
      ['What was read', call.read === null ? null : readText(call.read)],
      ['Answered', call.read === null ? null : answeredText(call.read)],
      ['Path', html`<code>${call.path}</code>`],
      ['Partner', name(call.partner, `/operator/partners/${call.partnerId}`)],
      ['Organization', name(call.organization, `/operator/organizations/${call.organizationId}`)],
      ['External organization id', call.externalOrgId],
      ['Contract id', call.externalContractId],
      ['Refused by', call.refusalRow === null ? null : rowText(call.refusalRow)],
      ['Reason', call.reason],
      ['Answer', call.status === null ? 'none: the connection was closed' : `HTTP ${call.status}`],
      [call.read === null ? 'Took' : 'Took at most', durationText(call.durationMs)],
      ['Request id', call.requestId === '' ? null : html`<code>${call.requestId}</code>`],
    ])}
  </div>`;
}

/** Where the call leads: its deposit, other calls, a dry run. */
function links(call: ListedCall, token: Html | false): Html {
  const { externalContractId, depositId } = call;
  const others = new URLSearchParams({
    contract: externalContractId ?? '',
    ...(call.organizationId === NIL_ID ? {} : { organization: call.organizationId }),
  });
  return html`<div class="card">
    <h2>Where it leads</h2>
    ${
      depositId === null
        ? html`<p>${call.read === null ? 'This call opened no deposit.' : 'These reads do not concern a single contract.'}</p>`
        : html`<p>
            <a class="button second block" href="/operator/deposits/${depositId}"
              >${call.outcome === 'success' && call.read === null ? 'The deposit it opened' : 'The deposit of this contract'}</a
            >
          </p>`
    }
    ${
      externalContractId !== null &&
      html`<p><a href="/operator/calls?${others.toString()}">All calls for this contract</a></p>`
    }
    ${
      token !== false &&
      html`${buttonForm({
        action: `/operator/calls/${call.id}/run-again`,
        label: 'Run it again as a dry run',
        hidden: token,
        className: 'second block',
      })}
        <p class="hint">Decides today with the stored payload. Nothing is stored, and nothing is sent.</p>`
    }
  </div>`;
}

/** What today's decision would be. */
function result(again: Redecision): Html {
  const { decision } = again;
  if (!('refused' in decision)) {
    const to = decision.assignment.why === 'invited' ? 'a person who would be invited' : 'a member';
    return notice(
      'good',
      html`<h2>Today it would open a deposit</h2>
        <p>It would be given to ${to}, with ${adjusted(decision.adjustments.length)}.</p>`,
    );
  }
  const problems = 'problems' in decision ? decision.problems : [];
  return html`${notice('warn', html`<h2>Today it would be refused</h2><p>${rowText(String(REFUSAL_ROWS[decision.refused]))}.</p>`)}
  ${problems.length > 0 && problemTable(problems)}`;
}

function adjusted(count: number): string {
  if (count === 0) return 'nothing adjusted';
  return count === 1 ? 'one value adjusted' : `${count} values adjusted`;
}

function problemTable(problems: readonly Problem[]): Html {
  return html`<div class="table">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Name</th>
          <th scope="col">Problem</th>
          <th scope="col">Code</th>
        </tr>
      </thead>
      <tbody>
        ${problems.map(
          (problem) =>
            html`<tr>
              <td class="first">${labelOf(problem.field, 'en')}</td>
              <td data-label="Name"><code>${problem.field}</code></td>
              <td data-label="Problem">${faultText(problem, 'en')}</td>
              <td data-label="Code"><code>${problem.code}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function payloadPart(payload: CallView['payload']): Html {
  if (payload === 'unreadable') {
    return html`<h2>Payload</h2>
      <p>The payload cannot be read: it was sealed with another key.</p>`;
  }
  if (payload === null) {
    return html`<h2>Payload</h2>
      <p>No payload is stored: the call had none, or its key was not valid.</p>`;
  }
  const { is, text } = payload;
  return html`<h2>Payload</h2>
    <p class="hint">
      ${
        is === 'fields'
          ? 'Personal data is masked: the first letter, then dots.'
          : 'It is not JSON, so only its shape is shown: x for letters, 0 for digits.'
      }
    </p>
    <pre tabindex="0" role="region" aria-label="Payload"><code>${text}</code></pre>`;
}
