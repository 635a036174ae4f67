import type { FastifyReply } from 'fastify';
import { moveDeposit, type MoveInput } from '../../../actions/move-deposit.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import { canMove, type InputOf, type MoveName } from '../../../domain/lifecycle/moves.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import type { Form } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../../app.ts';
import { ownDepositOf, type OwnDeposit } from '../access.ts';
import { showDeposit } from '../deposit/deposit-routes.ts';
import { signedBy } from '../signing.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { DepositWords } from '../words/words.ts';
import { closingReviewPage } from '../closing/review-page.ts';
import { readLandlordAccount } from './account-form.ts';
import { confirmPage, type Confirmable } from './confirm-page.ts';
import { unlessReminded } from './remind.ts';
import { readSplit, type SplitAction, type SplitProblems } from './split-form.ts';
import { splitPage } from './split-page.ts';
import { splitView } from './split-view.ts';

/** What a property manager does with a deposit. Each action makes one move of the table. */
export function moveRoutes(app: ManagerApp): void {
  const signing: (visit: ManagerVisit) => MoveInput<'sign_as_manager'> =
    (visit) =>
    (deposit, { organization }) =>
      signedBy(visit, { deposit, organization, seen: visit.form.get('seen') });
  action(app, 'sign', 'sign_as_manager', signing);
  action(app, 'resend', 'send_again', signing);
  action(app, 'edit', 'edit', () => () => ({ rentalDeposit: null, rentalStart: null }));
  action(app, 'withdraw', 'withdraw', () => () => ({ by: 'manager' as const }));
  action(app, 'remind', 'remind', () => unlessReminded);
  action(app, 'send-now', 'send_now', () => () => undefined);
  confirmation(app, 'edit');
  confirmation(app, 'withdraw');
  proposal(app, 'close');
  proposal(app, 'counter');
  consent(app);
  landlordAccount(app);
}

const CHANGED: Refusal = { refused: 'changed_meanwhile' };

type Done = keyof DepositWords['act']['done'] | 'send-now';

function action<N extends MoveName>(
  app: ManagerApp,
  what: Done,
  name: N,
  input: (visit: ManagerVisit) => MoveInput<N>,
): void {
  app.post(`/manager/deposits/:id/${what}`, 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    return own === null ? null : makeManagerMove(app, visit, own, what, name, input(visit));
  });
}

/** Only what the review page has shown is agreed to. */
function consent(app: ManagerApp): void {
  app.post('/manager/deposits/:id/consent', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const { form, reply } = visit;
    if (form.get('confirmed') !== 'yes') return seeOther(reply, `/manager/deposits/${own.deposit.id}/consent`);
    const input = { by: 'manager', tenantIban: null } as const;
    return makeManagerMove(app, visit, own, 'consent', 'consent', ifStanding(form, input));
  });
}

/** Where the landlord's share goes, after it came back or while it has no account. */
function landlordAccount(app: ManagerApp): void {
  app.post('/manager/deposits/:id/account', 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const account = readLandlordAccount(visit.form, app.services.money);
    if ('problems' in account) {
      const tried = { form: visit.form, problems: account.problems };
      return showDeposit(app, visit, own.deposit, { message: null, status: 422, tried });
    }
    return makeManagerMove(app, visit, own, 'account', 'give_payee_account', () => ({
      by: 'manager' as const,
      account,
    }));
  });
}

/** Makes the move and redirects to the deposit; a refused move shows the deposit with the reason. */
export async function makeManagerMove<N extends MoveName>(
  app: ManagerApp,
  visit: ManagerVisit,
  { deposit, member }: OwnDeposit,
  what: string,
  name: N,
  input: MoveInput<N>,
): Promise<FastifyReply | null> {
  const { organizationId, id: depositId } = deposit;
  const moved = await moveDeposit(app.services, { organizationId, depositId }, name, input, { member });
  if (moved === null) return null;
  if (moved.refusal !== null) return showRefusal(app, visit, moved.refusal);
  await app.settle();
  // Who takes a deposit back wants to change it.
  const page = name === 'edit' ? `${depositId}/correct` : depositId;
  return seeOther(visit.reply, `/manager/deposits/${page}?done=${what}`);
}

async function showRefusal(app: ManagerApp, visit: ManagerVisit, { refused }: Refusal): Promise<FastifyReply | null> {
  const own = await ownDepositOf(app, visit);
  if (own === null) return null;
  const text = DEPOSIT_WORDS[visit.language].refusals[refused];
  return showDeposit(app, visit, own.deposit, { message: { tone: 'warn', text }, status: 409 });
}

/** What cannot be undone is confirmed on a page of its own. */
function confirmation(app: ManagerApp, what: Confirmable): void {
  app.get(`/manager/deposits/:id/${what}`, 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null || !canMove(what, own.deposit)) return null;
    return visit.show('deposits', confirmPage(own.deposit, what, visit));
  });
}

function proposal(app: ManagerApp, what: SplitAction): void {
  const name = what === 'close' ? 'start_closing' : 'counter_propose';
  const show = ({ form, language, token, show: send }: ManagerVisit, deposit: Deposit, problems: SplitProblems) => {
    if (!canMove(name, deposit)) return null;
    const page = splitPage(splitView(deposit, { what, form, problems }), { language, token });
    return send('deposits', page, Object.keys(problems).length > 0 ? 422 : 200);
  };
  app.get(`/manager/deposits/:id/${what}`, 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    return own === null ? null : show(visit, own.deposit, {});
  });
  app.post(`/manager/deposits/:id/${what}`, 'member', async (visit) => {
    const own = await ownDepositOf(app, visit);
    if (own === null) return null;
    const { deposit } = own;
    const now = await serviceNow(app.services.database);
    const read = readSplit(visit.form, { deposit, what, now }, DEPOSIT_WORDS[visit.language]);
    if ('problems' in read) return show(visit, deposit, read.problems);
    const { tenancyEnd, ...split } = read.split;
    const end = tenancyEnd ?? deposit.closing?.tenancyEnd ?? null;
    if (visit.form.get('confirmed') !== 'yes' && end !== null && canMove(name, deposit)) {
      const proposals = visit.form.get('proposals') ?? '0';
      const reviewed = { kind: 'proposal', part: what, ...split, tenancyEnd: end, proposals } as const;
      return visit.show('deposits', closingReviewPage(deposit, reviewed, visit));
    }
    const proposed = { by: 'manager', ...split } as const;
    if (name === 'counter_propose')
      return makeManagerMove(app, visit, own, what, name, ifStanding(visit.form, proposed));
    return makeManagerMove(app, visit, own, what, name, () => ({ ...proposed, tenancyEnd, tenantIban: null }));
  });
}

/** Only if the proposal that the page showed still stands: a newer one has not been answered. */
function ifStanding<T extends InputOf<'consent'> | InputOf<'counter_propose'>>(form: Form, input: T) {
  return ({ closing }: Deposit): T | Refusal =>
    closing !== null && form.get('proposals') !== String(closing.proposals.length) ? CHANGED : input;
}
