import type { FastifyReply } from 'fastify';
import type { MoveInput } from '../../../actions/move-deposit.ts';
import { startDepositChange, type ChangeCall } from '../../../actions/changes/start-change.ts';
import { changeIn, runningChange } from '../../../domain/change.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../../domain/change-kinds.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { readNewAmount } from '../../../domain/payload/read-change.ts';
import type { Problem } from '../../../domain/payload/problem.ts';
import { PRODUCTS } from '../../../domain/product.ts';
import { seeOther } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { NO_PROBLEMS, problemTexts } from '../../payload-form/problems.ts';
import { fieldsFromForm } from '../../payload-form/values.ts';
import { ownDepositOf, type OwnDeposit } from '../access.ts';
import { showDeposit } from '../deposit/deposit-routes.ts';
import { makeManagerMove } from '../moves/move-routes.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import { managersProof, sendShownAmendment } from './amendment-shown.ts';
import { versionOfChange } from './change-view.ts';
import { changeFormPage, chooseChangePage, possibleKinds, type TriedChange } from './change-form-page.ts';

/** A property manager starts, signs and cancels changes of a deposit in force. */
export function changeRoutes(app: ManagerApp): void {
  app.get('/manager/deposits/:id/change', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null || !canMove('start_change', own.deposit)) return null;
    const kind = kindIn(visit.query.get('kind'), own.deposit);
    if (kind === null) return visit.show('deposits', chooseChangePage(own.deposit, visit));
    return showForm(visit, own.deposit, { kind, problems: [], refusal: null }, 200);
  });
  app.post('/manager/deposits/:id/change', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const kind = kindIn(visit.form.get('kind'), own.deposit);
    if (kind === null) return visit.show('deposits', chooseChangePage(own.deposit, visit), 422);
    return start(app, visit, own, kind);
  });
  app.get('/manager/deposits/:id/amendment.pdf', 'member', (visit) => sendShownAmendment(app, visit));
  app.post('/manager/deposits/:id/change-sign', 'member', (visit) =>
    makeMove(app, visit, 'change_sign', 'sign_change', async (deposit, at) => {
      const change = changeIn(deposit, 'to_sign');
      if (change === null) return { refused: 'no_change_to_sign' };
      if (versionOfChange(deposit, change, at) !== visit.form.get('seen')) return { refused: 'changed_meanwhile' };
      const proof = await managersProof(visit, deposit, change, at.organization);
      return { by: 'manager' as const, from: visit.request.ip, proof };
    }),
  );
  app.post('/manager/deposits/:id/change-cancel', 'member', (visit) =>
    makeMove(app, visit, 'change_cancel', 'cancel_change', () => ({ by: 'manager' as const })),
  );
}

function kindIn(value: string | null, deposit: Deposit): ChangeKind | null {
  const kind = CHANGE_KINDS.find((one) => one === value);
  return kind !== undefined && possibleKinds(deposit).includes(kind) ? kind : null;
}

async function start(
  app: ManagerApp,
  visit: ManagerVisit,
  { deposit, member }: OwnDeposit,
  kind: ChangeKind,
): Promise<FastifyReply | null> {
  const call = readCall(visit, kind);
  if ('problems' in call) return showForm(visit, deposit, { kind, problems: call.problems, refusal: null }, 422);
  const { organizationId, id: depositId } = deposit;
  const started = await startDepositChange(app.services, { organizationId, depositId }, call, { member });
  if (started === null) return null;
  if ('problems' in started) {
    return showForm(visit, deposit, { kind, problems: started.problems, refusal: null }, 422);
  }
  const { refusal } = started;
  if (refusal?.field !== undefined) return showForm(visit, deposit, { kind, problems: [], refusal }, 422);
  if (refusal !== null) return showRefusal(app, visit, refusal);
  await app.settle();
  return seeOther(visit.reply, `/manager/deposits/${depositId}?done=change`);
}

/** What the form asks for. Names and addresses are read with the deposit. */
function readCall({ form }: ManagerVisit, kind: ChangeKind): ChangeCall | { problems: readonly Problem[] } {
  switch (kind) {
    case 'tenant_joins':
    case 'owner':
      return { kind, fields: fieldsFromForm(form) };
    case 'tenant_leaves':
    case 'main_tenant':
      return { kind, tenant: Number(form.get('tenant') ?? 0) };
    case 'amount': {
      const read = readNewAmount(form.get('rentalDeposit') ?? '');
      return read.ok ? { kind, rentalDeposit: read } : read;
    }
    case 'product':
      return { kind, product: PRODUCTS.find((one) => one === form.get('product')) ?? 'insurance' };
  }
}

function showForm(
  { form, language, token, show }: ManagerVisit,
  deposit: Deposit,
  { kind, problems, refusal }: { kind: ChangeKind; problems: readonly Problem[]; refusal: Refusal | null },
  status: number,
): FastifyReply {
  const values = { ...fieldsFromForm(form), tenant: form.get('tenant') ?? '' };
  const tried: TriedChange = {
    kind,
    form: { language, values, problems: problems.length === 0 ? NO_PROBLEMS : problemTexts(problems, language) },
    refusal:
      refusal === null ? null : { field: refusal.field ?? '', text: DEPOSIT_WORDS[language].refusals[refusal.refused] },
  };
  return show('deposits', changeFormPage(deposit, tried, { language, token }), status);
}

/** The form names the change that was shown: another one is neither signed nor cancelled. */
async function makeMove<N extends 'sign_change' | 'cancel_change'>(
  app: ManagerApp,
  visit: ManagerVisit,
  what: string,
  name: N,
  input: MoveInput<N>,
): Promise<FastifyReply | null> {
  const own = await ownDepositOf(app, visit);
  if (own === null) return null;
  const guarded: MoveInput<N> = (deposit, at) =>
    runningChange(deposit)?.id === visit.form.get('change') ? input(deposit, at) : { refused: 'changed_meanwhile' };
  return makeManagerMove(app, visit, own, what, name, guarded);
}

async function showRefusal(app: ManagerApp, visit: ManagerVisit, { refused }: Refusal): Promise<FastifyReply | null> {
  const own = await ownDepositOf(app, visit);
  if (own === null) return null;
  const text = DEPOSIT_WORDS[visit.language].refusals[refused];
  return showDeposit(app, visit, own.deposit, { message: { tone: 'warn', text }, status: 409 });
}
