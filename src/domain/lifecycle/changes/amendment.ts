import type { Deposit, DepositChange } from '../../deposit.ts';
import type { Amendment, AmendmentTerms, ChangedTerms } from '../../document.ts';
import type { Organization } from '../../organization.ts';
import { offersOf } from '../../provider.ts';
import { tenantName } from '../../tenant.ts';
import { swissDay } from '../../values/calendar.ts';
import type { Language } from '../../values/language.ts';
import { evidenceOf, headOf, queueDocument } from '../documents.ts';
import { productOf } from '../in-force.ts';
import type { Move, MoveContext } from '../move.ts';
import { applied } from './taking-effect.ts';

type When = Pick<MoveContext, 'organization' | 'now'>;

/** The number of the next amendment: those of changes that were not signed by all do not count. */
export function nextAmendment({ changes }: Pick<Deposit, 'changes'>): number {
  return changes.filter(({ amendment }) => amendment !== null).length + 1;
}

/** What a change amends: the terms before and after it. Of a running change, or of one that is about to take effect. */
export function amendmentOf(deposit: Deposit, change: DepositChange, when: Pick<When, 'organization'>): Amendment {
  return {
    number: change.amendment ?? nextAmendment(deposit),
    kind: change.subject.kind,
    before: changedTerms(deposit, when),
    after: changedTerms(applied(deposit, change), when),
  };
}

function changedTerms(deposit: Deposit, { organization }: Pick<When, 'organization'>): ChangedTerms {
  const { terms } = deposit;
  const { name, careOf: _careOf, ...address } = terms.owner;
  return {
    tenants: terms.tenants.map(tenantName),
    owner: { name, address },
    rentalDeposit: terms.rentalDeposit,
    product: productOf(deposit),
    offers: offersOf(deposit, organization.providers),
  };
}

/** What is signed. */
export function amendmentToSign(deposit: Deposit, change: DepositChange, when: When): AmendmentTerms {
  return { ...headOf(deposit, when), amendment: amendmentOf(deposit, change, when) };
}

/** The amendment as it is shown before signing. The day on it is that on which the change began: it stays the same PDF. */
export function amendmentShown(
  deposit: Deposit,
  change: DepositChange,
  { organization, language }: { organization: Organization; language: Language },
): AmendmentTerms {
  const now = new Date(`${swissDay(change.startedAt)}T12:00:00Z`);
  return { ...amendmentToSign(deposit, change, { organization, now }), language };
}

/** The amendment of the agreement, with the evidence of each signature. */
export function amendmentDocument(deposit: Deposit, change: DepositChange, context: MoveContext): Move {
  const { managerSignature, signers, signatures, subject } = change;
  const all = signers.map((signer, index) => {
    const signature = signatures[index];
    if (signature === null || signature === undefined) throw new Error('an amendment has all signatures');
    return evidenceOf(signer, signature);
  });
  if (managerSignature === null && subject.kind !== 'owner') throw new Error('the manager signs each amendment');
  const by = managerSignature?.by ?? null;
  const at = (managerSignature?.at ?? context.now).toISOString();
  const { offers, product } = changedTerms(applied(deposit, change), context);
  return queueDocument(deposit, context, {
    kind: 'agreement',
    product,
    investmentAllowed: deposit.terms.investmentAllowed,
    offers,
    manager: by === null || managerSignature === null ? null : evidenceOf(by, managerSignature),
    managerSignedAt: at,
    signatures: all,
    amendment: amendmentOf(deposit, change, context),
  });
}
