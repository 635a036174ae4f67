import { askForQualified, settleQualified } from '../../actions/qualified-signatures.ts';
import { shownPdf } from '../../documents/shown-agreement.ts';
import { QUALIFIED_WORDS } from '../../domain/messages/qualified.ts';
import { findOrganization } from '../../storage/set-up/organizations.ts';
import { isId } from '../../storage/database/ids.ts';
import { qualifiedContent } from '../../web/signing/qualified-page.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { ownDepositOf } from './access.ts';
import { isSignedNow, signedBy } from './signing.ts';

/** The manager signs at a qualified signature service, and comes back. */
export function qualifiedRoutes(app: ManagerApp): void {
  const { services, baseUrl } = app;

  app.post('/manager/deposits/:id/qualified', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    const { qualified } = services;
    if (own === null || qualified === null) return null;
    const { deposit, member } = own;
    const path = `/manager/deposits/${deposit.id}`;
    const organization = await findOrganization(services.database, deposit.organizationId);
    if (organization === null || !isSignedNow(deposit)) return seeOther(visit.reply, path);
    const signed = await signedBy(visit, { deposit, organization, seen: visit.form.get('seen') });
    if ('refused' in signed || signed.proof === null) return seeOther(visit.reply, path);
    const language = deposit.terms.tenantLanguage;
    const id = await askForQualified(services, qualified, {
      deposit,
      organization,
      language,
      pdf: await shownPdf(deposit, { organization, language, readLogo: visit.readLogo }),
      signer: { name: visit.person.name, email: visit.person.email },
      wish: { tenant: null, member, from: visit.request.ip, product: null, proof: signed.proof, openTerms: [] },
      baseUrl: baseUrl(),
      returnUrl: (one) => `${baseUrl()}${path}/qualified/${one}`,
    });
    return id === null ? show(visit, qualified.name, null, 502) : seeOther(visit.reply, `${path}/qualified/${id}`);
  });

  app.get('/manager/deposits/:id/qualified/:request', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    const request = visit.params['request'] ?? '';
    const { qualified } = services;
    if (own === null || qualified === null || !isId(request)) return null;
    const whose = { depositId: own.deposit.id, tenant: null };
    const asked = await settleQualified(services, qualified, request, whose);
    if (asked === null) return null;
    if (asked.state === 'signed') await app.settle();
    return show(visit, qualified.name, asked, 200);
  });
}

function show(
  { show: send, language, params }: ManagerVisit,
  service: string,
  request: Parameters<typeof qualifiedContent>[0]['request'],
  status: number,
) {
  const content = qualifiedContent({ service, request, language, back: `/manager/deposits/${params['id']}` });
  return send('deposits', { title: QUALIFIED_WORDS[language].title, content, isNarrow: true }, status);
}
