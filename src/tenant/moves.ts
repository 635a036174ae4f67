import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import { moveDeposit, type MoveInput, type Moved } from '../actions/move-deposit.ts';
import { hashOfTerms } from '../documents/agreement-text.ts';
import { tenantAt } from '../domain/change.ts';
import type { ShownAgreement } from '../documents/shown-agreement.ts';
import type { Closing, Deposit } from '../domain/deposit.ts';
import { isFreedByYear } from '../domain/closing/year.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import { canMove, type MoveName } from '../domain/lifecycle/moves.ts';
import { termsChosen, termsShown } from '../domain/lifecycle/documents.ts';
import type { RefusalCode } from '../domain/lifecycle/refusal.ts';
import { closingOf, standing } from '../domain/lifecycle/split.ts';
import { holderNameOf } from '../domain/payee/same-holder.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Product } from '../domain/product.ts';
import { rappen } from '../domain/values/money.ts';
import { field } from '../web/forms.ts';
import { browserIn } from '../web/headers.ts';
import { seeOther } from '../web/page.ts';
import { needsAddress, readAccountForm } from './account-form.ts';
import { readAccount, readProposalForm, readStartForm } from './closing-form.ts';
import { closingPage } from './pages/closing-page.ts';
import { changedPage, notYoursPage } from './pages/link-page.ts';
import { lockedPage } from './pages/hold.ts';
import { openPage } from './pages/open-page.ts';
import { signingPage } from './pages/signing-page.ts';
import { shownTo, versionShown } from './pages/signing-view.ts';
import { phasePage } from './phase-page.ts';
import { readSignForm } from './sign-form.ts';
import type { TenantSettings, TenantVisit } from './visit.ts';

export type TenantMove = (visit: TenantVisit, settings: TenantSettings) => Promise<FastifyReply>;

const BY = { by: 'tenant' } as const;
export const CHANGED: Refusal = { refused: 'changed_meanwhile' };

export const sign: TenantMove = async (visit, settings) => {
  const { deposit, tenant, position, isMain, form, request, language } = visit;
  if (!canSign(deposit, position)) return back(visit);
  const shown = await shownTo(visit);
  if (versionShown(deposit, shown) !== field(form, 'seen')) return changedPage(visit);
  const read = readSignForm(form, { tenant, isMain, product: deposit.product });
  if ('problems' in read) return signingPage(visit, read.problems);
  return make(visit, settings, 'sign_as_tenant', (current, { organization }) => {
    const isUnchanged = isDeepStrictEqual(termsShown(current, organization, language), shown.terms);
    if (canSign(current, position) && !isUnchanged) return CHANGED;
    const { product, typedName } = read;
    const { proof, openTerms } = tenantProof(visit, { product, typedName, shown });
    return { from: request.ip, tenant: position, product, proof, openTerms };
  });
};

/** What proves the signature, and the terms under which others may have signed before the choice. */
export function tenantProof(
  { request }: TenantVisit,
  {
    product,
    typedName,
    shown: { terms, sha256 },
  }: { product: Product | null; typedName: string; shown: ShownAgreement },
) {
  const browser = browserIn(request.headers);
  const proof = { typedName, browser, terms: hashOfTerms(termsChosen(terms, product)), pdf: sha256 };
  // Co-tenants who signed with an earlier version of this service saw no offers.
  return { proof, openTerms: [hashOfTerms(terms), hashOfTerms({ ...terms, offers: [] })] };
}

/** Whether this tenant's signature is pending. */
function canSign(deposit: Deposit, position: number): boolean {
  return canMove('sign_as_tenant', deposit) && deposit.signatures[position - 1] === null;
}

export const tenantStartsClosing: TenantMove = async (visit, settings) => {
  const { deposit, form, isMain } = visit;
  if (!isMain) return notYoursPage(visit);
  if (!canMove('start_closing', deposit)) return back(visit);
  const read = readStartForm(form, deposit, given(visit, settings));
  if ('problems' in read) return openPage(visit, read.problems);
  return make(visit, settings, 'start_closing', () => ({ ...BY, ...read }));
};

export const tenantConsents: TenantMove = async (visit, settings) => {
  const { deposit, form, isMain } = visit;
  if (!isMain) return notYoursPage(visit);
  if (!canMove('consent', deposit)) return back(visit);
  if (!answersStanding(visit, deposit)) return changedPage(visit);
  const read = readAccount(form, deposit, standing(closingOf(deposit)).amountLandlord, given(visit, settings));
  if ('problems' in read) return closingPage(visit, { answer: 'consent', problems: read.problems });
  return make(visit, settings, 'consent', (current) =>
    answersStanding(visit, current) ? { ...BY, ...read } : CHANGED,
  );
};

