import { emailKey, type EmailAddress } from '../domain/values/contact.ts';
import type { Effect, Recipient } from '../domain/effect.ts';
import type { Language } from '../domain/values/language.ts';
import { recipient } from '../domain/effect.ts';
import { serviceNow } from '../storage/database/clock.ts';
import type { Sql } from '../storage/database/database.ts';
import { addEffects } from '../storage/effects/effects.ts';
import { listMemberships, noteSignIn } from '../storage/people/memberships.ts';
import {
  addSession,
  addSignInLink,
  countSignInLinks,
  endSession,
  findSession,
  useSignInLink,
  type Realm,
  type Session,
  type SignInWay,
} from '../storage/people/sessions.ts';
import { newSecret } from '../vault/keys.ts';
import { sha256 } from '../vault/vault.ts';
import { noteOperatorSignIn } from '../storage/operators/operators.ts';
import { findOperatorByEmail } from './operators/operators.ts';
import type { Services } from './services.ts';

export const LINK_MINUTES = 15;
/** A session ends after this time without use, and after `SESSION_HOURS` in any case. */
export const IDLE_MINUTES = 60;
const SESSION_HOURS = 12;
/** User-Agent headers can be long. */
const LONGEST_BROWSER = 300;
/** The most mails to one address that one network may ask for: a stranger cannot use up what a person may ask for. */
const MOST_LINKS = 5;

/** The people who can sign in to the pages of one realm. */
export type SignIns = {
  realm: Realm;
  /** The person with this address. Null: no one who may sign in. */
  find: (sql: Sql, emailKey: string, way: SignInWay) => Promise<Known | null>;
  noteSignIn: (sql: Sql, emailKey: string) => Promise<void>;
};

type Known = { to: Recipient; language: Language; organization: { id: string; name: string } };

/** Members of organizations. */
export const MANAGERS: SignIns = {
  realm: 'manager',
  find: async (sql, key) => {
    const [membership] = await listMemberships(sql, key);
    if (membership === undefined) return null;
    const { member, organization } = membership;
    return { to: recipient(member), language: member.language, organization };
  },
  noteSignIn,
};

/** Mails to operators and contacts of providers and partners belong to no organization. */
export const NO_ORGANIZATION = { id: '00000000-0000-0000-0000-000000000000', name: 'Depono' };

/** The operators. With `OPERATOR_PASSKEY=required`, a mail link is for the first sign-in only. */
export function operatorSignIns(services: Pick<Services, 'operatorEmails' | 'isPasskeyRequired'>): SignIns {
  return {
    realm: 'operator',
    find: async (sql, key, way) => {
      const operator = await findOperatorByEmail(services, sql, key);
      if (operator === null) return null;
      if (way === 'mail' && services.isPasskeyRequired && operator.signedInAt !== null) return null;
      const { email, name } = operator;
      return { to: { email, name }, language: 'en', organization: NO_ORGANIZATION };
    },
    noteSignIn: noteOperatorSignIn,
  };
}

/**
 * Mails a sign-in link if the address belongs to someone. The caller cannot learn whether it does: the answer is the
 * same, and nearly the same work is done.
 */
export async function askToSignIn(
  services: Services,
  { realm, find }: SignIns,
  {
    email,
    browserSecret,
    network,
    next,
    elsewhere = async () => undefined,
  }: {
    email: EmailAddress;
    browserSecret: string;
    network: string;
    next: string;
    /** Asks the other cells, in the same transaction. */
    elsewhere?: (services: Services, sql: Sql, asked: AskedLink & { email: EmailAddress }) => Promise<void>;
  },
): Promise<void> {
  const key = emailKey(email);
  const token = newSecret();
  await services.database.transaction(async (sql) => {
    const browserHash = sha256(browserSecret);
    const asked = await countSignInLinks(sql, { realm, emailKey: key, network }, { minutes: LINK_MINUTES });
    if (asked >= MOST_LINKS) return;
    const known = await find(sql, key, 'mail');
    const link = { realm, browserHash, emailKey: key, network, next };
    await addLinkFor(services, sql, { ...link, token, cell: null });
    await elsewhere(services, sql, { ...link, email });
    if (known !== null) await addSignInMail(services, sql, known, { realm, token });
  });
  services.wakeWorker();
}

/** A link that someone asks for: for whom, in which browser, and where it leads. */
export type AskedLink = {
  realm: Realm;
  browserHash: Buffer;
  emailKey: string;
  network: string;
  next: string;
};

