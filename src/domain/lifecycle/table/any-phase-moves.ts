import { noteBounce } from '../../changes/bounce.ts';
import { letterMade } from '../../letters/letters.ts';
import { fileAdded, fileShared, noteAdded } from '../../notes/moves.ts';
import * as comingBack from '../coming-back.ts';
import * as opening from '../opening.ts';
import * as orderAccount from '../order-account.ts';
import { isOpenOrder } from '../orders.ts';
import * as payment from '../payment.ts';
import { isKnownToTenants, PHASES } from '../phase.ts';
import { remind, remindInTime, decideNewLink } from '../reminders.ts';
import { LIVING, rule, unlessLocked } from './rule.ts';

/** Money, notes, files, links and reminders: most are possible in any phase, which stays the same. */
export const ANY_PHASE_MOVES = {
  complete_payback: rule({
    name: 'the bank pays back what was too much',
    from: PHASES,
    unless: ({ orders }) =>
      orders.some((order) => order.kind === 'payback' && isOpenOrder(order)) ? null : 'nothing_to_pay_back',
    decide: payment.completePayback,
  }),
  pay_back: rule({ name: null, from: PHASES, decide: payment.payBackAll }),
  return_order: rule({ name: null, from: PHASES, decide: comingBack.returnOrder }),
  reverse_payment: rule({ name: null, from: PHASES, decide: comingBack.reversePayment }),
  book_bank_item: rule({ name: null, from: PHASES, decide: comingBack.bookBankItem }),
  check_register: rule({ name: null, from: PHASES, decide: opening.registerChecked }),
  give_account: rule({ name: null, from: PHASES, decide: orderAccount.giveAccount }),
  give_payee_account: rule({
    name: null,
    from: ['open', 'closing_proposed', 'closing_ordered', 'closed', 'withdrawn'],
    unlessBy: unlessLocked,
    decide: orderAccount.givePayeeAccount,
  }),
  release_order: rule({ name: null, from: PHASES, decide: orderAccount.releaseOrder }),
  // what the property management keeps with the deposit
  make_letter: rule({
    name: null,
    from: PHASES,
    unless: (deposit) => (isKnownToTenants(deposit) && deposit.state !== 'draft_editing' ? null : 'not_now'),
    decide: letterMade,
  }),
  note_bounce: rule({ name: null, from: LIVING, decide: noteBounce }),
  add_note: rule({ name: null, from: PHASES, decide: noteAdded }),
  add_file: rule({ name: null, from: PHASES, decide: fileAdded }),
  share_file: rule({ name: null, from: PHASES, decide: fileShared }),
  remind: rule({
    name: 'a reminder',
    from: ['awaiting_manager_signature', 'awaiting_tenant_signatures', 'awaiting_payment', 'open', 'closing_proposed'],
    decide: remind,
  }),
  renew_link: rule({
    name: null,
    from: PHASES,
    // The tenants may change during editing; when the deposit is sent again, all of them get a link.
    unless: (deposit) => (isKnownToTenants(deposit) && deposit.state !== 'draft_editing' ? null : 'not_now'),
    decide: decideNewLink,
  }),
  remind_in_time: rule({
    name: null,
    from: ['awaiting_manager_signature', 'awaiting_tenant_signatures', 'awaiting_payment'],
    decide: remindInTime,
  }),
} as const;
