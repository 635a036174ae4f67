import { readDocument } from '../documents/read-document.ts';
import { emailKey, isNamedIn } from '../../domain/values/contact.ts';
import { toChf, rappen } from '../../domain/values/money.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import {
  findMentions,
  listMailsTo,
  listMemberRecords,
  readHistory,
  readSignIns,
  type MemberRecord,
  type SentMail,
  type SignInRecords,
} from '../../storage/data-protection/person.ts';
import {
  listAuditMentions,
  listStrayBookings,
  listStrayPayments,
  type AuditMention,
  type BookedEntry,
} from '../../storage/data-protection/trail.ts';
import type { Sql } from '../../storage/database/database.ts';
import { findDeposit } from '../../storage/deposits/deposits.ts';
import { findFile } from '../../storage/deposits/notes.ts';
import { findOrganization } from '../../storage/set-up/organizations.ts';
import type { Services } from '../services.ts';
import { ownChanges, type OwnChange } from './own-changes.ts';
import { names, ownEntry, type OwnEntry } from './own-part.ts';
import { knownOf, searchSealed, type OnProgress, type Sealed } from './person-search.ts';
import { tenantRecord, type TenantRecord } from './tenant-record.ts';
import { readTrail, type TenantTrail } from './tenant-trail.ts';
import type { File } from './zip.ts';

/** All data about a person, by their e-mail address. */
export type PersonData = {
  email: string;
  madeAt: string;
  asTenant: readonly (TenantRecord & { organizationId: string; trail: TenantTrail })[];
  asMember: readonly MemberRecord[];
  asAssistant: readonly { organization: string; contract: string; depositId: string; name: string }[];
  /** Entries in histories of other deposits that the person made or is named in. */
  inHistories: readonly (OwnEntry & { organization: string; contract: string; depositId: string })[];
  /** Changes of deposits that the person joined, left, signed or started. */
  inChanges: readonly (OwnChange & { organization: string; contract: string; depositId: string })[];
  mails: readonly SentMail[];
  signIns: SignInRecords;
  /** Changes that the person made as an operator, and changes about them. */
  audit: readonly OwnAuditEntry[];
  /** Payments from their account that belong to no deposit. */
  strayPayments: readonly { at: string; amountChf: number; payerName: string | null; payerIban: string | null }[];
  /** Other entries of the bank from their account, on accounts that are not of their deposits. */
  strayBookings: readonly BookedEntry[];
  /** Results of the search in encrypted data. */
  sealed: Sealed;
};

type OwnAuditEntry = Pick<AuditMention, 'at' | 'verb' | 'thing' | 'changes' | 'isAuthor' | 'origin'>;

export type PersonBundle = { data: PersonData; documents: readonly File[] };

