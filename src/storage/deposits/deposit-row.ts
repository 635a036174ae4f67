import type { Day } from '../../domain/values/calendar.ts';
import type {
  Adjustment,
  Assistant,
  Deposit,
  Hold,
  LegalClaim,
  ManagerSignature,
  Owner,
  Policy,
  Property,
  ProviderRefusal,
  RegisterCheck,
  State,
  Step,
  TakenOver,
} from '../../domain/deposit.ts';
import type { ClosingWord, PayoutAccount } from '../../domain/closing/closing.ts';
import type { Integration } from '../../domain/integration.ts';
import type { Language } from '../../domain/values/language.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import type { Product } from '../../domain/product.ts';
import type { Provider } from '../../domain/provider.ts';
import type { SignatureRule, Tenant } from '../../domain/tenant.ts';
import { column, type RowOf } from '../database/columns.ts';
import { orderFrom, paymentFrom, type OrderRow, type PaymentRow } from '../money/booked-money.ts';
import { memberFrom, type MemberRow } from '../set-up/members.ts';
import { applicationFrom, type ApplicationRow } from './applications.ts';
import { emailChangeFrom, type EmailChangeRow } from './email-changes.ts';
import {
  closingFrom,
  payoutAccountFrom,
  requestFrom,
  timed,
  type AsText,
  type ClosingJson,
  type RequestJson,
} from './closing-json.ts';
import { depositChangeFrom, type ChangeRow } from './changes.ts';
import type { Head } from './history.ts';
import { tenantFrom, type TenantRow } from './tenants.ts';

/** Set when the deposit is opened, and never changed. */
const FIXED = {
  organization_id: column<string>('uuid'),
  id: column<string>('uuid'),
  external_contract_id: column<string>('text'),
  connection_id: column<string>('uuid'),
  integration: column<Integration>('text'),
  created_at: column<Date>('timestamptz'),
};

/** Set when the deposit is opened, and changed by moves. */
const OPENED = {
  state: column<State>('text'),
  step: column<Step | null>('text'),
  sent_at: column<Date | null>('timestamptz'),
  send_at: column<Date | null>('timestamptz'),
  manager_signature: column<AsText<ManagerSignature> | null>('json'),
  history_count: column<number>('integer'),
  history_hash: column<Buffer>('bytea'),
  property: column<Property>('json'),
  rental_start: column<Day>('date'),
  rental_deposit_rappen: column<number>('bigint'),
  tenant_language: column<Language>('text'),
  investment_allowed: column<boolean>('boolean'),
  owner: column<Owner>('json'),
  manager_organization_id: column<string>('uuid'),
  manager_id: column<string>('uuid'),
  assistant: column<Assistant | null>('json'),
  signature_rule: column<SignatureRule>('text'),
  product: column<Product | null>('text'),
  provider_code: column<string | null>('text'),
  provider_version_id: column<string | null>('uuid'),
  adjustments: column<Adjustment[]>('json'),
};

/** Changed by moves. */
const MOVED = {
  step_since: column<Date>('timestamptz'),
  reminders: column<number>('integer'),
  round: column<number>('integer'),
  iban: column<string | null>('text'),
  qr_iban: column<string | null>('text'),
  payment_reference: column<string | null>('text'),
  paid_in_rappen: column<number>('bigint'),
  interest_rappen: column<number>('bigint'),
  charges_rappen: column<number>('bigint'),
  withholding_tax_rappen: column<number>('bigint'),
  policy: column<Policy | null>('json'),
  taken_over: column<TakenOver | null>('json'),
  refusal: column<AsText<ProviderRefusal> | null>('json'),
  register_check: column<AsText<RegisterCheck> | null>('json'),
  closing: column<ClosingJson | null>('json'),
  closing_word: column<AsText<ClosingWord> | null>('json'),
  payout_account: column<AsText<PayoutAccount> | null>('json'),
  payout_account_request: column<RequestJson | null>('json'),
  legal_claim: column<AsText<LegalClaim> | null>('json'),
  hold: column<AsText<Hold> | null>('json'),
  paid_out_at: column<Date | null>('timestamptz'),
  paid_out_tenant_rappen: column<number | null>('bigint'),
  paid_out_landlord_rappen: column<number | null>('bigint'),
};

export const INSERTED_COLUMNS = { ...FIXED, ...OPENED };
export const UPDATED_COLUMNS = { ...OPENED, ...MOVED };
export const DEPOSIT_COLUMNS = { ...FIXED, ...OPENED, ...MOVED };

/** Written by name. Bytes are base64. */
type Written<C> = Record<keyof C, unknown>;

/** The columns of an insert; the connection is not part of the deposit. */
export function insertedRow(deposit: Deposit, head: Head, connectionId: string): Written<typeof INSERTED_COLUMNS> {
  return {
    organization_id: deposit.organizationId,
    id: deposit.id,
    external_contract_id: deposit.terms.externalContractId,
    connection_id: connectionId,
    integration: deposit.integration,
    created_at: deposit.createdAt,
    ...openedRow(deposit, head),
  };
}

