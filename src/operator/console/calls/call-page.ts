import type { FastifyReply } from 'fastify';
import { decideAgain, type Redecision } from '../../../actions/decide-again.ts';
import { REFUSAL_ROWS } from '../../../domain/open-call.ts';
import { maskPayload } from '../../../domain/mask.ts';
import { faultText, labelOf } from '../../../domain/messages/speak.ts';
import type { Problem } from '../../../domain/payload/problem.ts';
import { NIL_ID, isId } from '../../../storage/database/ids.ts';
import { findCall, openStoredPayload, type ListedCall } from '../../../storage/request-log/list.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { buttonForm, facts, notice } from '../../../web/parts.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { answeredText, durationText, momentText, outcomeMark, readText, rowText } from './words.ts';

/** One call with everything that is known of it; if wished, decided once more as of today. */
export async function callPage(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  { isRunAgain }: { isRunAgain: boolean },
): Promise<FastifyReply | null> {
  const id = visit.params['id'] ?? '';
  const call = isId(id) ? await findCall(services.database, id) : null;
  if (call === null) return null;
  const kept = await openStoredPayload(services.database, services.vault, call);
  const payload = kept === 'unreadable' ? null : kept;
  const again = isRunAgain && payload !== null ? await decideAgain(services, { ...call, payload }) : null;
  const what = call.externalContractId ?? momentText(call.at);
  const title = call.read === null ? `Call ${what}` : `Reads of ${what}`;
  const content = html`<a class="crumb" href="/operator/calls">‹ Calls</a>
    <div class="heading"><h1>${title}</h1>${outcomeMark(call.outcome)}</div>
    ${again !== null && result(again)}
    <div class="columns">
      <div>${rightSide(call, payload !== null && html`${visit.token}`)}</div>
      <div>
        ${about(call)} ${call.problems !== null && html`<h2>Problems</h2>${problemTable(call.problems)}`}
        ${call.read === null && shown(kept)}
      </div>
    </div>`;
  return visit.show('calls', { title, content });
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

function rightSide(call: ListedCall, token: Html | false): Html {
  const { externalContractId, depositId } = call;
  const others = new URLSearchParams({
    contract: externalContractId ?? '',
    ...(call.organizationId === NIL_ID ? {} : { organization: call.organizationId }),
  });
  return html`<div class="card">
    <h2>Where it leads</h2>
    ${
      depositId === null
        ? html`<p>${call.read === null ? 'This call opened no deposit.' : 'These reads are of no one contract.'}</p>`
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
        <p class="hint">Decides today with the payload that was kept. Nothing is stored, and nobody is told.</p>`
    }
  </div>`;
}

/** What the call would come to today. */
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

function shown(payload: Buffer | 'unreadable' | null): Html {
  if (payload === 'unreadable') {
    return html`<h2>Payload</h2>
      <p>It cannot be read: it was sealed with another key than the one this service has.</p>`;
  }
  if (payload === null) {
    return html`<h2>Payload</h2>
      <p>None is kept: the call sent none, or its key was not valid.</p>`;
  }
  const { is, text } = maskPayload(payload);
  return html`<h2>Payload</h2>
    <p class="hint">
      ${
        is === 'fields'
          ? 'What it says of people is masked: the first letter, and dots.'
          : 'It is no JSON, so only its shape is shown: x for letters, 0 for digits.'
      }
    </p>
    <pre tabindex="0" role="region" aria-label="Payload"><code>${text}</code></pre>`;
}
