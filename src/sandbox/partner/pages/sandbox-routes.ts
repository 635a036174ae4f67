import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  partnerApp,
  type PartnerApp,
  type PartnerPagesSettings,
  type PartnerVisit,
} from '../../../partner/pages/app.ts';
import { idIn, textIn } from '../../../partner/pages/query.ts';
import { PARTNER_SECTIONS } from '../../../partner/pages/sections.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findDeposit, type StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { isOwnDeposit, listOwnDeposits } from '../../../storage/partners/own-deposits.ts';
import { field } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { HttpProblem, parsed } from '../../../web/problem.ts';
import { bookPayment, paymentInput } from '../../bank-calls.ts';
import { DEPOSIT_PLAYS } from '../../move-routes.ts';
import { NOTE_PLAYS } from '../../note-calls.ts';
import type { SandboxSettings } from '../../settings.ts';
import { requireOwnReference } from '../own.ts';
import { playedDepositPage } from './deposit-page.ts';
import { playedDepositsPage, type RefusedPayment } from './deposits-page.ts';
import { ownMailRoutes } from './mail-routes.ts';
import type { PlayForm } from './play-form.ts';
import { PLAY_FORMS } from './play-forms.ts';
import type { Refused } from './play-part.ts';
import { bodyOf } from './read-form.ts';
import { SANDBOX_WORDS } from './words.ts';

const PATH = PARTNER_SECTIONS.sandbox;
const ON_A_PAGE = 50;

const PLAYS = new Map([...DEPOSIT_PLAYS, ...NOTE_PLAYS].map((play) => [play.name, play]));

/** Test environment: everything that the sandbox can play for the deposits of a partner. */
export async function partnerSandboxPages(
  scope: FastifyInstance,
  { pages, sandbox }: { pages: PartnerPagesSettings; sandbox: SandboxSettings },
): Promise<void> {
  const app = await partnerApp(scope, pages);
  listRoutes(app, sandbox);
  ownMailRoutes(app, sandbox);
  depositRoutes(app, sandbox);
}

function listRoutes(app: PartnerApp, { drain }: SandboxSettings): void {
  const { services } = app;
  const show = async (visit: PartnerVisit, refused: RefusedPayment | null, status = 200): Promise<FastifyReply> => {
    const { partner, language, token, mayChange: mayPlay, query } = visit;
    const contract = textIn(query, 'contract');
    const found = await listOwnDeposits(services.database, partner.id, {
      contract,
      before: idIn(query, 'before'),
      most: ON_A_PAGE + 1,
    });
    const deposits = found.slice(0, ON_A_PAGE);
    const next = found.length > ON_A_PAGE ? (deposits.at(-1)?.id ?? null) : null;
    const paid = idIn(query, 'paid');
    const page = playedDepositsPage({ language, token, mayPlay, query, contract, deposits, next, paid, refused });
    return visit.show('sandbox', page, status);
  };
  app.get(PATH, 'partner_viewer', (visit) => show(visit, null));
  app.post(`${PATH}/payments`, 'partner_admin', async (visit) => {
    const { partner, form, language, reply } = visit;
    const typed = { reference: field(form, 'reference'), amount: field(form, 'amount') };
    try {
      const input = parsed(paymentInput, bodyOf(PAYMENT_FORM, form));
      const own = { partnerId: partner.id, reference: input.reference };
      const depositId = await requireOwnReference(services, own);
      await bookPayment(services, input);
      await drain();
      return seeOther(reply, `${PATH}?paid=${depositId}`);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      const { notYours } = SANDBOX_WORDS[language];
      const problems = error.status === 404 ? { reference: notYours } : problemsOf(error);
      return show(visit, { ...typed, problems }, error.status === 404 ? 422 : error.status);
    }
  });
}

/** Like a part that is played, though with no deposit. */
const PAYMENT_FORM: Pick<PlayForm, 'fields'> = {
  fields: [
    { name: 'reference', kind: 'text' },
    { name: 'amount', kind: 'amount' },
  ],
};

function depositRoutes(app: PartnerApp, { drain }: SandboxSettings): void {
  const { services } = app;
  const show = (visit: PartnerVisit, deposit: StoredDeposit, refused: Refused | null, status = 200): FastifyReply => {
    const { language, token, mayChange: mayPlay, query } = visit;
    const played = query.get('played');
    const page = playedDepositPage({ language, token, mayPlay, deposit, played, refused });
    return visit.show('sandbox', page, status);
  };
  app.get(`${PATH}/:id`, 'partner_viewer', async (visit) => {
    const deposit = await depositInAddress(app, visit);
    return deposit && show(visit, deposit, null);
  });
  app.post(`${PATH}/:id/:play`, 'partner_admin', async (visit) => {
    const deposit = await depositInAddress(app, visit);
    const form = PLAY_FORMS.find(({ id }) => id === visit.params['play']);
    const play = PLAYS.get(form?.play ?? '');
    if (deposit === null || form === undefined || play === undefined) return null;
    try {
      await play.act(services, deposit.id, parsed(play.body, bodyOf(form, visit.form)));
      await drain();
      return seeOther(visit.reply, `${PATH}/${deposit.id}?played=${form.id}`);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      const refused = { form, typed: visit.form, detail: error.message, problems: problemsOf(error) };
      return show(visit, (await depositInAddress(app, visit)) ?? deposit, refused, error.status);
    }
  });
}

/** The first problem of each field. */
function problemsOf({ more: { problems = [] } }: HttpProblem): Record<string, string> {
  return Object.fromEntries(problems.toReversed().map(({ field: name, message }) => [name, message]));
}

/** Null: there is no such deposit of this partner. */
async function depositInAddress(
  { services: { database } }: PartnerApp,
  { partner, params: { id = '' } }: PartnerVisit,
): Promise<StoredDeposit | null> {
  const isOwn = isId(id) && (await isOwnDeposit(database, { partnerId: partner.id, depositId: id }));
  return isOwn ? findDeposit(database, id) : null;
}
