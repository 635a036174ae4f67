import { disputeEndInput } from '../../../actions/closing/dispute-inputs.ts';
import { faultOfProof, fileClaim } from '../../../actions/closing/file-claim.ts';
import { moveDeposit } from '../../../actions/move-deposit.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { closingOf, standing } from '../../../domain/lifecycle/split.ts';
import { parseDay } from '../../../domain/values/calendar.ts';
import { propertyLine, type Deposit } from '../../../domain/deposit.ts';
import { field } from '../../../web/forms.ts';
import { html } from '../../../web/html.ts';
import { fileIn, fileNameIn } from '../../../web/input/uploads.ts';
import { seeOther } from '../../../web/page.ts';
import { fileField, notice } from '../../../web/parts.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { ownDepositOf } from '../access.ts';
import { showDeposit } from '../deposit/deposit-routes.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { MANAGER_CLOSING_WORDS } from '../words/closing.ts';
import { closingReviewPage } from './review-page.ts';

const LONGEST_REASON = 2_000;

/** The end of the tenancy, the proof of a claim, and the review of a consent. */
export function closingRoutes(app: ManagerApp): void {
  consentReview(app);
  endRoutes(app);
  claimRoutes(app);
}

function consentReview(app: ManagerApp): void {
  app.get('/manager/deposits/:id/consent', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null || !canMove('consent', own.deposit)) return null;
    const { closing } = own.deposit;
    if (closing === null || standing(closing).by === 'manager') return null;
    const { amountLandlord, reason } = standing(closing);
    const { tenancyEnd } = closingOf(own.deposit);
    const proposals = String(closing.proposals.length);
    const reviewed = { kind: 'consent', part: 'consent', amountLandlord, tenancyEnd, reason, proposals } as const;
    return visit.show('deposits', closingReviewPage(own.deposit, reviewed, visit));
  });
}

function endRoutes(app: ManagerApp): void {
  app.post('/manager/deposits/:id/confirm-end', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const { organizationId, id: depositId } = own.deposit;
    const location = { organizationId, depositId };
    const moved = await moveDeposit(app.services, location, 'confirm_end', () => undefined, { member: own.member });
    if (moved === null) return null;
    if (moved.refusal !== null) return refused(app, visit, moved.refusal.refused);
    await app.settle();
    return seeOther(visit.reply, `/manager/deposits/${depositId}?done=confirm-end`);
  });
  app.post('/manager/deposits/:id/dispute-end', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const { deposit, member } = own;
    const { organizationId, id: depositId } = deposit;
    const { act, refusals } = DEPOSIT_WORDS[visit.language];
    const day = parseDay(field(visit.form, 'day'));
    const reason = field(visit.form, 'reason');
    const again = (problem: string) =>
      showDeposit(app, visit, deposit, { message: null, status: 422, triedEnd: { form: visit.form, problem } });
    if (day === null) return again(act.notDay);
    if ([...reason].length > LONGEST_REASON) return again(act.tooLong);
    const input = disputeEndInput(app.services, { day, reason: reason === '' ? null : reason });
    const moved = await moveDeposit(app.services, { organizationId, depositId }, 'dispute_end', input, { member });
    if (moved === null) return null;
    if (moved.refusal?.field !== undefined) return again(refusals[moved.refusal.refused]);
    if (moved.refusal !== null) return refused(app, visit, moved.refusal.refused);
    await app.settle();
    return seeOther(visit.reply, `/manager/deposits/${depositId}?done=dispute-end`);
  });
}

async function refused(app: ManagerApp, visit: ManagerVisit, code: keyof (typeof DEPOSIT_WORDS)['de']['refusals']) {
  const own = await ownDepositOf(app, visit);
  if (own === null) return null;
  const text = DEPOSIT_WORDS[visit.language].refusals[code];
  return showDeposit(app, visit, own.deposit, { message: { tone: 'warn', text }, status: 409 });
}

function claimRoutes(app: ManagerApp): void {
  app.get('/manager/deposits/:id/claim', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    if (!canMove('file_claim', own.deposit)) return seeOther(visit.reply, `/manager/deposits/${own.deposit.id}`);
    return visit.show('deposits', claimPage(own.deposit, visit, null));
  });
  app.post('/manager/deposits/:id/claim', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const { deposit, member } = own;
    if (!canMove('file_claim', deposit)) return refused(app, visit, 'not_now');
    const content = fileIn(visit.form, 'proof');
    const fault = content === null ? 'empty' : faultOfProof(content);
    if (content === null || fault !== null) {
      return visit.show('deposits', claimPage(deposit, visit, fault ?? 'empty'), 422);
    }
    const { organizationId, id: depositId } = deposit;
    const name = fileNameIn(visit.form, 'proof');
    const moved = await fileClaim(app.services, { organizationId, depositId }, { name, content }, member);
    if (moved === null) return null;
    if (moved.refusal !== null) return refused(app, visit, moved.refusal.refused);
    await app.settle();
    return seeOther(visit.reply, `/manager/deposits/${depositId}?done=claim`);
  });
}

function claimPage(
  { id, terms, closing }: Deposit,
  { language, token }: ManagerVisit,
  problem: 'empty' | 'other_content' | 'too_large' | null,
) {
  const { claim, back } = MANAGER_CLOSING_WORDS[language];
  const last = closing?.claim ?? null;
  const content = html`<a class="crumb" href="/manager/deposits/${id}">← ${terms.externalContractId}</a>
    <h1>${claim.title}</h1>
    <p class="lead">${propertyLine(terms)}</p>
    ${last?.state === 'rejected' && notice('warn', html`<p>${claim.rejected} ${last.reason}</p>`)}
    <div class="card">
      <p>${claim.means}</p>
      <form method="post" action="/manager/deposits/${id}/claim" enctype="multipart/form-data" novalidate>
        ${token}
        ${fileField({
          name: 'proof',
          label: claim.file,
          accept: 'application/pdf,image/jpeg,image/png',
          isRequired: true,
          problem: problem === null ? undefined : claim.problem[problem],
        })}
        <div class="buttons">
          <button type="submit">${claim.upload}</button>
          <a class="button second" href="/manager/deposits/${id}">${back}</a>
        </div>
      </form>
    </div>`;
  return { title: claim.title, content, isNarrow: true };
}
