import type { FastifyReply } from 'fastify';
import { renderAmendmentDraft } from '../../../documents/agreement.ts';
import { hashOfAmendment } from '../../../documents/amendment-text.ts';
import { shownAmendment } from '../../../documents/shown-agreement.ts';
import { changeIn } from '../../../domain/change.ts';
import type { Deposit, DepositChange } from '../../../domain/deposit.ts';
import { amendmentShown } from '../../../domain/lifecycle/changes/amendment.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { SignatureProof } from '../../../domain/signature.ts';
import { findOrganization } from '../../../storage/set-up/organizations.ts';
import { browserIn } from '../../../web/headers.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { ownDepositOf } from '../access.ts';

/** The amendment to read before it is signed: the same bytes each time, of which the signature keeps the hash. */
export async function sendShownAmendment(app: ManagerApp, visit: ManagerVisit): Promise<FastifyReply | null> {
  const own = await ownDepositOf(app, visit);
  const change = own === null ? null : changeIn(own.deposit, 'to_sign');
  if (own === null || change === null) return null;
  const organization = await findOrganization(app.services.database, own.deposit.organizationId);
  if (organization === null) return null;
  return visit.reply
    .headers({ ...PAGE_HEADERS, 'content-type': 'application/pdf' })
    .header('content-disposition', 'inline; filename="amendment-draft.pdf"')
    .send(await renderAmendmentDraft(amendmentShown(own.deposit, change, shownToManager(own.deposit, organization))));
}

/** The evidence of the manager's signature: what the page and the PDF have shown. */
export async function managersProof(
  { person, request }: ManagerVisit,
  deposit: Deposit,
  change: DepositChange,
  organization: Organization,
): Promise<SignatureProof> {
  const { terms, sha256: pdf } = await shownAmendment(deposit, change, shownToManager(deposit, organization));
  const { session, email } = person;
  const reachedBy = session.way === 'passkey' ? 'passkey' : email;
  return { typedName: null, browser: browserIn(request.headers), terms: hashOfAmendment(terms), pdf, reachedBy };
}

/** In the language in which it is issued. */
function shownToManager({ terms }: Deposit, organization: Organization) {
  return { organization, language: terms.tenantLanguage };
}
