import type { FastifyReply } from 'fastify';
import { phaseOf } from '../domain/lifecycle/phase.ts';
import { changePage, joiningPage } from './pages/change-page.ts';
import { tenantChangeView } from './pages/change-view.ts';
import { closingPage, notedPage, orderedPage } from './pages/closing-page.ts';
import { closedPage, withdrawnPage } from './pages/ended-page.ts';
import { openPage } from './pages/open-page.ts';
import { paymentPage } from './pages/payment-page.ts';
import { signingPage } from './pages/signing-page.ts';
import { awaitingAccountPage, coverPage, preparedPage, signedPage } from './pages/waiting-page.ts';
import type { AccountField } from './account-form.ts';
import type { FieldProblems } from './problems.ts';
import type { TenantVisit } from './visit.ts';

/** A change that this tenant has to sign comes first. */
function inForcePage(visit: TenantVisit, problems: FieldProblems<AccountField>): FastifyReply {
  const { deposit, position, organization, now } = visit;
  const view = tenantChangeView(deposit, position, { organization, now });
  if (view?.canSign === true) return changePage(visit, view);
  return view !== null && visit.isJoining ? joiningPage(visit, view) : openPage(visit, {}, problems);
}

/** The page for the current phase of the deposit. `problems`: of the form for the account of a payout. */
export function phasePage(
  visit: TenantVisit,
  problems: FieldProblems<AccountField> = {},
): FastifyReply | Promise<FastifyReply> {
  const { deposit, position } = visit;
  switch (phaseOf(deposit)) {
    case 'awaiting_manager_signature':
    case 'awaiting_send':
    case 'draft_editing':
      return preparedPage(visit);
    case 'awaiting_tenant_signatures':
      return deposit.signatures[position - 1] === null ? signingPage(visit) : signedPage(visit);
    case 'awaiting_account':
      return awaitingAccountPage(visit);
    case 'awaiting_cover':
      return coverPage(visit);
    case 'awaiting_payment':
      return paymentPage(visit);
    case 'open':
      return inForcePage(visit, problems);
    case 'closing_proposed':
      return closingPage(visit, null, problems);
    case 'closing_noted':
      return notedPage(visit, problems);
    case 'closing_ordered':
      return orderedPage(visit, problems);
    case 'closed':
      return closedPage(visit, problems);
    case 'withdrawn':
      return withdrawnPage(visit, problems);
  }
}