/** DSG Art. 25: everything about one person, without the personal data of others. */
export async function gatherPersonData(
  { database, vault, documentStore }: Pick<Services, 'database' | 'vault' | 'documentStore'>,
  email: string,
  onProgress: OnProgress = () => undefined,
): Promise<PersonBundle> {
  const key = emailKey(email);
  const nameOf = organizationNames(database);
  const asTenant: PersonData['asTenant'][number][] = [];
  const asAssistant: PersonData['asAssistant'][number][] = [];
  const inHistories: PersonData['inHistories'][number][] = [];
  const inChanges: PersonData['inChanges'][number][] = [];
  for (const mention of await findMentions(database, key)) {
    const deposit = await findDeposit(database, mention.id);
    if (deposit === null) continue;
    const { organizationId } = mention;
    const organization = await nameOf(organizationId);
    const history = await readHistory(database, mention);
    const about = { organization, contract: deposit.terms.externalContractId, depositId: deposit.id };
    inChanges.push(...ownChanges(deposit.changes, key).map((one) => ({ ...about, ...one })));
    for (const position of mention.positions) {
      const record = tenantRecord(deposit, history, { organization, key, position });
      asTenant.push({ ...record, organizationId, trail: await readTrail(database, deposit, position) });
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
  const asMember = await listMemberRecords(database, key);
  const memberIds = asMember.map(({ id }) => id);
  const data: PersonData = {
    email,
    madeAt: (await serviceNow(database)).toISOString(),
    asTenant,
    asMember,
    asAssistant,
    inHistories,
    inChanges,
    mails: await listMailsTo(database, vault, email),
    signIns: await readSignIns(database, key),
    audit: (await listAuditMentions(database, { emailKey: key, memberIds })).map((entry) => ownAudit(entry, key)),
    strayPayments: await strayPayments(database, accountsOf(asTenant)),
    strayBookings: await strayBookings(database, asTenant),
    sealed: await searchSealed({ database, vault, nameOf }, knownOf(email, asTenant, asMember), onProgress),
  };
  return { data, documents: await papers({ database, documentStore }, asTenant) };
}

/** Of changes by others only the part about the person is shown, without their origin. */
function ownAudit({ isOwn, isAuthor, at, verb, thing, origin, changes }: AuditMention, key: string): OwnAuditEntry {
  const isAbout = ([, changed]: [string, unknown]): boolean => isNamedIn(JSON.stringify(changed), key);
  const shown = isAuthor || isOwn ? changes : Object.fromEntries(Object.entries(changes).filter(isAbout));
  return { at, verb, thing, isAuthor, origin: isAuthor ? origin : null, changes: isAuthor && !isOwn ? {} : shown };
}

/** The account is taken to be the main tenant's: it is not known which of several tenants gave it. */
function accountsOf(asTenant: readonly TenantRecord[]): string[] {
  const asMain = asTenant.filter(({ position }) => position === 1);
  const ibans = asMain.flatMap(({ closing, payments }) => [
    closing?.tenantIban ?? null,
    ...payments.map(({ payerIban }) => payerIban),
  ]);
  return [...new Set(ibans.filter((iban) => iban !== null))];
}

async function strayBookings(sql: Sql, asTenant: readonly TenantRecord[]): Promise<BookedEntry[]> {
  const ibans = accountsOf(asTenant);
  return ibans.length === 0
    ? []
    : listStrayBookings(sql, { ibans, depositIds: asTenant.map(({ depositId }) => depositId) });
}

async function strayPayments(sql: Sql, own: readonly string[]): Promise<PersonData['strayPayments'][number][]> {
  const found = own.length === 0 ? [] : await listStrayPayments(sql, own);
  return found.map(({ at, amountRappen, payerName, payerIban }) => ({
    at: at.toISOString(),
    amountChf: toChf(rappen(amountRappen)),
    payerName,
    payerIban,
  }));
}

/** The path of a document in the bundle. */
export function documentPath({ id, kind, createdAt }: TenantRecord['documents'][number]): string {
  return `documents/${createdAt.slice(0, 10)}-${kind}-${id.slice(-12)}.pdf`;
}

/** The path of a shared file in the bundle. */
export function sharedFilePath({ id, name }: TenantRecord['files'][number]): string {
  return `files/${id.slice(-12)}-${name}`;
}

export function isEmpty({ data }: PersonBundle): boolean {
  const { asTenant, asMember, asAssistant, inHistories, mails, signIns, audit, strayPayments, strayBookings, sealed } =
    data;
  const lists = [asTenant, asMember, asAssistant, inHistories, mails, audit, strayPayments, strayBookings];
  const opened = [sealed.refusedCalls, sealed.calls, sealed.mails];
  return [...lists, ...opened, ...Object.values(signIns)].every(({ length }) => length === 0);
}

async function papers(
  services: Pick<Services, 'database' | 'documentStore'>,
  records: readonly (TenantRecord & { organizationId: string })[],
): Promise<File[]> {
  const files = new Map<string, File>();
  for (const paper of records.flatMap(({ documents }) => documents)) {
    const path = documentPath(paper);
    const content = files.has(path) ? null : ((await readDocument(services, paper.id))?.content ?? null);
    if (content !== null) files.set(path, { path, content });
  }
  for (const { organizationId, depositId, files: shared } of records) {
    for (const file of shared) {
      const path = sharedFilePath(file);
      const found = files.has(path) ? null : await findFile(services.database, { organizationId, depositId }, file.id);
      if (found !== null) files.set(path, { path, content: found.content });
    }
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
