import { daysAfter } from '../values/calendar.ts';
import { changeIn, tenantAt } from '../change.ts';
import type { Deposit, Step } from '../deposit.ts';
import { mailManager, mailTenants } from './mails.ts';
import { byManager } from './move.ts';
import { inTurn, move, type MoveContext, type Decision, type HistoryEntry, type Move } from './move.ts';
import { askAgain } from '../closing/asking.ts';
import { productOf } from './in-force.ts';
import { askWhoIsAwaited } from './changes/asking.ts';
import { mailSlip } from './payment.ts';

/** The days after the start of a step on which the person it waits for is reminded. */
const REMINDER_DAYS: Partial<Record<Step, readonly number[]>> = {
  awaiting_manager_signature: [3, 7, 14],
  awaiting_tenant_signatures: [3, 7, 14],
  awaiting_payment: [10, 20],
};

/** Queues the next reminder of the current step, if there is one. */
export function scheduleReminder(deposit: Deposit, { random }: MoveContext): Move {
  const dueAt = nextReminder(deposit);
  return move(deposit, { effects: dueAt === null ? [] : [{ kind: 'remind', id: random.id(), dueAt }] });
}

function nextReminder({ step, stepSince, reminders }: Deposit): Date | null {
  const days = step === null ? undefined : REMINDER_DAYS[step]?.[reminders];
  return days === undefined ? null : daysAfter(stepSince, days);
}

/** How many reminders are due by now. After an outage several may be due; they are sent as one. */
function remindersBy({ step, stepSince }: Deposit, now: Date): number {
  const days = step === null ? [] : (REMINDER_DAYS[step] ?? []);
  return days.filter((day) => daysAfter(stepSince, day) <= now).length;
}

/** A reminder is due. It is refused if the step has changed since: the new step has reminders of its own. */
export function remindInTime(deposit: Deposit, _input: undefined, context: MoveContext): Decision {
  const dueAt = nextReminder(deposit);
  if (dueAt === null || dueAt > context.now) return { refused: 'not_now' };
  return inTurn(
    { ...deposit, reminders: remindersBy(deposit, context.now) },
    (current) => tellWhoIsAwaited(current, null, context),
    (current) =>
      move(current, {
        history: [{ at: context.now, actor: 'service', event: 'reminded', detail: { time: current.reminders } }],
      }),
    (current) => scheduleReminder(current, context),
  );
}

/** The operator or the manager sends a reminder with new links. Tenants of an open deposit get new links, too. */
export function remind(deposit: Deposit, { tenant }: { tenant: number | null }, context: MoveContext): Decision {
  if (tenant !== null && tenantAt(deposit, tenant) === undefined) return { refused: 'no_such_tenant', field: 'tenant' };
  const asked = tellWhoIsAwaited(deposit, tenant, context);
  if (asked.effects.length === 0) return { refused: 'nobody_awaited' };
  return inTurn(
    deposit,
    () => asked,
    (current) => move(current, { history: [{ ...byWhom(current, context), event: 'asked_again' }] }),
  );
}

function byWhom(deposit: Deposit, context: MoveContext): Omit<HistoryEntry, 'event'> {
  return context.member === undefined
    ? { at: context.now, actor: 'operator', detail: {} }
    : byManager(deposit, context);
}

/** A tenant whose link is lost or outdated gets a new one, in any phase. */
export function decideNewLink(deposit: Deposit, { tenant }: { tenant: number }, context: MoveContext): Decision {
  if (tenantAt(deposit, tenant) === undefined) return { refused: 'no_such_tenant', field: 'tenant' };
  if (deposit.terms.tenants[tenant - 1]?.email === null) return { refused: 'no_email', field: 'tenant' };
  return inTurn(
    deposit,
    (current) => mailTenants(current, context, { kind: 'tenant_link' }, [tenant]),
    (current) =>
      move(current, {
        history: [{ at: context.now, actor: 'tenant', event: 'link_renewed', detail: { tenant } }],
      }),
  );
}

/** A running change may wait for a signature or for money. */
function remindInForce(deposit: Deposit, tenant: number | null, context: MoveContext): Move {
  const isUnsigned = changeIn(deposit, 'to_sign') !== null;
  const asked = isUnsigned ? askWhoIsAwaited(deposit, tenant, context) : move(deposit);
  if (asked.effects.length > 0) return asked;
  if (changeIn(deposit, 'to_pay') !== null && (tenant === null || tenant === 1)) {
    return mailSlip(deposit, context, 'tenant_payment_reminder');
  }
  return sendNewLinks(deposit, tenant, context);
}

/** Nothing is pending, but links expire long before a tenancy ends. */
function sendNewLinks(deposit: Deposit, tenant: number | null, context: MoveContext): Move {
  const positions = tenant === null ? undefined : [tenant];
  return mailTenants(deposit, context, { kind: 'deposit_open', product: productOf(deposit) }, positions);
}

/** With `tenant`, only that tenant is reminded, and only if something is pending from them. */
function tellWhoIsAwaited(deposit: Deposit, tenant: number | null, context: MoveContext): Move {
  const isMeant = (position: number): boolean => tenant === null || tenant === position;
  switch (deposit.step) {
    case 'awaiting_manager_signature':
      return tenant === null ? mailManager(deposit, context, { kind: 'manager_sign_reminder' }) : move(deposit);
    case 'awaiting_tenant_signatures': {
      const unsigned = deposit.signatures.flatMap((one, index) =>
        one === null && isMeant(index + 1) ? [index + 1] : [],
      );
      return mailTenants(deposit, context, { kind: 'tenant_sign_reminder' }, unsigned);
    }
    case 'awaiting_payment':
      if (!isMeant(1)) return move(deposit);
      return mailSlip(deposit, context, 'tenant_payment_reminder');
    case null:
      if (deposit.state === 'open') return remindInForce(deposit, tenant, context);
      return deposit.closing === null ? move(deposit) : askAgain(deposit, tenant, context);
    case 'awaiting_send':
    case 'awaiting_account':
    case 'awaiting_cover':
      return move(deposit);
  }
}
