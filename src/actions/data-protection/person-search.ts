import { emailKey, isNamedIn } from '../../domain/values/contact.ts';
import type { Mail } from '../../domain/effect.ts';
import { REMOVED } from '../../domain/retention.ts';
import type { MemberRecord } from '../../storage/data-protection/person.ts';
import { eachSentPayload, eachUnsentMail, estimateCalls } from '../../storage/data-protection/sealed.ts';
import { readRefusedCalls } from '../../storage/open-call/refused-calls.ts';
import { START } from '../../storage/deposits/verify.ts';
import type { Services } from '../services.ts';
import { fieldsOf, ownFields, type Known } from './own-fields.ts';
import type { TenantRecord } from './tenant-record.ts';

/** A call that named the person, with the fields about them. */
export type NamingCall = {
  at: string;
  organization: string;
  contract: string | null;
  path: string;
  fields: Record<string, unknown>;
};

type WaitingMail = {
  at: string;
  kind: string;
  state: 'waiting' | 'failed';
  as: 'to' | 'copy';
  facts: Record<string, unknown>;
};

/** Called with the progress, in calls searched. */
export type OnProgress = (done: number, total: number) => void;

/** The results of the search in encrypted data. */
export type Sealed = {
  refusedCalls: readonly NamingCall[];
  calls: readonly NamingCall[];
  mails: readonly WaitingMail[];
  /** How many values could not be opened because they were sealed with another key. */
  unreadable: number;
};

type NameOf = (organizationId: string) => Promise<string>;
type Sources = Pick<Services, 'database' | 'vault'> & { nameOf: NameOf };

export async function searchSealed(sources: Sources, known: Known, onProgress: OnProgress): Promise<Sealed> {
  const refused = await refusedCallsAbout(sources, known);
  const calls = await callsAbout(sources, known, onProgress);
  const mails = await mailsFor(sources, known);
  return {
    refusedCalls: refused.found,
    calls: calls.found,
    mails: mails.found,
    unreadable: refused.unreadable + calls.unreadable + mails.unreadable,
  };
}

/** The data that identifies the person where their address is missing. Removed values are left out. */
export function knownOf(
  email: string,
  asTenant: readonly (TenantRecord & { organizationId: string })[],
  asMember: readonly MemberRecord[],
): Known {
  const tenants = asTenant.map(({ person }) => ({
    firstName: person.firstName,
    lastName: person.lastName,
    phone: person.phoneNumber,
    birthDate: person.type === 'natural' ? person.birthDate : null,
  }));
  const members = asMember.map(({ firstName, lastName }) => ({ firstName, lastName, phone: null, birthDate: null }));
  return {
    emailKey: emailKey(email),
    people: [...tenants, ...members].filter(({ lastName }) => lastName !== REMOVED),
    contracts: new Set(asTenant.map(({ organizationId, contract }) => `${organizationId} ${contract}`)),
  };
}

type Found<T> = { found: T[]; unreadable: number };

const CALLS_AT_ONCE = 500;

async function refusedCallsAbout({ database, vault, nameOf }: Sources, known: Known): Promise<Found<NamingCall>> {
  const found: NamingCall[] = [];
  let unreadable = 0;
  let after = START;
  for (;;) {
    const calls = await readRefusedCalls(database, vault, { after, most: CALLS_AT_ONCE });
    for (const { organizationId, externalContractId: contract, at, integration, fields } of calls) {
      if (fields === null) {
        unreadable++;
        continue;
      }
      const own = ownFields(fields, { organizationId, contractId: contract }, known);
      if (Object.keys(own).length === 0) continue;
      const organization = await nameOf(organizationId);
      found.push({ at: at.toISOString(), organization, contract, path: `/webhook/${integration}`, fields: own });
    }
    const last = calls.at(-1);
    if (last === undefined || calls.length < CALLS_AT_ONCE) return { found, unreadable };
    after = { organizationId: last.organizationId, id: last.id };
  }
}

/** Searches the whole request log in batches. */
async function callsAbout(
  { database, vault, nameOf }: Sources,
  known: Known,
  onProgress: OnProgress,
): Promise<Found<NamingCall>> {
  const found: NamingCall[] = [];
  let unreadable = 0;
  let done = 0;
  const total = await estimateCalls(database);
  for await (const { organizationId, externalContractId: contract, at, path, payload } of eachSentPayload(
    database,
    vault,
  )) {
    onProgress(++done, Math.max(total, done));
    if (payload === null) {
      unreadable++;
      continue;
    }
    const own = fieldsAbout(payload, { organizationId, contractId: contract }, known);
    if (Object.keys(own).length === 0) continue;
    found.push({ at: at.toISOString(), organization: await nameOf(organizationId), contract, path, fields: own });
  }
  return { found, unreadable };
}

/** A payload that is not JSON can only be searched for the address. */
function fieldsAbout(
  payload: Buffer,
  call: { organizationId: string; contractId: string | null },
  known: Known,
): Record<string, unknown> {
  const fields = fieldsOf(payload);
  if (fields !== null) return ownFields(fields, call, known);
  return isNamedIn(payload.toString('utf8'), known.emailKey) ? { email: known.emailKey } : {};
}

async function mailsFor({ database, vault }: Sources, known: Known): Promise<Found<WaitingMail>> {
  const found: WaitingMail[] = [];
  let unreadable = 0;
  for await (const { at, kind, state, mail } of eachUnsentMail(database, vault)) {
    if (mail === null) {
      unreadable++;
      continue;
    }
    const isTo = emailKey(mail.to.email) === known.emailKey;
    if (!isTo && (mail.cc === null || emailKey(mail.cc.email) !== known.emailKey)) continue;
    found.push({ at: at.toISOString(), kind, state, as: isTo ? 'to' : 'copy', facts: factsFor(mail) });
  }
  return { found, unreadable };
}

/** Without the link, which gives access, and without the names of the other tenants. */
function factsFor({ facts, attachments }: Mail): Record<string, unknown> {
  const { kind: _, ...rest } = facts;
  const own = Object.entries(rest).filter(([name]) => name !== 'linkToken' && name !== 'tenants');
  const files = attachments?.map(({ name, sha256 }) => ({ name, sha256 }));
  return { ...Object.fromEntries(own), ...(files !== undefined && { attachments: files }) };
}
