import type { Approval } from '../../../actions/approvals/decide.ts';
import { isApprovalName } from '../../../actions/approvals/table.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, notice, textArea } from '../../../web/parts.ts';
import type { ConsoleVisit } from '../app.ts';
import type { Problems } from '../forms.ts';
import { time } from '../moment.ts';
import { doneNotice } from '../monitoring/parts.ts';
import {
  APPROVAL_STATE_WORDS,
  APPROVAL_TITLES,
  fieldLabel,
  fieldValue,
  subjectLink,
  withWholeAmounts,
} from './words.ts';

/** Why it was not decided. */
export type ApprovalGiven = { refusal?: string; problems?: Problems; status?: number };

const DONE = {
  approve: 'Approved. It is carried out.',
  reject: 'Rejected. Nothing was changed.',
  withdraw: 'Withdrawn. Nothing was changed.',
};

export function approvalPage(
  approval: Approval,
  { visit, isOwn, given }: { visit: ConsoleVisit; isOwn: boolean; given: ApprovalGiven },
): Pick<Page, 'title' | 'content'> {
  const { action, state, shown } = approval;
  const { refusal, problems = {} } = given;
  const title = isApprovalName(action) ? APPROVAL_TITLES[action] : action;
  const [stateName, style] = APPROVAL_STATE_WORDS[state];
  const content = html`<a class="crumb" href="/operator/approvals">Approvals</a>
    <div class="heading">
      <h1>${title}</h1>
      <span class="state ${style}">${stateName}</span>
    </div>
    <p class="lead">${withWholeAmounts(shown.what)}.</p>
    ${visit.query.get('done') === 'asked' && state === 'waiting' && askedNotice()} ${doneNotice(visit.query, DONE)}
    ${refusal !== undefined && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    <div class="columns reading">
      <div>${changesCard(approval)}</div>
      ${state === 'waiting' ? decideCard(approval, visit, { isOwn, problems }) : decidedCard(approval)}
      <div>${askedCard(approval)}</div>
    </div>`;
  return { title, content };
}

function askedNotice(): Html {
  return notice(
    'wait',
    html`<h2>It waits for a second person</h2>
      <p>Nothing is changed yet. Every other clerk and admin got a mail; one of them must approve it.</p>`,
  );
}

function decideCard(
  { id }: Approval,
  { token, may }: ConsoleVisit,
  { isOwn, problems }: { isOwn: boolean; problems: Problems },
): Html {
  const address = `/operator/approvals/${id}`;
  const forms = isOwn
    ? html`<p>You asked for this, so another clerk or admin must decide.</p>
        ${buttonForm({ action: `${address}/withdraw`, label: 'Withdraw', hidden: token, className: 'second block' })}`
    : html`<p>Approve it only if you have checked it yourself. It is carried out at once.</p>
        ${buttonForm({ action: `${address}/approve`, label: 'Approve', hidden: token, className: 'block' })}
        <p class="or"><span>or</span></p>
        <form method="post" action="${address}/reject">
          ${token}
          ${textArea({
            name: 'reason',
            label: 'Reason',
            hint: 'Whoever asked for it reads it here.',
            isRequired: true,
            problem: problems['reason'],
          })}
          <button type="submit" class="danger block">Reject</button>
        </form>`;
  return html`<section class="card" aria-labelledby="decide">
    <h2 id="decide">Decision</h2>
    ${may('clerk') ? forms : html`<p class="soft">It waits for a clerk or an admin.</p>`}
  </section>`;
}

function decidedCard({ state, decidedBy, decidedAt, reason, result }: Approval): Html {
  const [name] = APPROVAL_STATE_WORDS[state];
  return html`<section class="card" aria-labelledby="decide">
    <h2 id="decide">Decision</h2>
    ${facts([
      ['State', name],
      ['By', decidedBy ?? 'nobody in time'],
      ['When', decidedAt && time(decidedAt)],
      ['Reason', reason],
      ['Result', result && withWholeAmounts(result)],
    ])}
  </section>`;
}

function changesCard({ state, shown }: Approval): Html {
  const row = ([name, before, after]: Approval['shown']['changes'][number]): Html => html`<tr>
    <td class="first">${fieldLabel(name)}</td>
    <td data-label="Before" class="wrap number">${value(name, before)}</td>
    <td data-label="After" class="wrap number">${value(name, after)}</td>
  </tr>`;
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">${state === 'approved' ? 'What was changed' : 'What it changes'}</h2>
    <div class="table cards">
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="hidden">Field</span></th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          ${shown.changes.map(row)}
        </tbody>
      </table>
    </div>
  </section>`;
}

function value(name: string, text: string): Content {
  return text === '' ? html`<span aria-label="nothing">–</span>` : fieldValue(name, text);
}

function askedCard({ id, subject, askedBy, askedAt, expiresAt, state }: Approval): Html {
  const link = subjectLink(subject);
  return html`<section class="card" aria-labelledby="asked">
    <h2 id="asked">Request</h2>
    ${facts([
      ['About', link && html`<a href="${link[1]}">${link[0]}</a>`],
      ['Asked by', askedBy],
      ['Asked', time(askedAt)],
      [state === 'waiting' ? 'Expires' : 'Valid until', time(expiresAt)],
      ['Id', html`<code>${id}</code>`],
    ])}
  </section>`;
}
