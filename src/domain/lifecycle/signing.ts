import type { Deposit } from '../deposit.ts';
import { AGREEMENT_FILES } from '../messages/attachments.ts';
import type { Product } from '../product.ts';
import { proofInHistory, type SignatureProof } from '../signature.ts';
import { signerInHistory, signerOf, type Tenant } from '../tenant.ts';
import { comesIntoForce, productOf } from './in-force.ts';
import { enter, inTurn, move, type MoveContext, type Decision, type Move } from './move.ts';
import type { DepositOrigin } from './opening.ts';
import { agreementDocument, attach } from './documents.ts';
import { ask, isOffered, withProvider } from './applications.ts';
import { mailAll, mailTenants } from './mails.ts';
import { offersOf } from '../provider.ts';
import { payBackHeld } from './payment.ts';
import { askForPayment } from './providers.ts';

type TenantSignature = DepositOrigin & {
  proof: SignatureProof | null;
  /** Null: all who have not signed yet. */
  tenant: number | null;
  /** The main tenant's choice, where there is one. */
  product: Product | null;
  /** With a choice on a page: the hashes of the terms as they are before it. Who signed others, signs again. */
  openTerms?: readonly string[];
};

/** Section 1: every tenant signs; the main tenant chooses the product where the organization allows it. */
export function tenantSigns(deposit: Deposit, signature: TenantSignature, context: MoveContext): Decision {
  const { tenant } = signature;
  // A product that is already fixed is no longer a choice.
  const product = signature.product === deposit.product ? null : signature.product;
  const { terms, signatures } = deposit;
  const everyone = terms.tenants.map((_, index) => index + 1);
  if (tenant !== null && !everyone.includes(tenant)) return { refused: 'no_such_tenant', field: 'tenant' };
  const signing = tenant === null ? everyone.filter((position) => signatures[position - 1] === null) : [tenant];
  if (signing.some((position) => signatures[position - 1] !== null)) return { refused: 'already_signed' };
  const isMain = signing.includes(1);
  if (!isMain && product !== null) return { refused: 'only_main_tenant', field: 'product' };
  if (isMain && deposit.product === null && product === null) return { refused: 'product_missing', field: 'product' };
  if (deposit.product !== null && product !== null) return { refused: 'product_not_free' };
  const chosen = isMain && deposit.product === null ? product : null;
  if (chosen !== null && !isOffered(context, chosen)) return { refused: 'product_not_offered', field: 'product' };
  return inTurn(
    deposit,
    (current) => sign(current, signing, signature, context),
    (current) => (chosen === null ? move(current) : choose(current, chosen, context)),
    (current) => (chosen === null ? move(current) : askOutdated(current, signature, context)),
    (current) => (current.signatures.includes(null) ? move(current) : afterSignatures(current, context)),
  );
}

function sign(
  deposit: Deposit,
  signing: readonly number[],
  { from, proof }: Pick<TenantSignature, 'from' | 'proof'>,
  { now }: MoveContext,
): Move {
  const { tenants } = deposit.terms;
  // A personal link leads to the page, and it went to this address.
  const proofOf = (index: number): SignatureProof | null =>
    proof === null ? null : { reachedBy: (tenants[index] as Tenant).email, ...proof };
  const signatures = deposit.signatures.map((one, index) =>
    signing.includes(index + 1) ? { at: now, from, proof: proofOf(index) } : one,
  );
  const history = signing.map((position) => {
    const who = signerInHistory(signerOf(tenants[position - 1] as Tenant));
    const personal = { ...who, ...(from === null ? {} : { from }), ...proofInHistory(proofOf(position - 1)) };
    return { at: now, actor: 'tenant' as const, event: 'tenant_signed', detail: { tenant: position }, personal };
  });
  return move({ ...deposit, signatures }, { history });
}

function choose(deposit: Deposit, product: Product, context: MoveContext): Move {
  const chosen = move(withProvider({ ...deposit, product }, context), {
    history: [{ at: context.now, actor: 'tenant', event: 'product_chosen', detail: { product } }],
  });
  return inTurn(
    deposit,
    () => chosen,
    // Money paid in before an edit, to an account that is no longer needed.
    (current) => (product === 'insurance' ? payBackHeld(current, 'insurance_chosen', context) : move(current)),
  );
}

/**
 * Co-tenants who signed before the choice signed the offers of then. If these have changed, the agreement would say what
 * they have not seen: they are asked again, with what was chosen.
 */
function askOutdated(deposit: Deposit, { openTerms }: TenantSignature, context: MoveContext): Move {
  if (openTerms === undefined) return move(deposit);
  const isOutdated = (at: number): boolean => {
    const proof = at === 0 ? null : (deposit.signatures[at]?.proof ?? null);
    return proof !== null && !openTerms.includes(proof.terms);
  };
  const outdated = deposit.signatures.flatMap((_, at) => (isOutdated(at) ? [at + 1] : []));
  if (outdated.length === 0) return move(deposit);
  const signatures = deposit.signatures.map((one, at) => (outdated.includes(at + 1) ? null : one));
  const history = outdated.map((tenant) => ({
    at: context.now,
    actor: 'service' as const,
    event: 'signature_outdated',
    detail: { tenant },
  }));
  const offers = offersOf(deposit, context.organization.providers);
  return inTurn(
    { ...deposit, signatures },
    (current) => move(current, { history }),
    (current) => mailTenants(current, context, { kind: 'tenant_sign', isChanged: true, offers }, outdated),
  );
}

/** All have signed: enters the next step, stores the agreement, and sends it to both sides. */
function afterSignatures(deposit: Deposit, context: MoveContext): Move {
  return inTurn(
    deposit,
    (current) => goOn(current, context),
    (current) => {
      const mailed = mailAll(current, context, { kind: 'deposit_signed', isInForce: current.state === 'open' });
      return attach(agreementDocument(current, context, productOf(current)), mailed, AGREEMENT_FILES);
    },
  );
}

/** An account that is already open stays, with the money on it. */
function goOn(deposit: Deposit, context: MoveContext): Move {
  if (deposit.product === 'insurance') {
    return ask(enter(deposit, { state: 'opening', step: 'awaiting_cover' }, context.now), 'cover', context);
  }
  if (deposit.iban === null) {
    return ask(enter(deposit, { state: 'opening', step: 'awaiting_account' }, context.now), 'account_opening', context);
  }
  return deposit.paidIn === deposit.terms.rentalDeposit
    ? comesIntoForce(deposit, context)
    : askForPayment(deposit, context);
}
