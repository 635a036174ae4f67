import type { FastifyReply } from 'fastify';
import { readDocument } from '../actions/documents/read-document.ts';
import type { Services } from '../actions/services.ts';
import { renderAmendmentDraft } from '../documents/agreement.ts';
import { shownPdf } from '../documents/shown-agreement.ts';
import { renderDocument } from '../documents/render.ts';
import { slipPicture } from '../documents/slip-picture.ts';
import { changeIn } from '../domain/change.ts';
import { amendmentShown } from '../domain/lifecycle/changes/amendment.ts';
import { canMove } from '../domain/lifecycle/moves.ts';
import { seeOther } from '../web/page.ts';
import { unknownPage } from './pages/link-page.ts';
import { slipFacts } from './pages/payment-view.ts';
import { shownDocuments } from './pages/documents-view.ts';
import type { TenantVisit } from './visit.ts';

/** No cache keeps these files, and browsers run nothing in them. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** The agreement to read before it is signed: the same bytes each time, of which the signature keeps the hash. */
export async function sendAgreement(visit: TenantVisit): Promise<FastifyReply> {
  if (!canMove('sign_as_tenant', visit.deposit)) return notHere(visit);
  return sendPdf(visit, 'agreement-draft', await shownPdf(visit.deposit, visit));
}

/** The amendment to read before it is signed: the same bytes each time, of which the signature keeps the hash. */
export async function sendAmendment(visit: TenantVisit): Promise<FastifyReply> {
  const { deposit, organization, language } = visit;
  const change = changeIn(deposit, 'to_sign');
  // Signed or cancelled meanwhile: the page says what is now.
  if (change === null) return seeOther(visit.reply, visit.path());
  const terms = amendmentShown(deposit, change, { organization, language });
  return sendPdf(visit, 'amendment-draft', await renderAmendmentDraft(terms, await visit.readLogo(terms.brand?.logo)));
}

function hasSlip({ deposit, isJoining }: TenantVisit): boolean {
  return deposit.step === 'awaiting_payment' || (changeIn(deposit, 'to_pay') !== null && !isJoining);
}

export async function sendSlip(visit: TenantVisit): Promise<FastifyReply> {
  if (!hasSlip(visit)) return notHere(visit);
  return sendPdf(visit, 'payment_slip', await renderSlip(visit));
}

async function renderSlip(visit: TenantVisit): Promise<Buffer> {
  const facts = slipFacts(visit);
  return renderDocument(facts, await visit.readLogo(facts.brand?.logo));
}

export async function sendSlipPicture(visit: TenantVisit): Promise<FastifyReply> {
  if (!hasSlip(visit)) return notHere(visit);
  return visit.reply
    .headers({ ...HEADERS, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })
    .type('image/svg+xml; charset=utf-8')
    .send(slipPicture(slipFacts(visit)));
}

/** One of the documents that the page lists, and no other. */
export async function sendDocument(services: Services, visit: TenantVisit): Promise<FastifyReply> {
  const { id } = visit.request.params as { id: string };
  const listed = shownDocuments(visit).find((one) => one.id === id);
  const document = listed === undefined ? null : await readDocument(services, listed.id);
  if (document === null || document.content === null) return notHere(visit);
  return sendPdf(visit, `${document.kind}-${document.id}`, document.content);
}

function sendPdf({ reply }: TenantVisit, name: string, content: Buffer): FastifyReply {
  return reply
    .headers({ ...HEADERS, 'content-security-policy': "frame-ancestors 'none'" })
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .send(content);
}

function notHere({ request, reply }: TenantVisit): FastifyReply {
  return unknownPage(request, reply);
}
