import * as contact from '../../changes/contact.ts';
import * as email from '../../changes/email.ts';
import * as holding from '../../changes/hold.ts';
import { changePerson } from '../../changes/person.ts';
import { changeIn, runningChange } from '../../change.ts';
import type { Deposit } from '../../deposit.ts';
import { cancelChange } from '../changes/cancelling.ts';
import { signChange } from '../changes/signing.ts';
import { startChange } from '../changes/starting.ts';
import type { RefusalCode } from '../refusal.ts';
import { LIVING, rule, SENT } from './rule.ts';

/** What can change while a deposit lives; its state stays. */
export const CHANGE_MOVES = {
  // changes while it is in force
  start_change: rule({
    name: 'the property manager starts a change',
    from: ['open'],
    unless: (deposit) => (runningChange(deposit) === null ? null : 'change_running'),
    decide: startChange,
  }),
  sign_change: rule({
    name: 'manager and tenants sign a change',
    from: ['open'],
    unless: (deposit) => (changeIn(deposit, 'to_sign') === null ? 'no_change_to_sign' : null),
    decide: signChange,
  }),
  cancel_change: rule({
    name: 'manager or tenant cancels a change',
    from: ['open'],
    unless: changeNotToCancel,
    decide: cancelChange,
  }),
  // contacts and names of tenants; the state stays
  change_contact: rule({
    name: 'contact data of a tenant are changed',
    from: LIVING,
    decide: contact.changeContactData,
  }),
  confirm_email: rule({ name: null, from: LIVING, decide: email.confirmEmail }),
  object_to_email: rule({ name: null, from: LIVING, decide: email.objectToEmail }),
  change_person: rule({
    name: 'the property manager corrects name or birth date of a tenant',
    from: [...SENT, 'open', 'closing_proposed', 'closing_noted', 'closing_ordered'],
    decide: changePerson,
  }),
  // while it is on hold nothing is paid out; the state stays
  hold: rule({
    name: 'the operator puts it on hold',
    from: ['open', 'closing_proposed', 'closing_ordered'],
    unless: ({ hold }) => (hold === null ? null : 'held_already'),
    decide: holding.putOnHold,
  }),
  lift_hold: rule({
    name: 'the operator lifts the hold',
    // A payout that the bank had before may have closed it.
    from: ['open', 'closing_proposed', 'closing_noted', 'closing_ordered', 'closed'],
    unless: ({ hold }) => (hold === null ? 'not_held' : null),
    decide: holding.endHold,
  }),
} as const;

function changeNotToCancel(deposit: Deposit): RefusalCode | null {
  if (runningChange(deposit) === null) return 'no_change';
  return changeIn(deposit, 'to_pay_out') === null ? null : 'change_pays_out';
}
