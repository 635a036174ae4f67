import type { DocumentFacts } from '../../domain/document.ts';
import { documentFacts } from '../../domain/lifecycle/documents.ts';
import { slipBody } from '../../domain/lifecycle/payment.ts';
import type { TenantVisit } from '../visit.ts';

export type ShownSlip = Extract<DocumentFacts, { kind: 'payment_slip' }>;

/** The payment slip for the amount that is missing now: after part payments, the first slip asks for too much. */
export function slipFacts({ deposit, organization, now, language }: TenantVisit): ShownSlip {
  const body = slipBody(deposit);
  return { ...documentFacts(deposit, { organization, now }, body), ...body, language };
}
