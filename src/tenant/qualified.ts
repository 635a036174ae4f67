import type { FastifyReply } from 'fastify';
import { askForQualified, mayAskQualified, settleQualified } from '../actions/qualified-signatures.ts';
import { shownPdf } from '../documents/shown-agreement.ts';
import { qualifiedContent } from '../web/signing/qualified-page.ts';
import { field } from '../web/forms.ts';
import { seeOther } from '../web/page.ts';
import { tenantProof } from './moves.ts';
import { changedPage, unknownPage } from './pages/link-page.ts';
import { showNote } from './pages/shell.ts';
import { signingPage } from './pages/signing-page.ts';
import { shownTo, versionShown } from './pages/signing-view.ts';
import { readSignForm } from './sign-form.ts';
import type { TenantSettings, TenantVisit } from './visit.ts';

/** The tenant signs at a qualified signature service: the form is the same, and the PDF is handed over. */
export async function askQualified(visit: TenantVisit, { services, baseUrl }: TenantSettings): Promise<FastifyReply> {
  const { deposit, organization, tenant, position, isMain, form, request, reply, language } = visit;
  const { qualified } = services;
  if (qualified === null) return unknownPage(request, reply);
  const reachedBy = tenant.email;
  // The link of this page went to an address; the signature service asks for it.
  if (reachedBy === null || !mayAskQualified(deposit, position)) return seeOther(reply, visit.path());
  const shown = await shownTo(visit);
  if (versionShown(deposit, shown) !== field(form, 'seen')) return changedPage(visit);
  const read = readSignForm(form, { tenant, isMain, product: deposit.product });
  if ('problems' in read) return signingPage(visit, read.problems);
  const { product, typedName } = read;
  const { proof, openTerms } = tenantProof(visit, { product, typedName, shown });
  const id = await askForQualified(services, qualified, {
    deposit,
    organization,
    language,
    pdf: await shownPdf(deposit, { organization, language, readLogo: visit.readLogo }),
    signer: { name: `${tenant.firstName} ${tenant.lastName}`, email: reachedBy },
    wish: { tenant: position, member: null, from: request.ip, product, proof: { ...proof, reachedBy }, openTerms },
    baseUrl: baseUrl(),
    returnUrl: (one) => `${baseUrl()}${visit.path(`/qualified/${one}`)}`,
  });
  return id === null ? show(visit, qualified.name, null, 502) : seeOther(reply, visit.path(`/qualified/${id}`));
}

/** Where the tenant comes back to. */
export async function showQualified(visit: TenantVisit, { services, settle }: TenantSettings): Promise<FastifyReply> {
  const { request, reply, deposit, position } = visit;
  const { id = '' } = request.params as { id?: string };
  const { qualified } = services;
  if (qualified === null || !/^[0-9a-f-]{36}$/.test(id)) return unknownPage(request, reply);
  const asked = await settleQualified(services, qualified, id, { depositId: deposit.id, tenant: position });
  if (asked === null) return unknownPage(request, reply);
  if (asked.state === 'signed') await settle();
  return show(visit, qualified.name, asked, 200);
}

function show(
  visit: TenantVisit,
  service: string,
  request: Parameters<typeof qualifiedContent>[0]['request'],
  status: number,
): FastifyReply {
  return showNote(visit, qualifiedContent({ service, request, language: visit.language, back: visit.path() }), status);
}
