import * as z from 'zod';
import type { Services } from '../actions/services.ts';
import { emailKey } from '../domain/values/contact.ts';
import { waitingEmail } from '../domain/changes/email-facts.ts';
import { CHANGE_AUTHORS, HOLD_GROUNDS, STATES, STEPS } from '../domain/deposit.ts';
import { PRODUCTS } from '../domain/product.ts';
import { DOCUMENT_KINDS } from '../domain/document.ts';
import { INTEGRATIONS } from '../domain/integration.ts';
import type { Order, Payment } from '../domain/ledger.ts';
import type { NearDuplicate } from '../domain/notes/near-duplicate.ts';
import { missingOf, payRules } from '../domain/payee/facts.ts';
import type { Missing } from '../domain/payee/missing.ts';
import { rappen, signedChf, toChf, type Rappen } from '../domain/values/money.ts';
import { adjustmentsSchema, depositTermsSchema } from '../domain/schema/deposit-terms.ts';
import type { StoredDeposit } from '../storage/deposits/deposits.ts';
import { attentionOf, MONEY_ATTENTION } from '../domain/lifecycle/attention.ts';
import { heldBy } from '../domain/lifecycle/orders.ts';
import { signaturesSchema, signaturesView } from '../domain/schema/signatures.ts';
import {
  closingSchema,
  closingRecord,
  closingWordSchema,
  closingWordView,
  payoutAccountSchema,
  payoutAccountView,
  withTime,
} from './closing/closing-view.ts';
import { warningSchema, warningsView } from './notes/warnings-view.ts';
import { fileSchema, fileView, letterSchema, letterView, noteSchema, noteView } from './notes/notes-view.ts';
import { changeSchema, changeView } from './changes/change-view.ts';
import { orderFields, orderSchema, stateFields } from './money-view.ts';

