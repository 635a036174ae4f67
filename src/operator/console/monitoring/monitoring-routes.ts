import { findDocument } from '../../../storage/deposits/documents.ts';
import { isId } from '../../../storage/database/ids.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import type { ConsoleApp } from '../app.ts';
import { actionRoutes, depositOf } from './deposits/action-page.ts';
import { bankRoutes } from './bank/bank-routes.ts';
import { consoleDepositPage } from './deposits/deposit-page.ts';
import { depositsPage, searchDeposits } from './deposits/deposits-page.ts';
import { failureRoutes } from './failures/failure-page.ts';
import { moneyRoutes } from './money/money-routes.ts';

/** What goes on: deposits of all organizations, money, mails, deliveries, the bank's files. */
export function monitoringRoutes(app: ConsoleApp): void {
  app.get('/operator/deposits', 'operator', (visit) => depositsPage(app, visit));
  app.post('/operator/deposits', 'operator', (visit) => searchDeposits(app, visit));
  app.get('/operator/deposits/:id', 'operator', async (visit) => {
    const deposit = await depositOf(app, visit);
    return deposit === null ? null : consoleDepositPage(app, visit, deposit);
  });
  app.get('/operator/deposits/:id/documents/:documentId', 'operator', async (visit) => {
    const deposit = await depositOf(app, visit);
    const id = visit.params['documentId'] ?? '';
    const isListed = deposit?.documents.some((one) => one.id === id) === true;
    const document = isListed && isId(id) ? await findDocument(app.services.database, id) : null;
    if (document === null || document.content === null) return null;
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/pdf' })
      .header('content-disposition', `inline; filename="${document.kind}-${document.id}.pdf"`)
      .send(document.content);
  });
  actionRoutes(app);
  moneyRoutes(app);
  failureRoutes(app);
  bankRoutes(app);
}
