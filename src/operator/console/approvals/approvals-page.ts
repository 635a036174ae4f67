import type { Approval } from '../../../actions/approvals/decide.ts';
import { isApprovalName } from '../../../actions/approvals/table.ts';
import { APPROVAL_STATES, type ApprovalState } from '../../../storage/operators/approvals.ts';
import { html, type Content } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { time } from '../moment.ts';
import { nothing, recordTable, tabs } from '../monitoring/parts.ts';
import { APPROVAL_STATE_WORDS, APPROVAL_TITLES, withWholeAmounts } from './words.ts';

export const MOST_APPROVALS = 200;

const NOTHING: Record<ApprovalState, string> = {
  waiting: 'Nothing waits for a second person.',
  approved: 'Nothing was approved yet.',
  rejected: 'Nothing was rejected yet.',
  withdrawn: 'Nobody has withdrawn a request yet.',
  expired: 'No request has expired.',
};

/** Newest first. */
export function approvalsPage(
  state: ApprovalState,
  approvals: readonly Approval[],
  waiting: number,
): Pick<Page, 'title' | 'content'> {
  const content = html`<h1>Approvals</h1>
    <p class="lead">
      Actions that need a second person wait here. The person who asked for one cannot approve it.
    </p>
    ${tabs(
      APPROVAL_STATES.map((one) => ({
        name: capital(APPROVAL_STATE_WORDS[one][0]),
        href: `/operator/approvals?state=${one}`,
        isCurrent: one === state,
        ...(one === 'waiting' ? { count: waiting } : {}),
      })),
    )}
    ${approvals.length === 0 ? nothing('Nothing here', NOTHING[state]) : table(state, approvals)}
    ${approvals.length === MOST_APPROVALS && html`<p class="hint">Only the newest ${MOST_APPROVALS} are shown.</p>`}`;
  return { title: `Approvals: ${APPROVAL_STATE_WORDS[state][0]}`, content };
}

function table(state: ApprovalState, approvals: readonly Approval[]): Content {
  const isWaiting = state === 'waiting';
  const columns = [
    { label: 'What', className: 'wrap' },
    { label: 'Asked by', className: 'wrap' },
    { label: 'Asked', className: 'number nowrap' },
    { label: isWaiting ? 'Expires' : 'Decided', className: 'number nowrap' },
    ...(isWaiting || state === 'expired' ? [] : [{ label: 'By', className: 'wrap' }]),
  ];
  return recordTable(
    'Approvals',
    columns,
    approvals.map(({ id, action, shown, askedBy, askedAt, expiresAt, decidedAt, decidedBy }) =>
      [
        html`<span><a href="/operator/approvals/${id}">${isApprovalName(action) ? APPROVAL_TITLES[action] : action}</a><small class="soft">${withWholeAmounts(shown.what)}</small></span>`,
        askedBy,
        time(askedAt),
        isWaiting ? time(expiresAt) : decidedAt && time(decidedAt),
        decidedBy,
      ].slice(0, columns.length),
    ),
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
