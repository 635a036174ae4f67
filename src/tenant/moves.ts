import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import { contestEndInput } from '../actions/closing/dispute-inputs.ts';
import { askPayoutAccount, confirmPayoutAccount } from '../actions/closing/payout-account.ts';
import { moveDeposit, type MoveInput, type Moved } from '../actions/move-deposit.ts';
import { hashOfTerms } from '../documents/agreement-text.ts';
import { tenantAt } from '../domain/change.ts';
import type { ShownAgreement } from '../documents/shown-agreement.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Closing } from '../domain/closing/closing.ts';
import { isPayoutOrdered } from '../domain/closing/payout-account.ts';
import { isFreedByYear } from '../domain/closing/year.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import { canMove, type MoveName } from '../domain/lifecycle/moves.ts';
import { termsChosen, termsShown } from '../domain/lifecycle/documents.ts';
import type { RefusalCode } from '../domain/lifecycle/refusal.ts';
import { closingOf, standing } from '../domain/lifecycle/split.ts';
import { holderNameOf } from '../domain/payee/same-holder.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Product } from '../domain/product.ts';
import { rappen, type Rappen } from '../domain/values/money.ts';
import { field } from '../web/forms.ts';
import { browserIn } from '../web/headers.ts';
import { seeOther } from '../web/page.ts';
import { needsAddress, readAccountForm } from './account-form.ts';
import { readProposalForm, readStartForm } from './closing-form.ts';
import { closingPage } from './pages/closing-page.ts';
import { changedPage, notYoursPage } from './pages/link-page.ts';
import { lockedPage } from './pages/hold.ts';
import { openPage } from './pages/open-page.ts';
import { codePage } from './pages/payout-account-page.ts';
import { tenantReviewPage, type Reviewed } from './pages/review-page.ts';
import { signingPage } from './pages/signing-page.ts';
import { shownTo, versionShown } from './pages/signing-view.ts';
import { phasePage } from './phase-page.ts';
import { readSignForm } from './sign-form.ts';
import type { TenantSettings, TenantVisit } from './visit.ts';

export type TenantMove = (visit: TenantVisit, settings: TenantSettings) => Promise<FastifyReply>;

export const CHANGED: Refusal = { refused: 'changed_meanwhile' };
const LONGEST_REASON = 1_000;

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

/** Sent by the review page: the tenant has seen who gets how much, the account, and what it means. */
const isConfirmed = ({ form }: TenantVisit): boolean => field(form, 'confirmed') === 'yes';

/** Of a company with joint signature each signatory speaks for itself. */
const actors = ({ position }: TenantVisit) => ({ by: 'tenant', tenant: position }) as const;

export const tenantStartsClosing: TenantMove = async (visit, settings) => {
  const { deposit, form, acts, now } = visit;
  if (!acts) return notYoursPage(visit);
  if (!canMove('start_closing', deposit)) return back(visit);
  const read = readStartForm(form, deposit, now);
  if ('problems' in read) return openPage(visit, read.problems);
  if (!isConfirmed(visit)) return tenantReviewPage(visit, { kind: 'proposal', part: '/closing', ...read, seen: '0' });
  return make(visit, settings, 'start_closing', () => ({ ...actors(visit), ...read, tenantIban: null }));
};

export const tenantConsents: TenantMove = async (visit, settings) => {
  const { deposit, acts } = visit;
  if (!acts) return notYoursPage(visit);
  if (!canMove('consent', deposit)) return back(visit);
  if (!answersStanding(visit, deposit)) return changedPage(visit);
  const { amountLandlord, by } = standing(closingOf(deposit));
  if (by === 'tenant') return back(visit);
  if (!isConfirmed(visit)) return review(visit, 'consent', amountLandlord);
  return make(visit, settings, 'consent', (current) =>
    answersStanding(visit, current) ? { ...actors(visit), amountLandlord, tenantIban: null } : CHANGED,
  );
};

export const tenantCounterProposes: TenantMove = async (visit, settings) => {
  const { deposit, form, acts } = visit;
  if (!acts) return notYoursPage(visit);
  if (!canMove('counter_propose', deposit)) return back(visit);
  const read = readProposalForm(form, deposit);
  const isMade = ({ proposals }: Closing): boolean => {
    const made = proposals[Number(field(form, 'seen'))];
    if ('problems' in read || made === undefined || made !== proposals.at(-1)) return false;
    return made.by === 'tenant' && made.amountLandlord === read.amountLandlord && made.reason === read.reason;
  };
  // Submitted twice, it is made once.
  if (isMade(closingOf(deposit))) return back(visit);
  if (!answersStanding(visit, deposit)) return changedPage(visit);
  if ('problems' in read) return closingPage(visit, { problems: read.problems });
  if (!isConfirmed(visit)) return review(visit, 'proposal', read.amountLandlord, read.reason);
  return make(visit, settings, 'counter_propose', (current) => {
    if (answersStanding(visit, current)) return { ...actors(visit), ...read };
    return current.closing !== null && isMade(current.closing) ? { refused: 'not_now' } : CHANGED;
  });
};

