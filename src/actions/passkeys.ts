import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isUniqueViolation } from '../storage/database/database.ts';
import { lockOperators } from '../storage/operators/operators.ts';
import {
  addChallenge,
  addPasskey,
  listPasskeys,
  lockPasskey,
  notePasskeyUse,
  removePasskeys,
  useChallenge,
} from '../storage/people/passkeys.ts';
import { sha256 } from '../vault/vault.ts';
import type { Services } from './services.ts';
import type { Realm } from '../storage/people/sessions.ts';
import { startSession, type SignInOrigin, type SignIns } from './sign-in.ts';

const CHALLENGE_MINUTES = 5;
const MOST_PASSKEYS = 20;
/** Their numbers in the COSE registry. */
const COSE = { EdDSA: -8, ES256: -7, RS256: -257 };
/** Listed explicitly: the default includes algorithms that Node calls experimental and warns about. */
const ALGORITHMS = [COSE.EdDSA, COSE.ES256, COSE.RS256];
export const LONGEST_PASSKEY_NAME = 60;

/** The owner of a passkey. */
type Owner = { realm: Realm; email: string; emailKey: string; name: string };

/** Options for creating a passkey that is discoverable without an address and verifies its user. */
export async function offerPasskey(
  { database, vault }: Services,
  { owner, baseUrl }: { owner: Owner; baseUrl: string },
): Promise<object> {
  const existing = await listPasskeys(database, owner);
  const options = await generateRegistrationOptions({
    rpName: 'Depono',
    rpID: siteOf(baseUrl).rpID,
    userName: owner.email,
    userDisplayName: owner.name,
    userID: Uint8Array.from(Buffer.from(vault.fingerprint(userOf(owner)), 'base64')),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await addChallenge(
    database,
    { hash: sha256(options.challenge), realm: owner.realm, emailKey: owner.emailKey },
    { minutes: CHALLENGE_MINUTES },
  );
  return options;
}

/** False: the answer of the browser is invalid, or the person has the maximum number of passkeys. */
export async function registerPasskey(
  { database }: Services,
  { owner, credential, name, baseUrl }: { owner: Owner; credential: string; name: string; baseUrl: string },
): Promise<boolean> {
  const response = readCredential(credential) as RegistrationResponseJSON | null;
  const challenge = response === null ? null : challengeOf(response);
  if (response === null || challenge === null) return false;
  const { realm, emailKey } = owner;
  if (!(await useChallenge(database, { hash: sha256(challenge), realm, emailKey }))) return false;
  if ((await listPasskeys(database, owner)).length >= MOST_PASSKEYS) return false;
  const { rpID, origin } = siteOf(baseUrl);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => NOT_VERIFIED);
  if (registrationInfo === undefined) return false;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const passkey = { id, realm, emailKey, publicKey: Buffer.from(publicKey), counter, transports, name };
  return addPasskey(database, passkey).then(
    () => true,
    (error: unknown) => {
      if (isUniqueViolation(error)) return false;
      throw error;
    },
  );
}

const NOT_VERIFIED = { verified: false, registrationInfo: undefined } as const;

/** False: it is the last one of an operator who can sign in only with a passkey. */
export async function removeOperatorPasskey(
  { database, isPasskeyRequired }: Services,
  emailKey: string,
  id: string,
): Promise<boolean> {
  const owner = { realm: 'operator', emailKey } as const;
  return database.transaction(async (sql) => {
    // Of two removals at once, the second sees what the first has left.
    await lockOperators(sql);
    const isLast = (await listPasskeys(sql, owner)).every((one) => one.id === id);
    if (isPasskeyRequired && isLast) return false;
    await removePasskeys(sql, owner, id);
    return true;
  });
}

/** Options for signing in with any passkey the person chooses. */
export async function askForPasskey({ database }: Services, realm: Realm, baseUrl: string): Promise<object> {
  const { rpID } = siteOf(baseUrl);
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
  await addChallenge(
    database,
    { hash: sha256(options.challenge), realm, emailKey: null },
    { minutes: CHALLENGE_MINUTES },
  );
  return options;
}

/** The secret of the new session. Null: the answer of the browser is invalid. The challenge is used up either way. */
export async function signInWithPasskey(
  services: Services,
  who: SignIns,
  { credential, baseUrl, ...origin }: { credential: string; baseUrl: string } & SignInOrigin,
): Promise<{ sessionSecret: string; emailKey: string } | null> {
  const response = readCredential(credential) as AuthenticationResponseJSON | null;
  const challenge = response === null ? null : challengeOf(response);
  if (response === null || challenge === null) return null;
  const { realm } = who;
  return services.database.transaction(async (sql) => {
    if (!(await useChallenge(sql, { hash: sha256(challenge), realm, emailKey: null }))) return null;
    const passkey = await lockPasskey(sql, { realm, id: response.id });
    if (passkey === null) return null;
    const { id, emailKey, publicKey, counter } = passkey;
    const site = siteOf(baseUrl);
    const verification = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter },
      requireUserVerification: true,
    }).catch(() => null);
    if (verification === null || !verification.verified) return null;
    await notePasskeyUse(sql, id, verification.authenticationInfo.newCounter);
    const sessionSecret = await startSession(services, sql, who, { emailKey, way: 'passkey', ...origin });
    return sessionSecret === null ? null : { sessionSecret, emailKey };
  });
}

/** One person may have passkeys of both realms on one device. */
function userOf({ realm, emailKey }: Owner): string {
  return realm === 'manager' ? `passkey ${emailKey}` : `operator passkey ${emailKey}`;
}

function siteOf(baseUrl: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl);
  return { rpID: hostname, origin };
}

type Credential = { id: string; response: { clientDataJSON: string } };

/** Only parsed here; the library validates it during verification. */
function readCredential(text: string): Credential | null {
  try {
    const credential = JSON.parse(text) as Partial<Credential> | null;
    const { id, response } = credential ?? {};
    if (typeof id !== 'string' || typeof response?.clientDataJSON !== 'string') return null;
    return /^[\w-]+$/.test(id) ? (credential as Credential) : null;
  } catch {
    return null;
  }
}

function challengeOf({ response }: Credential): string | null {
  try {
    const client = Buffer.from(response.clientDataJSON, 'base64url').toString();
    const { challenge } = JSON.parse(client) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