export const tenantCounterProposes: TenantMove = async (visit, settings) => {
  const { deposit, form, isMain } = visit;
  if (!isMain) return notYoursPage(visit);
  if (!canMove('counter_propose', deposit)) return back(visit);
  const read = readProposalForm(form, deposit, given(visit, settings));
  const isMade = ({ proposals }: Closing): boolean => {
    const made = proposals[Number(field(form, 'seen'))];
    if ('problems' in read || made === undefined || made !== proposals.at(-1)) return false;
    return made.by === 'tenant' && made.amountLandlord === read.amountLandlord && made.reason === read.reason;
  };
  // Submitted twice, it is made once.
  if (isMade(closingOf(deposit))) return back(visit);
  if (!answersStanding(visit, deposit)) return changedPage(visit);
  if ('problems' in read) return closingPage(visit, { answer: 'counter', problems: read.problems });
  return make(visit, settings, 'counter_propose', (current) => {
    if (answersStanding(visit, current)) return { ...BY, ...read };
    return current.closing !== null && isMade(current.closing) ? { refused: 'not_now' } : CHANGED;
  });
};

/** OR 257e: the whole deposit, a year after the tenancy. Checked again once the deposit is locked. */
export const demandWhole: TenantMove = async (visit, settings) => {
  const { deposit, form, isMain, now } = visit;
  if (!isMain) return notYoursPage(visit);
  if (!canMove('counter_propose', deposit)) return back(visit);
  if (!answersStanding(visit, deposit) || !isFreedByYear(deposit, now)) return changedPage(visit);
  const amountLandlord = rappen(0);
  const read = readAccount(form, deposit, amountLandlord, given(visit, settings));
  if ('problems' in read) return closingPage(visit, { answer: 'demand', problems: read.problems });
  return make(visit, settings, 'counter_propose', (current, at) => {
    const isOpen = canMove('counter_propose', current);
    if (isOpen && !(answersStanding(visit, current) && isFreedByYear(current, at.now))) return CHANGED;
    return { ...BY, amountLandlord, reason: null, ...read };
  });
};

/** The payout came back, or lacks something: another account, or the address. */
export const tenantGivesAccount: TenantMove = async (visit, settings) => {
  const { asked, deposit, form, isMain, now } = visit;
  if (!isMain) return notYoursPage(visit);
  if (asked.length === 0) return back(visit);
  const { refusedCountries } = settings.services.money;
  const account = readAccountForm(form, {
    refusedCountries,
    needsAddress: needsAddress(deposit.closing?.tenancyEnd ?? null, now),
    ownName: holderNameOf(deposit.terms.tenants[0]),
  });
  if ('problems' in account) return phasePage(visit, account.problems);
  return make(visit, settings, 'give_payee_account', () => ({ ...BY, account }));
};

function given({ now }: TenantVisit, { services }: TenantSettings) {
  return { now, refusedCountries: services.money.refusedCountries };
}

/**
 * Whether the answer is to the proposal that stands. Proposals are only added, so their number identifies the last one.
 * Once one is agreed, the table refuses further answers.
 */
function answersStanding({ form }: TenantVisit, { closing }: Deposit): boolean {
  return closing === null || closing.release !== null || String(closing.proposals.length) === field(form, 'seen');
}

export async function make<N extends MoveName>(
  visit: TenantVisit,
  { services, settle }: TenantSettings,
  name: N,
  input: MoveInput<N>,
): Promise<FastifyReply> {
  const moved = await moveDeposit(services, visit.location, name, async (deposit, at) =>
    // The deposit was edited while the form was open.
    deposit.round === visit.round && isSamePerson(tenantAt(deposit, visit.position), visit.tenant)
      ? input(deposit, at)
      : CHANGED,
  );
  await settle();
  return answer(visit, moved);
}

/** Tenants may have left or changed places since the form was opened. */
function isSamePerson(one: Tenant | undefined, { email, firstName, lastName }: Tenant): boolean {
  return one?.email === email && one.firstName === firstName && one.lastName === lastName;
}

/** These need no explanation: the page shows that it was done before, or can no longer be done. */
const HARMLESS: ReadonlySet<RefusalCode> = new Set(['not_now', 'already_signed', 'own_proposal', 'account_not_asked']);

function answer(visit: TenantVisit, moved: Moved | null): FastifyReply {
  const refusal = moved?.refusal ?? null;
  if (refusal?.refused === 'contact_locked') return lockedPage(visit);
  return refusal === null || HARMLESS.has(refusal.refused) ? back(visit) : changedPage(visit);
}

export function back(visit: TenantVisit): FastifyReply {
  return seeOther(visit.reply, visit.path());
}