const tenantSchema = z.object({
  ...depositTermsSchema.shape.tenants.element.shape,
  newEmail: z
    .object({ email: z.string(), by: z.enum(CHANGE_AUTHORS), at: z.string() })
    .nullable()
    .describe('An e-mail address that waits for confirmation.'),
  emailBounced: z
    .object({ at: z.string(), reason: z.string().nullable() })
    .nullable()
    .describe('A mail to the address came back; null again once another one is confirmed.'),
});
export const depositSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    integration: z.enum(INTEGRATIONS),
    state: z.enum(STATES),
    step: z.enum(STEPS).nullable(),
    since: z.string().describe('When it entered its state or step.'),
    createdAt: z.string(),
    sentAt: z.string().nullable().describe('When it first went to the tenants.'),
    takenOver: z
      .object({
        importId: z.string(),
        openSince: z.string(),
        balance: z.number().nullable().describe('CHF; null for an insurance, as the next.'),
        balanceOn: z.string().nullable(),
      })
      .nullable()
      .describe('It was in force elsewhere before. Null: opened here.'),
    sendAt: z.string().nullable().describe('While it waits to be sent: when that is.'),
    hold: z
      .object({ ground: z.enum(HOLD_GROUNDS), at: z.string() })
      .nullable()
      .describe('Why nothing is paid out for now.'),
    ...depositTermsSchema.shape,
    tenants: z.array(tenantSchema),
    propertyManager: z.object({ id: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() }),
    iban: z.string().nullable(),
    qrIban: z.string().nullable(),
    paymentReference: z.string().nullable(),
    product: z.enum(PRODUCTS).nullable(),
    provider: z.string().nullable(),
    policy: z
      .object({
        policyNumber: z.string().nullable(),
        from: z.string().nullable(),
        premium: z.number().nullable().describe('CHF per year.'),
      })
      .nullable()
      .describe('Of an insurance in force: what the insurer said.'),
    paidInTotal: z.number().describe('The sum that counts, at most `rentalDeposit`.'),
    payments: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        amount: z.number(),
        counted: z.number(),
        reference: z.string(),
        matchedBy: z.enum(['reference', 'account']),
        bookedOn: z.string().nullable(),
        valueOn: z.string().nullable(),
        bankReference: z.string().nullable(),
        entryKey: z.string().nullable().describe('The entry of the bank’s statement.'),
        reversedAt: z.string().nullable().describe('When the bank took it back.'),
      }),
    ),
    orders: z.array(orderSchema).describe('Outgoing money: payouts, paybacks and transfers.'),
    balance: z
      .object({
        deposit: z.number(),
        interest: z.number(),
        charges: z.number(),
        withholdingTax: z.number(),
        surplus: z.number(),
        held: z.number().describe('All that is held now; below 0 if more was charged than is there.'),
      })
      .describe('CHF'),
    attention: z.array(z.enum(MONEY_ATTENTION)).describe('What is wrong with its money.'),
    registerCheck: z
      .object({
        at: z.string(),
        differences: z.array(z.object({ field: z.string(), declared: z.string(), registered: z.string() })),
      })
      .nullable()
      .describe('For a company: differences from the commercial register. Null: not checked.'),
    refusal: z.object({ at: z.string(), by: z.enum(['bank', 'insurer']), reason: z.string() }).nullable(),
    changes: z.array(changeSchema).describe('What was changed while it was in force, oldest first.'),
    closing: closingSchema.nullable(),
    closingWord: closingWordSchema.nullable().describe('Joint signature by two: what the first signatory has said.'),
    payoutAccount: payoutAccountSchema.nullable().describe('Of the tenants, confirmed with a code.'),
    legalClaim: z.object({ at: z.string(), evidence: z.string() }).nullable(),
    paidOutTime: z.string().nullable(),
    paidOutAmountTenant: z.number().nullable(),
    paidOutAmountLandlord: z.number().nullable().describe('Of an insurance: what the insurer has paid.'),
    adjustments: adjustmentsSchema,
    signatures: signaturesSchema,
    history: z.array(
      z.object({ at: z.string(), actor: z.string(), event: z.string(), detail: z.record(z.string(), z.unknown()) }),
    ),
    letters: z.array(letterSchema).describe('To tenants without an e-mail address; null: it is due.'),
    warnings: z.array(warningSchema).describe('To look at before it is signed; none once it is in force.'),
    notes: z.array(noteSchema).describe('Of the property management, oldest first.'),
    files: z.array(fileSchema).describe('Of the property management, oldest first.'),
    documents: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(DOCUMENT_KINDS),
        year: z.int().nullable().describe('Of an account overview at year-end (`year_statement`).'),
        amendment: z.int().nullable().describe('The number of an amendment of the agreement; else null.'),
        sha256: z.string(),
        createdAt: z.string(),
      }),
    ),
  })
  .meta({ id: 'Deposit' });

export type DepositView = z.infer<typeof depositSchema>;

type ViewSettings = Pick<Services, 'providers' | 'money' | 'demoIban'>;

