import { swissDay } from './values/calendar.ts';
import type { Adjustment, DepositTerms } from './deposit.ts';
import type { Member, Organization } from './organization.ts';
import { providerFor } from './provider.ts';
import { readContractId, type ContractId } from './payload/contract-id.ts';
import { textOf } from './payload/fields.ts';
import type { Problem } from './payload/problem.ts';
import { assignManager, responsiblePerson, type Assignment, type Staff } from './payload/property-manager.ts';
import { readPayload } from './payload/read-payload.ts';
import { refuseTenantTypes } from './payload/tenants.ts';

/**
 * 7.1: the order of refusals. The first that applies decides. The contract's row numbers are written only here;
 * the request log, the metrics and the statistics show them.
 */
export const REFUSAL_ROWS = {
  unauthorized: 1,
  organization_id_missing: 2,
  organization_unknown: 3,
  /** Not in the contract, which assumes that every organization has one. */
  no_default_manager: 'no_default_manager',
  /** Nor that there are cells, between which organizations move. */
  not_at_home: 'not_at_home',
  /** Nor that its product has a provider. */
  no_provider: 'no_provider',
  body_unreadable: 4,
  contract_id_missing: 5,
  contract_ignored: 6,
  contract_exists: 7,
  tenant_type_unknown: 8,
  too_many_signatories: 9,
  manager_not_assignable: 10,
  fields_invalid: 11,
} as const;

/** The caller or the organization is unknown; decided without reading the body. */
export type CallerRefusal = { refused: 'unauthorized' | 'organization_id_missing' | 'organization_unknown' };

/** Refused before the fields are read. */
export type EarlyRefusal =
  | { refused: 'not_at_home' | 'no_default_manager' | 'no_provider' }
  | { refused: 'body_unreadable'; fault: BodyFault }
  | { refused: 'contract_id_missing' }
  | { refused: 'contract_ignored'; ignored: 'temporarily' | 'permanently' }
  | { refused: 'contract_exists' };

/** Refused for its data, with the person to inform. */
export type DataRefusal = {
  refused: 'tenant_type_unknown' | 'too_many_signatories' | 'manager_not_assignable' | 'fields_invalid';
  problems: readonly Problem[];
  responsible: Member;
};

export type Acceptance = { terms: DepositTerms; adjustments: readonly Adjustment[]; assignment: Assignment };

export type OpenCallDecision = EarlyRefusal | DataRefusal | Acceptance;

/** Why a body is not one JSON object. */
export type BodyFault = 'too_large' | 'too_slow' | 'encoded' | 'not_utf8' | 'not_json' | 'not_an_object';
type Fields = Readonly<Record<string, unknown>>;
export type Body = { is: 'object'; fields: Fields; contractId: ContractId } | { is: BodyFault };

export function objectBody(fields: Fields): Extract<Body, { is: 'object' }> {
  return { is: 'object', fields, contractId: readContractId(fields) };
}

/** The facts that decide an open call: its organization, and what is stored under its contract id. */
export type OpenCallFacts = {
  now: Date;
  organization: Organization;
  connectionId: string;
  staff: Omit<Staff, 'defaultManager'> & { defaultManager: Member | null };
  ignored: 'temporarily' | 'permanently' | null;
  taken: boolean;
};

/** The keys of the lookup. */
export type LookupKeys = { externalContractId: string | null; managerEmail: string | null };

export function lookupKeys(body: Body): LookupKeys {
  if (body.is !== 'object') return { externalContractId: null, managerEmail: null };
  return { externalContractId: body.contractId.text, managerEmail: textOf(body.fields, 'propertyManagerEmail') };
}

/** The order of refusals from row 4 on. */
export function decideOpenCall(facts: OpenCallFacts, body: Body): OpenCallDecision {
  const { organization } = facts;
  const { defaultManager } = facts.staff;
  if (organization.home !== null) return { refused: 'not_at_home' };
  if (defaultManager === null) return { refused: 'no_default_manager' };
  if (providerFor(organization.providers, organization.product) === null) return { refused: 'no_provider' };
  if (body.is !== 'object') return { refused: 'body_unreadable', fault: body.is };
  const { fields, contractId } = body;
  if (contractId.fault?.code === 'missing') return { refused: 'contract_id_missing' };
  if (facts.ignored !== null) return { refused: 'contract_ignored', ignored: facts.ignored };
  if (facts.taken) return { refused: 'contract_exists' };

  const staff: Staff = { ...facts.staff, defaultManager };
  const responsible = responsiblePerson(staff, organization, textOf(fields, 'propertyManagerEmail'));
  const unfit = refuseTenantTypes(fields);
  if (unfit !== null) {
    const refused = unfit.code === 'unknown_tenant_type' ? 'tenant_type_unknown' : 'too_many_signatories';
    return { refused, problems: [unfit], responsible };
  }
  const assignment = assignManager(fields, organization, staff);
  if ('code' in assignment) return { refused: 'manager_not_assignable', problems: [assignment], responsible };
  const payload = readPayload(fields, { organization, today: swissDay(facts.now), contractId });
  if (!payload.ok) return { refused: 'fields_invalid', problems: payload.problems, responsible };
  return { terms: payload.terms, adjustments: payload.adjustments, assignment };
}
