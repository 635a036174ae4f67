import { readDocument } from '../../../actions/documents/read-document.ts';
import type { FastifyReply } from 'fastify';
import { shownPdf } from '../../../documents/shown-agreement.ts';
import { isId } from '../../../storage/database/ids.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { ownDepositOf } from '../access.ts';
import type { Language } from '../../../domain/values/language.ts';
import { findOrganization } from '../../../storage/set-up/organizations.ts';
import { isSignedNow } from '../signing.ts';
import { CHANGE_PAGE_WORDS } from '../changes/words.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { DEPOSIT_CONTACT_WORDS } from '../words/contacts.ts';
import type { TriedEnd } from '../closing/end-card.ts';
import { MANAGER_CLOSING_WORDS } from '../words/closing.ts';
import { LANDLORD_ACCOUNT_WORDS } from '../words/account.ts';
import type { TriedNote } from '../notes/note-card.ts';
import { NOTE_WORDS } from '../notes/words.ts';
import type { TriedPayee } from './account-card.ts';
import { depositPage, type PageNotice } from './deposit-page.ts';
import { managerDepositView } from './deposit-view.ts';

/** One deposit and its documents. */
export function depositRoutes(app: ManagerApp): void {
  app.get('/manager/deposits/:id', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    return own === null ? null : showDeposit(app, visit, own.deposit, { message: doneMessage(visit), status: 200 });
  });

  app.get('/manager/deposits/:id/agreement.pdf', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null || !isSignedNow(own.deposit)) return null;
    const organization = await findOrganization(app.services.database, own.deposit.organizationId);
    if (organization === null) return null;
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/pdf' })
      .header('content-disposition', 'inline; filename="agreement-draft.pdf"')
      .send(
        await shownPdf(own.deposit, {
          organization,
          language: own.deposit.terms.tenantLanguage,
          readLogo: visit.readLogo,
        }),
      );
  });

  app.get('/manager/deposits/:id/documents/:documentId', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    const id = visit.params['documentId'] ?? '';
    const isListed = own?.deposit.documents.some((one) => one.id === id) === true;
    const document = isListed && isId(id) ? await readDocument(app.services, id) : null;
    if (document === null || document.content === null) return null;
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/pdf' })
      .header('content-disposition', `inline; filename="${document.kind}-${document.id}.pdf"`)
      .send(document.content);
  });
}

export async function showDeposit(
  { services }: ManagerApp,
  { language, token, show }: ManagerVisit,
  deposit: StoredDeposit,
  {
    message,
    status,
    tried = null,
    triedEnd = null,
    triedNote = null,
  }: {
    message: PageNotice | null;
    status: number;
    tried?: TriedPayee | null;
    triedEnd?: TriedEnd | null;
    triedNote?: TriedNote | null;
  },
): Promise<FastifyReply> {
  const view = await managerDepositView(services, deposit, language);
  return show('deposits', depositPage(view, { language, token, message, tried, triedEnd, triedNote }), status);
}

/** After a redirect: what was just done. */
function doneMessage({ query, language }: ManagerVisit): PageNotice | null {
  const done = query.get('done') ?? '';
  const { act } = DEPOSIT_WORDS[language];
  if (done === 'account') return { tone: 'good', text: LANDLORD_ACCOUNT_WORDS[language].done };
  const text = changeDone(done, language);
  if (text !== null) return { tone: 'good', text };
  const changed = CHANGE_PAGE_WORDS[language].done;
  if (Object.hasOwn(changed, done)) return { tone: 'good', text: changed[done as keyof typeof changed] };
  const closing: Record<string, string> = MANAGER_CLOSING_WORDS[language].done;
  if (Object.hasOwn(closing, done)) return { tone: 'good', text: closing[done] as string };
  const ofNotes: Record<string, string> = NOTE_WORDS[language].done;
  if (Object.hasOwn(ofNotes, done)) return { tone: 'good', text: ofNotes[done] as string };
  return Object.hasOwn(act.done, done) ? { tone: 'good', text: act.done[done as keyof typeof act.done] } : null;
}

function changeDone(done: string, language: Language): string | null {
  const { doneSend, doneContact, donePerson } = DEPOSIT_CONTACT_WORDS[language];
  const texts: Record<string, string> = { 'send-now': doneSend, contact: doneContact, person: donePerson };
  return Object.hasOwn(texts, done) ? (texts[done] ?? null) : null;
}
