import { readDocument } from '../../../../actions/documents/read-document.ts';
import type { FastifyReply } from 'fastify';
import { isId } from '../../../../storage/database/ids.ts';
import type { StoredDeposit } from '../../../../storage/deposits/deposits.ts';
import { findProof } from '../../../../storage/deposits/claim-proofs.ts';
import { PAGE_HEADERS } from '../../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { consoleDepositPage } from './deposit-page.ts';
import { depositOf, consoleDepositView } from './deposit-view.ts';
import { depositsPage } from './deposits-page.ts';
import { depositsView } from './deposits-view.ts';
import { openText } from './sealed-search.ts';

/** Deposits of all organizations: search, one deposit, its documents. */
export function consoleDepositRoutes(app: ConsoleApp): void {
  const { services } = app;

  app.get('/operator/deposits', 'viewer', async (visit) => {
    const { query } = visit;
    // A viewer could find out names by searching for them.
    const text = visit.may('clerk') ? (openText(services.vault, query.get('s')) ?? query.get('q') ?? '') : '';
    return visit.show('deposits', depositsPage(await depositsView(services, query, text), visit));
  });

  // Searches are posted: names and e-mail addresses must not stay in browser histories and proxy logs.
  app.post('/operator/deposits', 'clerk', async (visit) => {
    const names = ['organization', 'place', 'show'];
    const query = new URLSearchParams([...visit.form].filter(([name, value]) => names.includes(name) && value !== ''));
    const view = await depositsView(services, query, visit.form.get('q') ?? '');
    return visit.show('deposits', depositsPage(view, visit));
  });

  app.get('/operator/deposits/:id', 'viewer', async (visit) => {
    const deposit = await depositOf(services.database, visit.params);
    return deposit === null ? null : showConsoleDeposit(app, visit, deposit);
  });

  // As a download: what others have uploaded is not opened in a page of ours.
  app.get('/operator/deposits/:id/proof', 'clerk', async (visit) => {
    const deposit = await depositOf(services.database, visit.params);
    const claim = deposit?.closing?.claim ?? null;
    if (deposit === null || claim === null) return null;
    const { organizationId, id: depositId } = deposit;
    const proof = await findProof(services.database, { organizationId, depositId }, claim.fileId);
    if (proof === null) return null;
    const extension = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }[proof.type];
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': proof.type })
      .header('content-disposition', `attachment; filename="proof-${claim.fileId}.${extension}"`)
      .send(proof.content);
  });

  app.get('/operator/deposits/:id/documents/:documentId', 'clerk', async (visit) => {
    const deposit = await depositOf(services.database, visit.params);
    const id = visit.params['documentId'] ?? '';
    const isListed = deposit?.documents.some((one) => one.id === id) === true;
    const document = isListed && isId(id) ? await readDocument(services, id) : null;
    if (document === null || document.content === null) return null;
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/pdf' })
      .header('content-disposition', `inline; filename="${document.kind}-${document.id}.pdf"`)
      .send(document.content);
  });
}

/** With the reason why something was not done, if any. */
export async function showConsoleDeposit(
  { services, providers }: ConsoleApp,
  visit: ConsoleVisit,
  deposit: StoredDeposit,
  refusal: string | null = null,
): Promise<FastifyReply> {
  const view = await consoleDepositView(services, deposit);
  return visit.show('deposits', consoleDepositPage(view, { visit, providers, refusal }), refusal === null ? 200 : 409);
}
