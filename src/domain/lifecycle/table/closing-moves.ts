import * as claim from '../../closing/legal-claim.ts';
import * as payoutAccount from '../../closing/payout-account.ts';
import * as end from '../../closing/tenancy-end.ts';
import * as year from '../../closing/year.ts';
import { isLocked } from '../../changes/email-facts.ts';
import { changeIn } from '../../change.ts';
import * as answers from '../answers.ts';
import { askOnceMore, refusedAtEnd } from '../applications.ts';
import * as closing from '../closing.ts';
import { isOpenOrder } from '../orders.ts';
import * as payout from '../payout.ts';
import { PHASES, phaseOf } from '../phase.ts';
import { rule, unlessLocked } from './rule.ts';

/** The code for an account goes to the main tenant. */
const MAIN_TENANT = { by: 'tenant', tenant: 1 } as const;

/** From the first proposal until the payout, and what providers answer then. */
export const CLOSING_MOVES = {
  // open → closing
  start_closing: rule({
    name: 'tenant or manager starts closing',
    from: ['open'],
    // Any other running change is cancelled by it.
    unless: (deposit) => (changeIn(deposit, 'to_pay_out') === null ? null : 'change_pays_out'),
    unlessBy: unlessLocked,
    decide: closing.startClosing,
  }),
  // closing, until the payout is ordered
  counter_propose: rule({
    name: 'a counter-proposal',
    from: ['closing_proposed'],
    unlessBy: unlessLocked,
    decide: closing.counterPropose,
  }),
  consent: rule({
    name: 'the other party consents',
    from: ['closing_proposed'],
    unlessBy: unlessLocked,
    decide: closing.consent,
  }),
  release: rule({
    name: 'the operator records a judgment or payment order',
    from: ['closing_proposed'],
    decide: closing.release,
  }),
  record_legal_claim: rule({
    name: 'the operator records a legal claim',
    from: ['open', 'closing_proposed'],
    unless: ({ legalClaim }) => (legalClaim === null ? null : 'claim_recorded'),
    decide: claim.recordLegalClaim,
  }),
  file_claim: rule({
    name: 'the property manager uploads proof of a claim',
    from: ['closing_proposed'],
    unless: claim.canFileClaim,
    decide: claim.claimFiled,
  }),
  reject_claim: rule({
    name: 'the operator rejects the claim',
    from: ['closing_proposed'],
    unless: claim.waitsForDecision,
    decide: claim.rejectClaim,
  }),
  // the end of the tenancy, a fact with two sides; the year of OR 257e runs from it. It can be agreed on after the split, too
  confirm_end: rule({
    name: 'the property manager confirms the end of the tenancy',
    from: ['closing_proposed', 'closing_noted', 'closing_ordered'],
    unless: end.isEndAsked,
    decide: end.confirmEnd,
  }),
  dispute_end: rule({
    name: 'the property manager names another end of the tenancy',
    from: ['closing_proposed'],
    unless: end.isEndAsked,
    decide: end.disputeEnd,
  }),
  contest_end: rule({
    name: 'the tenant contests the end of the tenancy',
    from: ['closing_proposed'],
    unless: end.isEndOfManager,
    decide: end.contestEnd,
  }),
  settle_end: rule({
    name: 'the operator settles the end of the tenancy',
    from: ['closing_proposed', 'closing_noted', 'closing_ordered'],
    decide: end.settleEnd,
  }),
  end_undisputed: rule({
    name: null,
    from: ['closing_proposed', 'closing_noted', 'closing_ordered'],
    decide: end.endUndisputed,
  }),
  warn_of_year: rule({ name: null, from: ['closing_proposed'], decide: year.warnOfYear }),
  order_after_year: rule({ name: null, from: ['closing_proposed'], decide: year.orderAfterYear }),
  // where the tenants' share goes
  ask_account_code: rule({
    name: null,
    from: ['open', 'closing_proposed', 'closing_noted', 'closing_ordered', 'closed', 'withdrawn'],
    unless: payoutAccount.canNameAccount,
    unlessBy: (deposit, _input, { now }) => (isLocked(deposit, MAIN_TENANT, now) ? 'contact_locked' : null),
    decide: payoutAccount.askAccountCode,
  }),
  confirm_account_code: rule({
    name: null,
    from: ['open', 'closing_proposed', 'closing_noted', 'closing_ordered', 'closed', 'withdrawn'],
    unless: payoutAccount.canNameAccount,
    unlessBy: (deposit, _input, { now }) => (isLocked(deposit, MAIN_TENANT, now) ? 'contact_locked' : null),
    decide: payoutAccount.confirmAccountCode,
  }),
  // closing → closed
  complete_payout: rule({
    name: 'the bank completes the payout',
    from: PHASES,
    unless: (deposit) => {
      if (deposit.orders.some((order) => order.kind === 'payout' && isOpenOrder(order))) return null;
      return phaseOf(deposit) === 'closing_ordered' && deposit.product !== 'insurance' ? null : 'not_now';
    },
    decide: payout.completePayout,
  }),
  end_cover: rule({
    name: 'the insurer’s cover ends',
    from: ['closing_ordered'],
    unless: ({ product }) => (product === 'insurance' ? null : 'not_now'),
    decide: payout.endCover,
  }),
  // a provider answers what was asked; the answer decides what changes
  answer_application: rule({ name: null, from: PHASES, decide: answers.decideAnswerMove }),
  acknowledge_application: rule({ name: null, from: PHASES, decide: answers.decideAcknowledgement }),
  ask_again: rule({
    name: 'the operator asks the provider again',
    from: ['closing_ordered', 'closed', 'withdrawn'],
    unless: (deposit) => (refusedAtEnd(deposit) === null ? 'nothing_refused' : null),
    decide: askOnceMore,
  }),
} as const;
