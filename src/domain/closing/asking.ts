import type { Deposit } from '../deposit.ts';
import type { Closing } from './closing.ts';
import type { MailFacts } from '../effect.ts';
import { productOf } from '../lifecycle/in-force.ts';
import { mailManager, mailTenants } from '../lifecycle/mails.ts';
import { inTurn, move, type Move, type MoveContext } from '../lifecycle/move.ts';
import { closingOf, splitOf, standing } from '../lifecycle/split.ts';
import { accountOfTenants } from './shown-account.ts';
import { daysOf, undisputedOn } from './tenancy-end.ts';

type About = Omit<
  Extract<MailFacts, { kind: 'closing_consent' }>,
  'depositId' | 'organization' | 'externalContractId' | 'property' | 'tenants' | 'rentalDeposit' | 'linkToken'
>;

/** Asks the other party to consent to the proposal that stands. */
export function askAgain(deposit: Deposit, tenant: number | null, context: MoveContext): Move {
  const closing = closingOf(deposit);
  if (closing.release !== null || closing.noted !== null) return move(deposit);
  const about = aboutProposal(deposit, closing);
  if (about.by === 'tenant') return tenant === null ? mailManager(deposit, context, about) : move(deposit);
  const all = tenant === null ? deposit.terms.tenants.map((_, index) => index + 1) : [tenant];
  // Of natural tenants the main tenant answers; both signatories of a company do.
  const answers = (position: number): boolean => position === 1 || deposit.terms.signatureRule !== null;
  return inTurn(
    deposit,
    (current) => mailTenants(current, context, about, all.filter(answers)),
    (current) => {
      const others = all.filter((position) => !answers(position));
      return mailTenants(current, context, { ...about, isCopy: true }, others);
    },
  );
}

/** A new proposal: the other party is asked, and the other tenants get a copy of what was proposed in their name. */
export function askOther(deposit: Deposit, speaker: number | null, context: MoveContext): Move {
  const closing = closingOf(deposit);
  if (standing(closing).by === 'manager') return askAgain(deposit, null, context);
  const others = deposit.terms.tenants.map((_, index) => index + 1).filter((one) => one !== (speaker ?? 1));
  return inTurn(
    deposit,
    (current) => askAgain(current, null, context),
    (current) => mailTenants(current, context, { ...aboutProposal(current, closing), isCopy: true }, others),
  );
}

function aboutProposal(deposit: Deposit, closing: Closing): About {
  const { by, reason } = standing(closing);
  return {
    kind: 'closing_consent',
    by,
    reason,
    product: productOf(deposit),
    ...daysOf(closing),
    endAnswerUntil: closing.end.state === 'asked' ? undisputedOn(closing) : null,
    account: accountOfTenants(deposit),
    ...splitOf(deposit),
  };
}
