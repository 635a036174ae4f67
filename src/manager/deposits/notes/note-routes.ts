import { faultOfFile, keepFile, keepNote, shareFile } from '../../../actions/notes/keep-notes.ts';
import { LONGEST_NOTE } from '../../../domain/notes/notes.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findFile } from '../../../storage/deposits/notes.ts';
import { sendFile } from '../../../web/files/send-file.ts';
import { field } from '../../../web/forms.ts';
import { fileIn, fileNameIn } from '../../../web/input/uploads.ts';
import { seeOther } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { ownDepositOf, type OwnDeposit } from '../access.ts';
import { showDeposit } from '../deposit/deposit-routes.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { TriedNote } from './note-card.ts';

/** What the property management keeps with a deposit. */
export function noteRoutes(app: ManagerApp): void {
  app.post('/manager/deposits/:id/notes', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const text = field(visit.form, 'text');
    const problem = text === '' ? 'empty' : [...text].length > LONGEST_NOTE ? 'too_long' : null;
    if (problem !== null) return again(app, visit, own, { text, problem, fileProblem: null });
    const note = { text: text.toWellFormed(), shared: visit.form.has('shared') };
    const kept = await keepNote(app.services, locationOf(own), note, { member: own.member });
    return kept === null ? null : after(app, visit, own, { refusal: kept.refusal, done: 'note' });
  });

  app.post('/manager/deposits/:id/files', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const content = fileIn(visit.form, 'file');
    const fault = content === null ? 'empty' : faultOfFile(content);
    if (content === null || fault !== null) {
      return again(app, visit, own, { text: '', problem: null, fileProblem: fault ?? 'empty' });
    }
    const file = { name: fileNameIn(visit.form, 'file'), content, shared: visit.form.has('shared') };
    const kept = await keepFile(app.services, locationOf(own), file, { member: own.member });
    return kept === null ? null : after(app, visit, own, { refusal: kept.refusal, done: 'file' });
  });

  app.post('/manager/deposits/:id/files/:fileId/share', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const shared = field(visit.form, 'shared') === 'yes';
    const wish = { fileId: visit.params['fileId'] ?? '', shared };
    const moved = await shareFile(app.services, locationOf(own), wish, { member: own.member });
    if (moved === null || moved.refusal?.refused === 'no_such_file') return null;
    return after(app, visit, own, { refusal: moved.refusal, done: shared ? 'share' : 'unshare' });
  });

  app.get('/manager/deposits/:id/files/:fileId', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    const id = visit.params['fileId'] ?? '';
    if (own === null || !isId(id)) return null;
    const file = await findFile(app.services.database, locationOf(own), id);
    return file === null ? null : sendFile(visit.reply, file);
  });
}

const locationOf = ({ deposit: { organizationId, id } }: OwnDeposit) => ({ organizationId, depositId: id });

function again(app: ManagerApp, visit: ManagerVisit, { deposit }: OwnDeposit, triedNote: TriedNote) {
  return showDeposit(app, visit, deposit, { message: null, status: 422, triedNote });
}

async function after(
  app: ManagerApp,
  visit: ManagerVisit,
  { deposit }: OwnDeposit,
  { refusal, done }: { refusal: Refusal | null; done: string },
) {
  if (refusal !== null) {
    const text = DEPOSIT_WORDS[visit.language].refusals[refusal.refused];
    return showDeposit(app, visit, deposit, { message: { tone: 'warn', text }, status: 409 });
  }
  await app.settle();
  return seeOther(visit.reply, `/manager/deposits/${deposit.id}?done=${done}#notes`);
}