/** `cell`: the one in which the person is signed in by it, if it is another one. */
export async function addLinkFor(
  { vault }: Pick<Services, 'vault'>,
  sql: Sql,
  { token, next, ...link }: AskedLink & { token: string; cell: string | null },
): Promise<void> {
  const hash = sha256(token);
  // A link to the new-deposit form contains the values of the form, which are personal data.
  const sealedNext = vault.seal(next, sealingContext(hash)).toString('base64');
  await addSignInLink(sql, { ...link, hash, sealedNext }, { minutes: LINK_MINUTES });
}

/** In the transaction of the link. `cell`: the one in which it was asked for, if it is another one. */
export async function addSignInMail(
  { vault, random }: Pick<Services, 'vault' | 'random'>,
  sql: Sql,
  { to, language, organization }: Known,
  { realm, token, cell }: { realm: Realm; token: string; cell?: string },
): Promise<void> {
  const now = await serviceNow(sql);
  const facts = { realm, organization: organization.name, linkToken: token, minutes: LINK_MINUTES };
  const from = cell === undefined ? {} : { cell };
  const mail: Effect = {
    kind: 'mail',
    id: random.id(),
    dueAt: now,
    mail: { to, cc: null, language, facts: { kind: 'sign_in', ...facts, ...from } },
  };
  await addEffects(sql, vault, { organizationId: organization.id, depositId: null, now }, [mail]);
}

const sealingContext = (hash: Buffer): string => `sign-in ${hash.toString('hex')}`;

/** Where a person signs in. An earlier session in the same browser ends. */
export type SignInOrigin = { browser: string | null; address: string | null; sessionBefore: string | null };
type SignedIn = { sessionSecret: string; next: string; emailKey: string };

/** Null: the link is used up, expired or from another browser, or the person may no longer sign in. */
export async function signInByLink(
  services: Services,
  who: SignIns,
  { token, browserSecret, ...origin }: { token: string; browserSecret: string } & SignInOrigin,
): Promise<SignedIn | null> {
  return services.database.transaction(async (sql) => {
    const hash = sha256(token);
    const own = { realm: who.realm, hash, browserHash: sha256(browserSecret), isElsewhere: false };
    const link = await useSignInLink(sql, own);
    if (link === null) return null;
    const next = services.vault.unseal(Buffer.from(link.sealedNext, 'base64'), sealingContext(hash)).toString('utf8');
    const sessionSecret = await startSession(services, sql, who, { emailKey: link.emailKey, way: 'mail', ...origin });
    return sessionSecret === null ? null : { sessionSecret, next, emailKey: link.emailKey };
  });
}

/** A link that another cell has mailed: it signs in there. Null: it is no such link, used up, expired or from another browser. */
export async function leaveByLink(
  { database, vault }: Services,
  { token, browserSecret }: { token: string; browserSecret: string },
): Promise<{ cell: string; emailKey: string; next: string } | null> {
  const hash = sha256(token);
  const given = { realm: 'manager' as const, hash, browserHash: sha256(browserSecret), isElsewhere: true };
  const link = await useSignInLink(database, given);
  if (link === null || link.cell === null) return null;
  const next = vault.unseal(Buffer.from(link.sealedNext, 'base64'), sealingContext(hash)).toString('utf8');
  return { cell: link.cell, emailKey: link.emailKey, next };
}

/** Signs a person in and returns the secret for their browser. Null: no one with this address may sign in. */
export async function startSession(
  { random }: Services,
  sql: Sql,
  { realm, find, noteSignIn: note }: SignIns,
  { emailKey: key, way, browser, address, sessionBefore }: { emailKey: string; way: SignInWay } & SignInOrigin,
): Promise<string | null> {
  if ((await find(sql, key, way)) === null) return null;
  const sessionSecret = newSecret();
  if (sessionBefore !== null) await endSession(sql, sha256(sessionBefore));
  await addSession(
    sql,
    {
      id: random.id(),
      hash: sha256(sessionSecret),
      realm,
      emailKey: key,
      way,
      browser: browser?.slice(0, LONGEST_BROWSER) ?? null,
      address,
    },
    { hours: SESSION_HOURS },
  );
  await note(sql, key);
  return sessionSecret;
}

export async function resumeSession(
  { database }: Services,
  realm: Realm,
  sessionSecret: string,
): Promise<Session | null> {
  return findSession(database, { realm, hash: sha256(sessionSecret) }, { idleMinutes: IDLE_MINUTES });
}
