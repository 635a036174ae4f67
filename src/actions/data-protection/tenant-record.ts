import type { ApplicationKind } from '../../domain/application.ts';
import { propertyLine, type Deposit } from '../../domain/deposit.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { Language } from '../../domain/values/language.ts';
import { toChf } from '../../domain/values/money.ts';
import { TENANT_PREFIXES } from '../../domain/payload/problem.ts';
import { currentOverviews } from '../../domain/statements/overviews.ts';
import type { QualifiedProof } from '../../domain/signature.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { EntryOfPeople } from '../../storage/data-protection/person.ts';
import type { StoredDeposit } from '../../storage/deposits/deposits.ts';
import { ownEntry, prefixOf, type OwnEntry } from './own-part.ts';

type Proposed = { at: string; by: string; amountLandlordChf: number; reason: string | null };

/** All data of a deposit about one of its tenants. Of the others only their number is shown. */
export type TenantRecord = {
  depositId: string;
  organization: string;
  contract: string;
  state: string;
  step: string | null;
  createdAt: string;
  language: Language;
  property: string;
  rentalStart: string;
  rentalDepositChf: number;
  product: string | null;
  position: number;
  otherTenants: number;
  person: Tenant;
  /** The account is the main tenant's. */
  account: { iban: string | null; paymentReference: string | null } | null;
  signature: {
    at: string;
    from: string | null;
    typedName: string | null;
    browser: string | null;
    reachedBy: string | null;
    termsSha256: string | null;
    pdfSha256: string | null;
    qualified: QualifiedProof | null;
  } | null;
  manager: { name: string; email: string };
  corrections: readonly { field: string; rule: string; from: string | null; to: string | null }[];
  payments: readonly { at: string; amountChf: number; payerName: string | null; payerIban: string | null }[];
  orders: readonly { at: string; to: string; amountChf: number; iban: string | null; completedAt: string | null }[];
  closing: {
    tenancyEnd: string;
    tenantIban: string | null;
    proposals: readonly Proposed[];
    ground: string | null;
  } | null;
  refusal: string | null;
  /** What the bank or the insurer was asked. Its answer is about the main tenant's account or policy. */
  applications: readonly {
    at: string;
    kind: ApplicationKind;
    state: string;
    reference: string | null;
    answer: Record<string, unknown> | null;
    answeredAt: string | null;
  }[];
  legalClaim: string | null;
  history: readonly OwnEntry[];
  documents: readonly { id: string; kind: DocumentKind; createdAt: string; sha256: string }[];
  /** What the property management has shared with the tenants. */
  notes: readonly { at: string; text: string }[];
  files: readonly { id: string; at: string; name: string; sha256: string }[];
};

export function tenantRecord(
  deposit: StoredDeposit,
  history: readonly EntryOfPeople[],
  { organization, key, position }: { organization: string; key: string; position: number },
): TenantRecord {
  const { terms, closing, manager } = deposit;
  const isMain = position === 1;
  const signature = deposit.signatures[position - 1] ?? null;
  return {
    depositId: deposit.id,
    organization,
    contract: terms.externalContractId,
    state: deposit.state,
    step: deposit.step,
    createdAt: deposit.createdAt.toISOString(),
    language: terms.tenantLanguage,
    property: propertyLine(terms),
    rentalStart: terms.rentalStart,
    rentalDepositChf: toChf(terms.rentalDeposit),
    product: deposit.product,
    position,
    otherTenants: terms.tenants.length - 1,
    person: terms.tenants[position - 1] as Tenant,
    account: isMain ? { iban: deposit.iban, paymentReference: deposit.paymentReference } : null,
    signature: signature === null ? null : evidenceOf(signature),
    manager: { name: `${manager.firstName} ${manager.lastName}`, email: manager.email },
    corrections: deposit.adjustments.filter(({ field }) => prefixOf(field) === TENANT_PREFIXES[position - 1]),
    payments: deposit.payments.map(({ at, amount, payerName, payerIban }) => ({
      at: at.toISOString(),
      amountChf: toChf(amount),
      payerName: isMain ? payerName : null,
      payerIban: isMain ? payerIban : null,
    })),
    orders: deposit.orders.map(({ orderedAt, payee, amount, iban, completedAt }) => ({
      at: orderedAt.toISOString(),
      to: payee,
      amountChf: toChf(amount),
      iban: isMain && payee !== 'landlord' ? iban : null,
      completedAt: completedAt?.toISOString() ?? null,
    })),
    closing:
      closing === null
        ? null
        : {
            tenancyEnd: closing.tenancyEnd,
            tenantIban: closing.tenantIban,
            proposals: closing.proposals.map(({ at, by, amountLandlord, reason }) => ({
              at: at.toISOString(),
              by,
              amountLandlordChf: toChf(amountLandlord),
              reason,
            })),
            ground: closing.release?.ground ?? null,
          },
    refusal: deposit.refusal?.reason ?? null,
    applications: applicationsOf(deposit, isMain),
    legalClaim: deposit.legalClaim?.evidence ?? null,
    history: history.map((entry) => ownEntry(entry, { key, position })),
    documents: papersOf(deposit, { isMain, hasSigned: signature !== null }),
    notes: deposit.notes.filter(({ shared }) => shared).map(({ at, text }) => ({ at: at.toISOString(), text })),
    files: deposit.files
      .filter(({ shared }) => shared)
      .map(({ id, at, name, sha256 }) => ({ id, at: at.toISOString(), name, sha256 })),
  };
}

function evidenceOf({ at, from, proof }: NonNullable<Deposit['signatures'][number]>): TenantRecord['signature'] {
  return {
    at: at.toISOString(),
    from,
    typedName: proof?.typedName ?? null,
    browser: proof?.browser ?? null,
    reachedBy: proof?.reachedBy ?? null,
    termsSha256: proof?.terms ?? null,
    pdfSha256: proof?.pdf ?? null,
    qualified: proof?.qualified ?? null,
  };
}

function applicationsOf({ applications }: StoredDeposit, isMain: boolean): TenantRecord['applications'] {
  return applications.map(({ createdAt, kind, state, reference, answer, answeredAt }) => ({
    at: createdAt.toISOString(),
    kind,
    state,
    reference: isMain ? reference : null,
    answer: isMain ? answer : null,
    answeredAt: answeredAt?.toISOString() ?? null,
  }));
}

/** The newest document of each kind and year: an earlier one may name other tenants, or terms that this tenant did not sign. */
function papersOf(
  deposit: StoredDeposit,
  { isMain, hasSigned }: { isMain: boolean; hasSigned: boolean },
): TenantRecord['documents'] {
  const kinds: DocumentKind[] = [
    ...(hasSigned ? (['agreement'] as const) : []),
    ...(hasSigned && isMain ? (['payment_slip'] as const) : []),
    ...(['certificate', 'pay_in', 'pay_out', 'withdrawal'] as const),
  ];
  const newest = kinds.map((kind) => deposit.documents.findLast((one) => one.kind === kind));
  const current = [...newest.filter((one) => one !== undefined), ...currentOverviews(deposit)];
  return current.map(({ id, kind, createdAt, sha256 }) => ({
    id,
    kind,
    createdAt: new Date(createdAt).toISOString(),
    sha256,
  }));
}
