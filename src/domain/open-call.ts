import { swissDay } from './calendar.ts';
import type { Adjustment, DepositTerms } from './deposit.ts';
import type { Member, Organization } from './organization.ts';
import { sent, textOf } from './payload/fields.ts';
import type { Problem } from './payload/problem.ts';
import { assignManager, responsiblePerson, type Assignment, type Staff } from './payload/property-manager.ts';
import { readPayload } from './payload/read-payload.ts';
import { refuseTenantTypes } from './payload/tenants.ts';

/** Why a body is not one JSON object. */
export type BodyFault = 'too_large' | 'too_slow' | 'encoded' | 'not_utf8' | 'not_json' | 'not_an_object';
export type Body = { is: 'object'; fields: Readonly<Record<string, unknown>> } | { is: BodyFault };

/** What we know about a call that was let in: its organization, and what stands at its contract id. */
export type KnownOrganization = {
  now: Date;
  organization: Organization;
  connectionId: string;
  staff: Omit<Staff, 'defaultManager'> & { defaultManager: Member | null };
  ignored: 'temporarily' | 'permanently' | null;
  taken: boolean;
};

/** Who may come in: rows 1 to 3 of the order of refusals. */
export type Entrance = { row: 1 | 2 | 3 } | ({ row: null } & KnownOrganization);

/** Rows 4 to 7, and the organization that has nobody to turn to: refused before the data is looked at. */
export type EarlyRefusal =
  | { row: 'no_default_manager' }
  | { row: 4; fault: BodyFault }
  | { row: 5 }
  | { row: 6; ignored: 'temporarily' | 'permanently' }
  | { row: 7 };

/** Rows 8 to 11: refused for data reasons, with the person whom it concerns. */
export type DataRefusal = { row: 8 | 9 | 10 | 11; problems: readonly Problem[]; responsible: Member };

export type Acceptance = {
  row: null;
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  assignment: Assignment;
};

export type Decision = EarlyRefusal | DataRefusal | Acceptance;

/** The order of refusals from row 4 on. The first rule that applies decides; nothing below it is looked at. */
export function decideOpenCall(known: KnownOrganization, body: Body): Decision {
  const { organization } = known;
  const { defaultManager } = known.staff;
  if (defaultManager === null) return { row: 'no_default_manager' };
  if (body.is !== 'object') return { row: 4, fault: body.is };
  const { fields } = body;
  const staff: Staff = { ...known.staff, defaultManager };
  if (sent(fields, 'externalContractId').is === 'nothing') return { row: 5 };
  if (known.ignored !== null) return { row: 6, ignored: known.ignored };
  if (known.taken) return { row: 7 };

  const responsible = responsiblePerson(staff, organization, textOf(fields, 'propertyManagerEmail'));
  const unfit = refuseTenantTypes(fields);
  if (unfit !== null) {
    return { row: unfit.code === 'unknown_tenant_type' ? 8 : 9, problems: [unfit], responsible };
  }
  const assignment = assignManager(fields, organization, staff);
  if ('code' in assignment) return { row: 10, problems: [assignment], responsible };
  const payload = readPayload(fields, { organization, today: swissDay(known.now) });
  if (!payload.ok) return { row: 11, problems: payload.problems, responsible };
  return { row: null, terms: payload.terms, adjustments: payload.adjustments, assignment };
}

/** The contract id by which a call is looked up; null where it is not sent or not a text. */
export function contractIdOf(body: Body): string | null {
  return body.is === 'object' ? textOf(body.fields, 'externalContractId') : null;
}

export function managerEmailOf(body: Body): string | null {
  return body.is === 'object' ? textOf(body.fields, 'propertyManagerEmail') : null;
}

const LONGEST_SHOWN_ID = 128;

/** `externalContractId` as sent, cut at 128 characters: what a refused call is known by. */
export function contractIdAsSent(fields: Readonly<Record<string, unknown>>): string {
  const value = sent(fields, 'externalContractId');
  const shown = value.is === 'text' ? value.text.toWellFormed() : valueAsText(fields['externalContractId']);
  return [...shown.slice(0, LONGEST_SHOWN_ID * 2)].slice(0, LONGEST_SHOWN_ID).join('');
}

function valueAsText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? '[]' : '{}';
}
