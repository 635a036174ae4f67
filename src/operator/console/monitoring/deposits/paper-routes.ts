import { isId } from '../../../../storage/database/ids.ts';
import { findFile } from '../../../../storage/deposits/notes.ts';
import { sendFile } from '../../../../web/files/send-file.ts';
import { field } from '../../../../web/forms.ts';
import { seeOther } from '../../../../web/page.ts';
import { refusalOf } from '../../../move.ts';
import { acceptPaper } from '../../../papers/accept-paper.ts';
import type { ConsoleApp } from '../../app.ts';
import { showConsoleDeposit } from './deposit-routes.ts';
import { depositOf } from './deposit-view.ts';

/** Files of the property management, and papers that are accepted as signatures. */
export function consolePaperRoutes(app: ConsoleApp): void {
  const { database } = app.services;

  app.get('/operator/deposits/:id/files/:fileId', 'clerk', async (visit) => {
    const deposit = await depositOf(database, visit.params);
    const fileId = visit.params['fileId'] ?? '';
    if (deposit === null || !isId(fileId)) return null;
    const { organizationId, id: depositId } = deposit;
    const file = await findFile(database, { organizationId, depositId }, fileId);
    return file === null ? null : sendFile(visit.reply, file);
  });

  app.post('/operator/deposits/:id/papers/:fileId/accept', 'clerk', async (visit) => {
    const deposit = await depositOf(database, visit.params);
    const tenant = Number(field(visit.form, 'tenant'));
    if (deposit === null || !Number.isInteger(tenant) || tenant < 1) return null;
    const { organizationId, id: depositId } = deposit;
    const paper = { fileId: visit.params['fileId'] ?? '', tenant, product: null };
    const moved = await acceptPaper(app.services, { organizationId, depositId }, paper);
    if (moved === null || moved.refusal?.refused === 'no_such_file') return null;
    const refusal = refusalOf(moved);
    if (refusal !== null) return showConsoleDeposit(app, visit, deposit, refusal.message);
    visit.note({
      verb: 'accept',
      thing: 'signed paper',
      about: { deposit: depositId, file: paper.fileId },
      organizationId,
    });
    await app.settle();
    return seeOther(visit.reply, `/operator/deposits/${depositId}?done=paper`);
  });
}
