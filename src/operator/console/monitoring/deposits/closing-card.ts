import { tenantMayClaimFrom } from '../../../../domain/closing/claim-year.ts';
import { freesOn } from '../../../../domain/closing/year.ts';
import type { Deposit } from '../../../../domain/deposit.ts';
import type { ClosingWord, FiledClaim, NamedEnd } from '../../../../domain/closing/closing.ts';
import { standing, tenantsShare } from '../../../../domain/lifecycle/split.ts';
import { formatDay } from '../../../../domain/values/calendar.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { chf, facts } from '../../../../web/parts.ts';
import { shownTime } from '../../moment.ts';
import { GROUND_WORDS } from '../words.ts';

const END_WORDS: Record<NamedEnd['state'], string> = {
  asked: 'named by the tenants; the manager is asked',
  confirmed: 'confirmed',
  undisputed: 'undisputed',
  disputed: 'disputed: settle it with evidence; until then the manager’s day counts',
  settled: 'settled by an operator',
};

const CLAIM_WORDS: Record<FiledClaim['state'], string> = {
  waiting: 'waits: record the legal claim or reject it',
  recorded: 'recorded',
  rejected: 'rejected',
};

function proofOf(id: string, { name, by, at, state, reason }: FiledClaim): Html {
  return html`<a href="/operator/deposits/${id}/proof">${name}</a>, ${by.name}, ${shownTime(at)}:
    ${CLAIM_WORDS[state]}${reason !== null && html`<br /><span class="hint">${reason}</span>`}`;
}

function wordText({ tenant, kind, amountLandlord, at }: ClosingWord): string {
  return `signatory ${tenant}, ${shownTime(at)}: ${kind}, CHF ${formatChf(amountLandlord)} to the landlord`;
}

export function consoleClosingCard(deposit: Deposit): Content {
  const { closing } = deposit;
  if (closing === null) return null;
  const { release } = closing;
  const proposal = standing(closing);
  const frees = freesOn(closing);
  const { amountLandlord } = release ?? proposal;
  return html`<section class="card" aria-labelledby="closing">
    <h2 id="closing">Closing</h2>
    ${facts([
      ['Started', `${shownTime(closing.startedAt)}, by the ${closing.startedBy}`],
      ['End of the tenancy', formatDay(closing.tenancyEnd)],
      ['Stand of the end', END_WORDS[closing.end.state]],
      ['Tenants’ day', closing.end.tenantDay && formatDay(closing.end.tenantDay)],
      ['Manager’s day', closing.end.managerDay && formatDay(closing.end.managerDay)],
      ['Why it is disputed', closing.end.reason],
      ['First signatory', deposit.closingWord && wordText(deposit.closingWord)],
      ['Proof of a claim', closing.claim && proofOf(deposit.id, closing.claim)],
      ['Proposals', closing.proposals.length],
      ['On the table', release === null && `by the ${proposal.by}, ${shownTime(proposal.at)}`],
      ['Reason', release === null && proposal.reason],
      ['Released', release && `${shownTime(release.at)}: ${GROUND_WORDS[release.ground]}`],
      ['Evidence', release?.evidence],
      ['To the landlord', chf(formatChf(amountLandlord))],
      ['To the tenants', deposit.product !== 'insurance' && chf(formatChf(tenantsShare(deposit, { amountLandlord })))],
      ['Ordered automatically on', release === null && frees !== null && formatDay(frees)],
      [
        'Tenants may have all of it from',
        release === null && frees === null && formatDay(tenantMayClaimFrom(closing.tenancyEnd)),
      ],
      ['Paid out', deposit.paidOutAt && shownTime(deposit.paidOutAt)],
    ])}
  </section>`;
}
