import type { Adjustment, Deposit, DepositTerms } from '../deposit.ts';
import type { Member } from '../organization.ts';
import { TENANT_PREFIXES, type FieldName } from '../payload/problem.ts';
import { writePayload, type Payload } from '../payload/write-payload.ts';
import type { LegalTenant, Tenant } from '../tenant.ts';
import { uidDigits } from '../values/uid.ts';
import { byManager } from './move.ts';
import { invitationMail, mailManager } from './mails.ts';
import { inTurn, move, type MoveContext, type Decision, type Move } from './move.ts';
import { endedByCorrection } from '../changes/email-facts.ts';
import { checkRegister } from './opening.ts';

/** The complete terms, read again. Only the contract id never changes. */
export type Correction = {
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  manager: Member;
  /** The manager is added as a member with this correction and gets an invitation. */
  isInvited: boolean;
};

/** The manager corrects data that no tenant relies on yet: before it is sent, or during editing. The state stays. */
export function correct(deposit: Deposit, correction: Correction, context: MoveContext): Decision {
  const { terms, manager, isInvited } = correction;
  if (terms.externalContractId !== deposit.terms.externalContractId) {
    throw new Error('a contract keeps its id');
  }
  if (terms.rentalDeposit < deposit.paidIn) return { refused: 'less_than_paid_in', field: 'rentalDeposit' };
  // The bank has opened the account in this person's name.
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
    managerSignature: signedAgain(deposit, context),
    emailChanges: endedByCorrection(deposit, terms, context.now),
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

/** During the send delay, the service signs what was corrected for the manager again. */
function signedAgain({ step, managerSignature }: Deposit, { now }: MoveContext): Deposit['managerSignature'] {
  return step === 'awaiting_send' && managerSignature !== null ? { ...managerSignature, at: now } : managerSignature;
}

const COMPANY = /(?:CompanyName|LegalForm|Domicile|ZefixUid)$/;

function changedFields(before: Payload, after: Payload): FieldName[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)] as FieldName[]);
  return [...fields].filter((field) => before[field] !== after[field]);
}

/** The names of the changed fields are public; their old and new values may be personal. */
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

/** The earlier adjustments that still explain a current value. */
function stillTrue(old: readonly Adjustment[], fresh: readonly Adjustment[], after: Payload): Adjustment[] {
  const at = (adjustments: readonly Adjustment[], field: string) => adjustments.filter((one) => one.field === field);
  const isRight = ({ field, to }: Adjustment): boolean => (after[field as FieldName] ?? null) === to;
  const isExplained = (field: string): boolean => at(fresh, field).length === 0 && at(old, field).every(isRight);
  return old.filter(({ field, rule }) => !ALWAYS_APPLIED.has(rule) && togetherWith(field).every(isExplained));
}

/** The payload reader applies these rules every time, so earlier adjustments by them are obsolete. */
const ALWAYS_APPLIED: ReadonlySet<Adjustment['rule']> = new Set(['owner_care_of', 'investment_disabled']);

/** Street and house number were split from one text; an adjustment of one explains the other. */
function togetherWith(field: string): readonly string[] {
  return STREETS.find((pair) => pair.includes(field)) ?? [field];
}

const STREETS: readonly (readonly string[])[] = [
  ['street', 'streetNumber'],
  ['ownerStreet', 'ownerStreetNumber'],
  ...TENANT_PREFIXES.map((prefix) => [`${prefix}AddressStreet`, `${prefix}AddressStNumber`]),
];

/** The field in which the two differ. Null: they are the same. */
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
