import type { Adjustment, Deposit, DepositTerms } from '../deposit.ts';
import type { Member } from '../organization.ts';
import { TENANT_PREFIXES, type FieldName } from '../payload/problem.ts';
import { writePayload, type Payload } from '../payload/write-payload.ts';
import type { LegalTenant, Tenant } from '../tenant.ts';
import { uidDigits } from '../uid.ts';
import { byManager } from './move.ts';
import { invitationMail, mailManager } from './mails.ts';
import { inTurn, move, type MoveContext, type Decision, type Move } from './move.ts';
import { checkRegister } from './opening.ts';

/** The whole of it, read anew; only the contract id is the same for ever. */
export type Correction = {
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  manager: Member;
  /** The manager joins with this correction, and is told so. */
  isInvited: boolean;
};

/** The manager puts data right that no tenant has to rely on: before signing, or while editing. The state stays. */
export function correct(deposit: Deposit, correction: Correction, context: MoveContext): Decision {
  const { terms, manager, isInvited } = correction;
  if (terms.externalContractId !== deposit.terms.externalContractId) {
    throw new Error('a contract keeps its id');
  }
  if (terms.rentalDeposit < deposit.paidIn) return { refused: 'less_than_paid_in', field: 'rentalDeposit' };
  // The bank has opened the account for this very person.
  const otherHolder = deposit.iban === null ? null : differentPerson(deposit.terms.tenants[0], terms.tenants[0]);
  if (otherHolder !== null) return { refused: 'account_has_holder', field: otherHolder };
  const [before, after] = [writePayload(deposit), writePayload(correction)];
  const changed = changedFields(before, after);
  const isNewCompany = changed.some((field) => COMPANY.test(field));
  const corrected: Deposit = {
    ...deposit,
    terms,
    adjustments: [...correction.adjustments, ...stillTrue(deposit.adjustments, correction.adjustments, after)],
    manager,
    signatures: terms.tenants.map(() => null),
    registerCheck: isNewCompany ? null : deposit.registerCheck,
  };
  const hasNewManager = manager.id !== deposit.manager.id;
  return inTurn(
    corrected,
    (current) => note(current, { deposit, before, after, changed }, context),
    (current) => move(current, { effects: isNewCompany ? checkRegister(terms, context) : [] }),
    (current) => move(current, { effects: isInvited ? [invitationMail(manager, context.organization, context)] : [] }),
    (current) =>
      hasNewManager && deposit.step === 'awaiting_manager_signature' && manager.id !== context.member?.id
        ? mailManager(current, context, { kind: 'deposit_imported' })
        : move(current),
  );
}

const COMPANY = /(?:CompanyName|LegalForm|Domicile|ZefixUid)$/;

function changedFields(before: Payload, after: Payload): FieldName[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)] as FieldName[]);
  return [...fields].filter((field) => before[field] !== after[field]);
}

/** Which fields is for everybody; what stood and stands in them may be personal. */
function note(
  corrected: Deposit,
  {
    deposit,
    before,
    after,
    changed,
  }: { deposit: Deposit; before: Payload; after: Payload; changed: readonly FieldName[] },
  context: MoveContext,
): Move {
  if (changed.length === 0) return move(corrected);
  const entry = byManager(deposit, context);
  const values = changed.map((field) => [field, `${before[field] ?? '–'} → ${after[field] ?? '–'}`]);
  const detail = { ...entry.detail, fields: changed.join(', ') };
  const personal = { ...entry.personal, ...Object.fromEntries(values) };
  return move(corrected, { history: [{ ...entry, event: 'corrected', detail, personal }] });
}

/** What was adjusted when the data first came, as far as it still explains what stands. */
function stillTrue(old: readonly Adjustment[], fresh: readonly Adjustment[], after: Payload): Adjustment[] {
  const at = (adjustments: readonly Adjustment[], field: string) => adjustments.filter((one) => one.field === field);
  const isRight = ({ field, to }: Adjustment): boolean => (after[field as FieldName] ?? null) === to;
  const isExplained = (field: string): boolean => at(fresh, field).length === 0 && at(old, field).every(isRight);
  return old.filter(({ field, rule }) => !READ_ANEW.has(rule) && togetherWith(field).every(isExplained));
}

/** Rules that the reader applies to every reading alike, so that an old note of them says nothing more. */
const READ_ANEW: ReadonlySet<Adjustment['rule']> = new Set(['owner_care_of', 'investment_disabled']);

/** A street and its number were split from one another: neither is explained without the other. */
function togetherWith(field: string): readonly string[] {
  return STREETS.find((pair) => pair.includes(field)) ?? [field];
}

const STREETS: readonly (readonly string[])[] = [
  ['street', 'streetNumber'],
  ['ownerStreet', 'ownerStreetNumber'],
  ...TENANT_PREFIXES.map((prefix) => [`${prefix}AddressStreet`, `${prefix}AddressStNumber`]),
];

/** The field by which the one is not the other; null: they are the same. */
function differentPerson(one: Tenant, other: Tenant): FieldName | null {
  if (one.type !== other.type) return 'tenantType';
  if (one.type === 'legal' && other.type === 'legal') {
    if (one.company.name !== other.company.name) return 'tenantCompanyName';
    return uidOf(one) === uidOf(other) ? null : 'tenantZefixUid';
  }
  if (one.firstName !== other.firstName) return 'tenantFirstName';
  if (one.lastName !== other.lastName) return 'tenantLastName';
  return one.type === 'natural' && other.type === 'natural' && one.birthDate !== other.birthDate
    ? 'tenantBirthDate'
    : null;
}

function uidOf({ company: { zefixUid } }: LegalTenant): string | null {
  return zefixUid === null ? null : uidDigits(zefixUid);
}
