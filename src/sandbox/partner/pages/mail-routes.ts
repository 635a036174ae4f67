import { readDocument } from '../../../actions/documents/read-document.ts';
import type { PartnerApp, PartnerVisit } from '../../../partner/pages/app.ts';
import { textIn } from '../../../partner/pages/query.ts';
import { PARTNER_SECTIONS } from '../../../partner/pages/sections.ts';
import type { KeptMail } from '../../../storage/effects/effects.ts';
import { sendAttachment, sendMailMarkup } from '../../mail-markup.ts';
import { MOST_MAILS } from '../../mail-view.ts';
import type { SandboxSettings } from '../../settings.ts';
import { listOwnMails } from '../own.ts';
import { ownMailPage, ownMailsPage } from './mails-page.ts';

const PATH = `${PARTNER_SECTIONS.sandbox}/mailbox`;
const MOST_SHOWN = 200;

/** The mails to managers and tenants of own deposits, each as it looks. */
export function ownMailRoutes(app: PartnerApp, { drain }: SandboxSettings): void {
  const { services, baseUrl } = app;
  app.get(PATH, 'partner_viewer', async (visit) => {
    const { partner, language, query } = visit;
    await drain();
    const to = textIn(query, 'to');
    const mails = await listOwnMails(services, { partnerId: partner.id, to, most: MOST_SHOWN });
    return visit.show('sandbox', ownMailsPage({ language, to, mails, baseUrl: baseUrl() }));
  });
  app.get(`${PATH}/:id`, 'partner_viewer', async (visit) => {
    const kept = await mailInAddress(app, visit);
    const { language } = visit;
    return kept && visit.show('sandbox', ownMailPage(kept, { language, baseUrl: baseUrl() }));
  });
  app.get(`${PATH}/:id/html`, 'partner_viewer', async (visit) => {
    const kept = await mailInAddress(app, visit);
    return kept && sendMailMarkup(visit.reply, kept, baseUrl());
  });
  app.get(`${PATH}/:id/attachments/:documentId`, 'partner_viewer', async (visit) => {
    const kept = await mailInAddress(app, visit);
    const { documentId = '' } = visit.params;
    const isAttached = kept?.mail.attachments?.some((one) => one.documentId === documentId) === true;
    const content = isAttached ? (await readDocument(services, documentId))?.content : null;
    return content ? sendAttachment(visit.reply, content) : null;
  });
}

/** One that the list can show. */
async function mailInAddress({ services }: PartnerApp, { partner, params }: PartnerVisit): Promise<KeptMail | null> {
  const mails = await listOwnMails(services, { partnerId: partner.id, to: null, most: MOST_MAILS });
  return mails.find(({ id }) => id === params['id']) ?? null;
}