export function updatedRow(deposit: Deposit, head: Head): Written<typeof UPDATED_COLUMNS> {
  return {
    ...openedRow(deposit, head),
    step_since: deposit.stepSince,
    reminders: deposit.reminders,
    round: deposit.round,
    iban: deposit.iban,
    qr_iban: deposit.qrIban,
    payment_reference: deposit.paymentReference,
    paid_in_rappen: deposit.paidIn,
    interest_rappen: deposit.interest,
    charges_rappen: deposit.charges,
    withholding_tax_rappen: deposit.withholdingTax,
    policy: deposit.policy,
    taken_over: deposit.takenOver,
    refusal: deposit.refusal,
    register_check: deposit.registerCheck,
    closing: deposit.closing,
    closing_word: deposit.closingWord,
    payout_account: deposit.payoutAccount,
    payout_account_request: deposit.payoutAccountRequest,
    legal_claim: deposit.legalClaim,
    hold: deposit.hold,
    paid_out_at: deposit.paidOutAt,
    paid_out_tenant_rappen: deposit.paidOutTenant,
    paid_out_landlord_rappen: deposit.paidOutLandlord,
  };
}

function openedRow(deposit: Deposit, head: Head): Written<typeof OPENED> {
  const { terms, manager } = deposit;
  return {
    state: deposit.state,
    step: deposit.step,
    sent_at: deposit.sentAt,
    send_at: deposit.sendAt,
    manager_signature: deposit.managerSignature,
    history_count: head.count,
    history_hash: head.hash?.toString('base64'),
    property: terms.property,
    rental_start: terms.rentalStart,
    rental_deposit_rappen: terms.rentalDeposit,
    tenant_language: terms.tenantLanguage,
    investment_allowed: terms.investmentAllowed,
    owner: terms.owner,
    manager_organization_id: manager.organizationId,
    manager_id: manager.id,
    assistant: terms.assistant,
    signature_rule: terms.signatureRule,
    product: deposit.product,
    provider_code: deposit.provider?.code ?? null,
    provider_version_id: deposit.provider?.versionId ?? null,
    adjustments: deposit.adjustments,
  };
}

/** A row of `deposits` with the rows of other tables that belong to it. */
export type DepositRow = RowOf<typeof DEPOSIT_COLUMNS> & {
  manager: MemberRow;
  tenants: TenantRow[];
  payments: PaymentRow[] | null;
  orders: OrderRow[] | null;
  provider: Provider | null;
  applications: ApplicationRow[] | null;
  email_changes: EmailChangeRow[] | null;
  changes: ChangeRow[] | null;
  former_accounts: { iban: string; qr_iban: string | null; until: string }[] | null;
};

export function depositFrom(row: DepositRow): Deposit {
  return {
    organizationId: row.organization_id,
    id: row.id,
    integration: row.integration,
    state: row.state,
    step: row.step,
    stepSince: row.step_since,
    reminders: row.reminders,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    sendAt: row.send_at,
    round: row.round,
    terms: {
      externalContractId: row.external_contract_id,
      property: row.property,
      rentalStart: row.rental_start,
      rentalDeposit: rappen(row.rental_deposit_rappen),
      tenantLanguage: row.tenant_language,
      investmentAllowed: row.investment_allowed,
      owner: row.owner,
      assistant: row.assistant,
      tenants: row.tenants.map(tenantFrom) as [Tenant, ...Tenant[]],
      signatureRule: row.signature_rule,
    },
    managerSignature: row.manager_signature === null ? null : { ...NO_PROOF, ...timed(row.manager_signature) },
    signatures: row.tenants.map(({ signed_at: at, signed_from: from, signed_proof: proof }) =>
      at === null ? null : { at: new Date(at), from, proof },
    ),
    adjustments: row.adjustments,
    takenOver: row.taken_over,
    manager: memberFrom(row.manager),
    product: row.product,
    provider: row.provider,
    applications: (row.applications ?? []).map(applicationFrom),
    changes: (row.changes ?? []).map(depositChangeFrom),
    policy: row.policy,
    iban: row.iban,
    qrIban: row.qr_iban,
    paymentReference: row.payment_reference,
    formerAccounts: (row.former_accounts ?? []).map(({ iban, qr_iban: qrIban, until }) => ({
      iban,
      qrIban,
      until: new Date(until),
    })),
    paidIn: rappen(row.paid_in_rappen),
    interest: rappen(row.interest_rappen),
    charges: rappen(row.charges_rappen),
    withholdingTax: rappen(row.withholding_tax_rappen),
    payments: (row.payments ?? []).map(paymentFrom),
    orders: (row.orders ?? []).map(orderFrom),
    refusal: row.refusal === null ? null : timed(row.refusal),
    registerCheck: row.register_check === null ? null : timed(row.register_check),
    closing: row.closing === null ? null : closingFrom(row.closing),
    closingWord: row.closing_word === null ? null : timed(row.closing_word),
    payoutAccount: payoutAccountFrom(row.payout_account),
    payoutAccountRequest: requestFrom(row.payout_account_request),
    legalClaim: row.legal_claim === null ? null : timed(row.legal_claim),
    hold: row.hold === null ? null : timed(row.hold),
    emailChanges: (row.email_changes ?? []).map(emailChangeFrom),
    paidOutAt: row.paid_out_at,
    paidOutTenant: rappenOrNull(row.paid_out_tenant_rappen),
    paidOutLandlord: rappenOrNull(row.paid_out_landlord_rappen),
  };
}

/** What the management signed was not kept by earlier versions. */
const NO_PROOF = { proof: null };
function rappenOrNull(amount: number | null): Rappen | null {
  return amount === null ? null : rappen(amount);
}
