import type { Deposit } from '../deposit.ts';
import type { Product } from '../product.ts';
import type {
  AgreementTerms,
  DocumentBody,
  DocumentFacts,
  DocumentHead,
  SignatureEvidence,
  SignaturesUnder,
} from '../document.ts';
import type { StatusFacts } from '../contract-status.ts';
import { signerOf, tenantName, type Signer } from '../tenant.ts';
import { propertyLine } from '../deposit.ts';
import { offersOf } from '../provider.ts';
import type { Effect } from '../effect.ts';
import { move, type MoveContext, type Move } from './move.ts';
import type { Organization } from '../organization.ts';
import type { SignatureProof } from '../signature.ts';
import { swissDay } from '../values/calendar.ts';
import type { Language } from '../values/language.ts';

/** Queues a document about the current deposit; it is made after the move is stored. */
export function queueDocument(deposit: Deposit, context: MoveContext, body: DocumentBody): Move {
  return move(deposit, { effects: [documentEffect(deposit, context, body)] });
}

export type DocumentEffect = Extract<Effect, { kind: 'document' }>;

export function documentEffect(
  deposit: Deposit,
  context: Pick<MoveContext, 'organization' | 'now' | 'random'>,
  body: DocumentBody,
): DocumentEffect {
  const document = { facts: documentFacts(deposit, context, body), status: statusFacts(deposit) };
  return { kind: 'document', id: context.random.id(), dueAt: context.now, document };
}

/** The mails wait for the document that is attached to them: it queues them when it is stored. */
export function attach(effect: DocumentEffect, mailed: Move, names: Record<Language, string>): Move {
  const mails = mailed.effects.flatMap((one) =>
    one.kind === 'mail' ? [{ id: one.id, name: names[one.mail.language], mail: one.mail }] : [],
  );
  return { ...mailed, effects: [{ ...effect, document: { ...effect.document, mails } }] };
}

type When = Pick<MoveContext, 'organization' | 'now'>;

/** The data of a document, from the current deposit. */
export function documentFacts(deposit: Deposit, when: When, body: DocumentBody): DocumentFacts {
  return { ...headOf(deposit, when), ...body };
}

/** The preview before signing; the agreement has the same content. */
export function termsToSign(deposit: Deposit, when: When): AgreementTerms {
  const { product, terms } = deposit;
  const offers = offersOf(deposit, when.organization.providers);
  return { ...headOf(deposit, when), product, investmentAllowed: terms.investmentAllowed, offers };
}

/**
 * The terms as they are shown to whoever is asked to sign. The day on them is that on which the step began: the same
 * terms give the same PDF, today and tomorrow.
 */
export function termsShown(deposit: Deposit, organization: Organization, language: Language): AgreementTerms {
  const at = new Date(`${swissDay(deposit.stepSince)}T12:00:00Z`);
  return { ...termsToSign(deposit, { organization, now: at }), language };
}

/** What the main tenant signs by choosing a product: the offer of that one alone. */
export function termsChosen(terms: AgreementTerms, product: Product | null): AgreementTerms {
  if (terms.product !== null || product === null) return terms;
  return { ...terms, product, offers: (terms.offers ?? []).filter((one) => one.product === product) };
}

export function headOf({ terms }: Deposit, { organization, now }: When): DocumentHead {
  const { name, careOf: _careOf, ...address } = terms.owner;
  return {
    at: now.toISOString(),
    language: terms.tenantLanguage,
    organization: { name: organization.name, address: organization.address },
    externalContractId: terms.externalContractId,
    property: propertyLine(terms),
    rentalStart: terms.rentalStart,
    rentalDeposit: terms.rentalDeposit,
    owner: { name, address },
    tenants: terms.tenants.map((tenant) => ({ name: tenantName(tenant), address: tenant.address })),
  };
}

function statusFacts(deposit: Deposit): StatusFacts {
  return {
    externalContractId: deposit.terms.externalContractId,
    state: deposit.state,
    product: deposit.product,
    iban: deposit.iban,
    rentalDeposit: deposit.terms.rentalDeposit,
    paidOutTime: deposit.paidOutAt?.toISOString() ?? null,
    paidOutAmountTenant: deposit.paidOutTenant,
    provider: deposit.provider?.code ?? null,
  };
}

/** The agreement that all have signed, with the evidence of each signature. */
export function agreementDocument(deposit: Deposit, context: MoveContext, product: Product): DocumentEffect {
  const { terms } = deposit;
  return documentEffect(deposit, context, {
    kind: 'agreement',
    product,
    investmentAllowed: terms.investmentAllowed,
    offers: offersOf(deposit, context.organization.providers),
    ...signaturesUnder(deposit),
  });
}

/** The evidence of all signatures under a deposit. */
function signaturesUnder({ terms, managerSignature, signatures }: Deposit): SignaturesUnder {
  if (managerSignature === null) throw new Error('tenants sign what the manager has signed');
  const { by, at } = managerSignature;
  return {
    manager: by === null ? null : evidenceOf(by, managerSignature),
    managerSignedAt: at.toISOString(),
    signatures: terms.tenants.map((tenant, index) => {
      const signature = signatures[index];
      if (signature === null || signature === undefined) throw new Error('an agreement has all signatures');
      return evidenceOf(signerOf(tenant), signature);
    }),
  };
}

/** The evidence of one signature, for a document. */
export function evidenceOf(
  { name, email }: Signer,
  { at, from, proof }: { at: Date; from: string | null; proof: SignatureProof | null },
): SignatureEvidence {
  const { typedName = null, browser = null, terms = null, pdf = null, reachedBy = null } = proof ?? {};
  const qualified = proof?.qualified ?? null;
  return { name, email, at: at.toISOString(), from, typedName, browser, terms, pdf, reachedBy, qualified };
}
