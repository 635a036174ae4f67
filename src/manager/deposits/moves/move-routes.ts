import { moveDeposit, type Given } from '../../../actions/move-deposit.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import type { InputOf, MoveName } from '../../../domain/lifecycle/moves.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import { findDeposit } from '../../../storage/deposits/deposits.ts';
import type { Form } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import type { ManagerApp, Visit } from '../../app.ts';
import { depositOf, fingerprint, type Seen } from '../access.ts';
import { confirmPage, type Confirmable } from './confirm-page.ts';
import { depositPage } from '../deposit/deposit-page.ts';
import { isReminded } from '../deposit/possible.ts';
import { readSplit } from './split-form.ts';
import { splitPage } from './split-page.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { DepositWords } from '../words/words.ts';

/** What a property manager does to a deposit. Each makes one move of the table, which says whether it is possible. */
export function depositMoveRoutes(app: ManagerApp): void {
  /** Only if the deposit is still what was on show. */
  const asSeen =
    <T>(form: Form, input: T) =>
    (deposit: Deposit): T | Refusal =>
      form.get('seen') === fingerprint(deposit) ? input : CHANGED;
  const from = ({ request }: Visit) => ({ from: request.ip });

  action(app, 'sign', 'sign_as_manager', (visit) => asSeen(visit.form, from(visit)));
  action(app, 'resend', 'send_again', (visit) => asSeen(visit.form, from(visit)));
  action(app, 'edit', 'edit', () => () => ({ rentalDeposit: null, rentalStart: null }));
  action(app, 'withdraw', 'withdraw', () => () => ({ by: 'manager' as const }));
  action(app, 'consent', 'consent', ({ form }) => asAnswered(form, { by: 'manager', tenantIban: null }));
  action(app, 'remind', 'remind', () => unlessReminded);
  for (const what of ['edit', 'withdraw'] as const) confirms(app, what);
  proposes(app, 'close', 'start_closing');
  proposes(app, 'counter', 'counter_propose');
}

const CHANGED: Refusal = { refused: 'changed_meanwhile' };

type Done = keyof DepositWords['act']['done'];

function action<N extends MoveName>(app: ManagerApp, what: Done, name: N, input: (visit: Visit) => Given<N>): void {
  app.post(`/manager/deposits/:id/${what}`, 'member', async (visit) => {
    const seen = await depositOf(app, visit);
    return seen === null ? null : make(app, visit, seen, what, name, input(visit));
  });
}

/** Makes the move and shows the deposit as it then is; where it is refused, why. */
async function make<N extends MoveName>(
  app: ManagerApp,
  visit: Visit,
  { deposit, member }: Seen,
  what: Done,
  name: N,
  input: Given<N>,
) {
  const { organizationId, id: depositId } = deposit;
  const moved = await moveDeposit(app.services, { organizationId, depositId }, name, input, { member });
  if (moved === null) return null;
  if (moved.refusal !== null) return showRefusal(app, visit, moved.refusal);
  await app.settle();
  return seeOther(visit.reply, `/manager/deposits/${depositId}?done=${what}`);
}

async function showRefusal(app: ManagerApp, visit: Visit, { refused }: Refusal) {
  const seen = await depositOf(app, visit);
  if (seen === null) return null;
  const notice = DEPOSIT_WORDS[visit.language].refusals[refused];
  return depositPage(app, visit, seen, { tone: 'warn', text: notice }, 409);
}

/** What cannot be taken back is asked once more. */
function confirms(app: ManagerApp, what: Confirmable): void {
  app.get(`/manager/deposits/:id/${what}`, 'member', async (visit) => {
    const seen = await depositOf(app, visit);
    return seen === null ? null : confirmPage(visit, seen.deposit, what);
  });
}

function proposes(app: ManagerApp, what: 'close' | 'counter', name: 'start_closing' | 'counter_propose'): void {
  app.get(`/manager/deposits/:id/${what}`, 'member', async (visit) => {
    const seen = await depositOf(app, visit);
    if (seen === null) return null;
    const now = await serviceNow(app.services.database);
    return splitPage(visit, { deposit: seen.deposit, what, now }, {});
  });
  app.post(`/manager/deposits/:id/${what}`, 'member', async (visit) => {
    const seen = await depositOf(app, visit);
    if (seen === null) return null;
    const { deposit } = seen;
    const now = await serviceNow(app.services.database);
    const read = readSplit(visit.form, { deposit, what, now }, DEPOSIT_WORDS[visit.language]);
    if ('problems' in read) return splitPage(visit, { deposit, what, now }, read.problems);
    const { tenancyEnd, ...split } = read.split;
    const proposal = { by: 'manager', ...split } as const;
    if (name === 'counter_propose') return make(app, visit, seen, what, name, asAnswered(visit.form, proposal));
    return make(app, visit, seen, what, name, () => ({ ...proposal, tenancyEnd, tenantIban: null }));
  });
}

/** An answer is to the proposal that was on show, not to one that came in between. */
function asAnswered<T extends InputOf<'consent'> | InputOf<'counter_propose'>>(form: Form, input: T) {
  return ({ closing }: Deposit): T | Refusal =>
    closing !== null && form.get('proposals') !== String(closing.proposals.length) ? CHANGED : input;
}

/** A second click, however quick, sends nobody the same mail twice in a row. */
const unlessReminded: Given<'remind'> = async ({ id }, { now, sql }) => {
  const deposit = await findDeposit(sql, id);
  return deposit !== null && isReminded(deposit, now) ? CHANGED : { tenant: null };
};