/** The full record of a deposit. */
export function depositView(
  deposit: StoredDeposit,
  settings: ViewSettings,
  duplicates: readonly NearDuplicate[],
): DepositView {
  const { terms, manager, product, readAt } = deposit;
  const { providers } = settings;
  const rules = payRules(settings, readAt);
  const missing = (order: Order): Missing | null => missingOf(deposit, deposit.organization, order, rules);
  return {
    id: deposit.id,
    organizationId: deposit.organizationId,
    integration: deposit.integration,
    state: deposit.state,
    step: deposit.step,
    since: deposit.stepSince.toISOString(),
    createdAt: deposit.createdAt.toISOString(),
    sentAt: deposit.sentAt?.toISOString() ?? null,
    takenOver:
      deposit.takenOver === null ? null : { ...deposit.takenOver, balance: chfOrNull(deposit.takenOver.balance) },
    sendAt: deposit.sendAt?.toISOString() ?? null,
    hold: deposit.hold === null ? null : withTime(deposit.hold),
    ...terms,
    rentalDeposit: toChf(terms.rentalDeposit),
    tenants: terms.tenants.map((tenant, index) => ({
      ...tenant,
      newEmail: newEmailOf(deposit, index + 1),
      emailBounced: emailBounced(deposit, tenant.email),
      signedAt: deposit.signatures[index]?.at.toISOString() ?? null,
    })),
    propertyManager: {
      id: manager.id,
      email: manager.email,
      firstName: manager.firstName,
      lastName: manager.lastName,
    },
    iban: deposit.iban,
    qrIban: deposit.qrIban,
    paymentReference: deposit.paymentReference,
    product,
    provider: product === null ? null : (deposit.provider?.code ?? providers[product]),
    policy: deposit.policy === null ? null : { ...deposit.policy, premium: chfOrNull(deposit.policy.premium) },
    paidInTotal: toChf(deposit.paidIn),
    payments: deposit.payments.map(paymentView),
    orders: deposit.orders
      .filter(({ cancelledAt }) => cancelledAt === null)
      .map((order) => ({ ...orderFields(order), ...stateFields(order, missing(order)) })),
    balance: balanceView(deposit),
    attention: attentionOf(deposit, { isOverdrawn: deposit.isOverdrawn }),
    registerCheck:
      deposit.registerCheck === null
        ? null
        : { at: deposit.registerCheck.at.toISOString(), differences: [...deposit.registerCheck.differences] },
    refusal: deposit.refusal === null ? null : withTime(deposit.refusal),
    changes: deposit.changes.map(changeView),
    closing: deposit.closing === null ? null : closingRecord(deposit.closing, deposit),
    closingWord: closingWordView(deposit),
    payoutAccount: payoutAccountView(deposit),
    legalClaim: deposit.legalClaim === null ? null : withTime(deposit.legalClaim),
    paidOutTime: deposit.paidOutAt?.toISOString() ?? null,
    paidOutAmountTenant: chfOrNull(deposit.paidOutTenant),
    paidOutAmountLandlord: chfOrNull(deposit.paidOutLandlord),
    adjustments: [...deposit.adjustments],
    signatures: signaturesView(deposit),
    history: deposit.history.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    ...keptView(deposit),
    warnings: warningsView(duplicates),
    documents: deposit.documents.map((one) => ({ ...one, createdAt: new Date(one.createdAt).toISOString() })),
  };
}

function newEmailOf(deposit: StoredDeposit, tenant: number): DepositView['tenants'][number]['newEmail'] {
  const waiting = waitingEmail(deposit, tenant, deposit.readAt);
  return waiting === null ? null : { email: waiting.email, by: waiting.by, at: waiting.at.toISOString() };
}

function keptView({ letters, notes, files }: StoredDeposit): Pick<DepositView, 'letters' | 'notes' | 'files'> {
  return { letters: letters.map(letterView), notes: notes.map(noteView), files: files.map(fileView) };
}

function emailBounced({ bounces }: StoredDeposit, email: string | null): { at: string; reason: string | null } | null {
  const bounce = email === null ? undefined : bounces.find((one) => one.email === emailKey(email));
  return bounce === undefined ? null : { at: bounce.at.toISOString(), reason: bounce.reason };
}

function paymentView({ at, amount, counted, reversedAt, ...payment }: Payment): DepositView['payments'][number] {
  const { id, reference, matchedBy, bookedOn, valueOn, bankReference, entryKey } = payment;
  return {
    id,
    at: at.toISOString(),
    amount: toChf(amount),
    counted: toChf(counted),
    reference,
    matchedBy,
    bookedOn,
    valueOn,
    bankReference,
    entryKey,
    reversedAt: reversedAt?.toISOString() ?? null,
  };
}

function balanceView(deposit: StoredDeposit): DepositView['balance'] {
  const { paidIn, interest, charges, withholdingTax, payments } = deposit;
  return {
    deposit: toChf(paidIn),
    interest: toChf(interest),
    charges: toChf(charges),
    withholdingTax: toChf(withholdingTax),
    surplus: toChf(rappen(payments.reduce((sum, { surplus }) => sum + surplus, 0))),
    held: signedChf(heldBy(deposit)),
  };
}

function chfOrNull(amount: Rappen | null): number | null {
  return amount === null ? null : toChf(amount);
}
