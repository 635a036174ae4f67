import { emailKey } from '../../domain/contact.ts';
import { TENANT_FIELDS, TENANT_PREFIXES } from '../../domain/payload/problem.ts';
import { serviceNow } from '../../storage/clock.ts';
import {
  findMentions,
  listChangesBy,
  listMailsTo,
  listMemberRecords,
  readHistory,
  readSignIns,
  type MemberRecord,
  type SentMail,
  type SignInRecords,
} from '../../storage/data-protection-person.ts';
import type { Sql } from '../../storage/database.ts';
import { findDeposit } from '../../storage/deposits.ts';
import { findDocument } from '../../storage/documents.ts';
import { findOrganization } from '../../storage/organizations.ts';
import { readRefusedCalls, type KeptCall } from '../../storage/refused-calls.ts';
import { START } from '../../storage/verify.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Services } from '../services.ts';
import { names, ownEntry, type OwnEntry } from './own-part.ts';
import { tenantRecord, type TenantRecord } from './tenant-record.ts';
import type { File } from './zip.ts';

/** All that is known of a person, by their e-mail address. */
export type PersonData = {
  email: string;
  madeAt: string;
  asTenant: readonly TenantRecord[];
  asMember: readonly MemberRecord[];
  asAssistant: readonly { organization: string; contract: string; depositId: string; name: string }[];
  /** In histories of deposits of others: what the person did, or was named in. */
  inHistories: readonly (OwnEntry & { organization: string; contract: string; depositId: string })[];
  refusedCalls: readonly { at: string; organization: string; contract: string; fields: Record<string, unknown> }[];
  mails: readonly SentMail[];
  signIns: SignInRecords;
  asOperator: readonly { at: Date; verb: string; thing: string; origin: string | null }[];
};

export type PersonBundle = { data: PersonData; documents: readonly File[] };

/** DSG Art. 25: everything on one person, and of others nothing that is only theirs. */
export async function gatherPersonData(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  email: string,
): Promise<PersonBundle> {
  const key = emailKey(email);
  const nameOf = organizationNames(database);
  const asTenant: TenantRecord[] = [];
  const asAssistant: PersonData['asAssistant'][number][] = [];
  const inHistories: PersonData['inHistories'][number][] = [];
  for (const mention of await findMentions(database, key)) {
    const deposit = await findDeposit(database, mention.id);
    if (deposit === null) continue;
    const organization = await nameOf(mention.organizationId);
    const history = await readHistory(database, mention);
    const about = { organization, contract: deposit.terms.externalContractId, depositId: deposit.id };
    for (const position of mention.positions) {
      asTenant.push(tenantRecord(deposit, history, { organization, key, position }));
    }
    const { assistant } = deposit.terms;
    if (mention.isAssistant && assistant !== null) {
      const name = [assistant.firstName, assistant.lastName].filter(Boolean).join(' ');
      asAssistant.push({ ...about, name });
    }
    if (mention.positions.length > 0) continue;
    const reader = { key, position: null };
    for (const entry of history) {
      if (names(entry, reader)) inHistories.push({ ...about, ...ownEntry(entry, reader) });
    }
  }
  const data: PersonData = {
    email,
    madeAt: (await serviceNow(database)).toISOString(),
    asTenant,
    asMember: await listMemberRecords(database, key),
    asAssistant,
    inHistories,
    refusedCalls: await refusedCallsAbout(database, vault, key, nameOf),
    mails: await listMailsTo(database, vault, email),
    signIns: await readSignIns(database, key),
    asOperator: await listChangesBy(database, [...new Set([email, key])]),
  };
  return { data, documents: await papers(database, asTenant) };
}

/** Where a document lies in the bundle. */
export function documentPath({ id, kind, createdAt }: TenantRecord['documents'][number]): string {
  return `documents/${createdAt.slice(0, 10)}-${kind}-${id.slice(-12)}.pdf`;
}

export function isEmpty({ data }: PersonBundle): boolean {
  const { asTenant, asMember, asAssistant, inHistories, refusedCalls, mails, signIns, asOperator } = data;
  const lists = [asTenant, asMember, asAssistant, inHistories, refusedCalls, mails, asOperator];
  return [...lists, ...Object.values(signIns)].every(({ length }) => length === 0);
}

async function papers(sql: Sql, records: readonly TenantRecord[]): Promise<File[]> {
  const files = new Map<string, File>();
  for (const paper of records.flatMap(({ documents }) => documents)) {
    const path = documentPath(paper);
    const content = files.has(path) ? null : ((await findDocument(sql, paper.id))?.content ?? null);
    if (content !== null) files.set(path, { path, content });
  }
  return [...files.values()];
}

type NameOf = (organizationId: string) => Promise<string>;

function organizationNames(sql: Sql): NameOf {
  const known = new Map<string, string>();
  return async (id) => {
    const name = known.get(id) ?? (await findOrganization(sql, id))?.name ?? id;
    known.set(id, name);
    return name;
  };
}

const CALLS_AT_ONCE = 500;

async function refusedCallsAbout(
  sql: Sql,
  vault: Vault,
  key: string,
  nameOf: NameOf,
): Promise<PersonData['refusedCalls'][number][]> {
  const found: PersonData['refusedCalls'][number][] = [];
  let after = START;
  for (;;) {
    const calls = await readRefusedCalls(sql, vault, { after, most: CALLS_AT_ONCE });
    for (const call of calls) {
      const fields = ownFields(call, key);
      if (Object.keys(fields).length === 0) continue;
      const organization = await nameOf(call.organizationId);
      found.push({ at: call.at.toISOString(), organization, contract: call.externalContractId, fields });
    }
    const last = calls.at(-1);
    if (last === undefined || calls.length < CALLS_AT_ONCE) return found;
    after = { organizationId: last.organizationId, id: last.id };
  }
}

const PEOPLE: readonly (readonly string[])[] = [
  ...TENANT_PREFIXES.map((prefix) => TENANT_FIELDS.map((field) => `${prefix}${field}`)),
  ['propertyManagerEmail', 'propertyManagerFirstName', 'propertyManagerLastName'],
  ['assistentEmail', 'assistentFirstName', 'assistentLastName'],
];

/** The fields of those people in the call who have this address. */
function ownFields({ fields }: KeptCall, key: string): Record<string, unknown> {
  const own = PEOPLE.filter((person) =>
    person.some((field) => {
      const value = fields[field];
      return field.endsWith('Email') && typeof value === 'string' && emailKey(value.trim()) === key;
    }),
  );
  return Object.fromEntries(own.flat().flatMap((field) => (field in fields ? [[field, fields[field]]] : [])));
}