/** OR 257e: the whole deposit, once the year has passed. Checked again once the deposit is locked. */
export const demandWhole: TenantMove = async (visit, settings) => {
  const { deposit, acts, now } = visit;
  if (!acts) return notYoursPage(visit);
  if (!canMove('counter_propose', deposit)) return back(visit);
  if (!answersStanding(visit, deposit) || !isFreedByYear(deposit, now)) return changedPage(visit);
  const amountLandlord = rappen(0);
  if (!isConfirmed(visit)) return review(visit, 'demand', amountLandlord);
  return make(visit, settings, 'counter_propose', (current, at) => {
    const isOpen = canMove('counter_propose', current);
    if (isOpen && !(answersStanding(visit, current) && isFreedByYear(current, at.now))) return CHANGED;
    return { ...actors(visit), amountLandlord, reason: null };
  });
};

const PARTS = { proposal: '/counter', consent: '/consent', demand: '/demand' } as const;

function review(
  visit: TenantVisit,
  kind: Reviewed['kind'],
  amountLandlord: Rappen,
  reason: string | null = null,
): FastifyReply {
  const { tenancyEnd } = closingOf(visit.deposit);
  const seen = field(visit.form, 'seen');
  return tenantReviewPage(visit, { kind, part: PARTS[kind], amountLandlord, tenancyEnd, reason, seen });
}

/** The tenant contests the day that the manager has named as the end of the tenancy. */
export const tenantContestsEnd: TenantMove = async (visit, settings) => {
  const { deposit, form, acts } = visit;
  if (!acts) return notYoursPage(visit);
  if (!canMove('contest_end', deposit)) return back(visit);
  const reason = [...field(form, 'reason')].slice(0, LONGEST_REASON).join('');
  return make(visit, settings, 'contest_end', contestEndInput(settings.services, reason === '' ? null : reason));
};

/** Where the tenants' share goes: a code confirms it. */
export const tenantNamesAccount: TenantMove = async (visit, { services, settle }) => {
  const { asked, deposit, form, isMain, now } = visit;
  if (!isMain) return notYoursPage(visit);
  const isOrdered = isPayoutOrdered(deposit);
  if (!canMove('ask_account_code', deposit) || (isOrdered && asked.length === 0)) return back(visit);
  const account = readAccountForm(form, {
    refusedCountries: services.money.refusedCountries,
    needsAddress: isOrdered && needsAddress(deposit.closing?.tenancyEnd ?? null, now),
    ownName: holderNameOf(deposit.terms.tenants[0]),
  });
  if ('problems' in account) return phasePage(visit, account.problems);
  const moved = await askPayoutAccount(services, visit.location, account);
  await settle();
  if (moved?.refusal?.refused === 'too_many_codes') return codePage(visit, 'tooMany');
  return moved === null || moved.refusal !== null
    ? changedPage(visit)
    : seeOther(visit.reply, visit.path('/account/code'));
};

const CODE_ENDED: ReadonlySet<RefusalCode> = new Set(['no_code_waits', 'code_expired', 'code_spent']);

export const tenantEntersCode: TenantMove = async (visit, { services, settle }) => {
  const { form, isMain } = visit;
  if (!isMain) return notYoursPage(visit);
  const confirmed = await confirmPayoutAccount(services, visit.location, field(form, 'code').replaceAll(/\s/g, ''));
  await settle();
  const refused = confirmed?.refusal?.refused;
  if (refused !== undefined) return CODE_ENDED.has(refused) ? codePage(visit, 'ended') : changedPage(visit);
  return confirmed?.isRight === true ? back(visit) : codePage(visit, 'wrong');
};

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
const HARMLESS: ReadonlySet<RefusalCode> = new Set([
  'not_now',
  'already_signed',
  'own_proposal',
  'account_not_asked',
  'end_contested',
]);

function answer(visit: TenantVisit, moved: Moved | null): FastifyReply {
  const refusal = moved?.refusal ?? null;
  if (refusal?.refused === 'contact_locked') return lockedPage(visit);
  return refusal === null || HARMLESS.has(refusal.refused) ? back(visit) : changedPage(visit);
}

export function back(visit: TenantVisit): FastifyReply {
  return seeOther(visit.reply, visit.path());
}
