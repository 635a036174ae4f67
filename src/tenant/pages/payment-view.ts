import type { DocumentFacts } from '../../domain/document.ts';
import { documentFacts } from '../../domain/lifecycle/documents.ts';
import { paymentDueOn, slipBody } from '../../domain/lifecycle/payment.ts';
import { swissDay, type Day } from '../../domain/values/calendar.ts';
import type { TenantVisit } from '../visit.ts';

export type ShownSlip = Extract<DocumentFacts, { kind: 'payment_slip' }>;

/** The payment slip for the amount that is missing now: after part payments, the first slip asks for too much. */
export function slipFacts({ deposit, organization, now, language }: TenantVisit): ShownSlip {
  const body = slipBody(deposit);
  return { ...documentFacts(deposit, { organization, now }, body), ...body, language };
}

/** By when it has to be paid. Null: nothing is asked for. */
export function dueView({ deposit, now }: TenantVisit): { day: Day; isOver: boolean } | null {
  const day = paymentDueOn(deposit);
  return day === null ? null : { day, isOver: swissDay(now) > day };
}
