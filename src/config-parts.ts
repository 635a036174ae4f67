/** Settings that belong together. Each reader throws a sentence that says what is wrong and what is allowed. */

import { resolve } from 'node:path';
import { databaseUrl, settingOf, url, whole, type Environment } from './config-values.ts';
import type { ProviderCodes } from './domain/contract-status.ts';
import type { Product } from './domain/product.ts';
import { parseEmail, type EmailAddress } from './domain/values/contact.ts';
import { readStoreUrl, type StoreSettings } from './object-store/settings.ts';
import { SHORTEST_SECRET_KEY } from './vault/vault.ts';

export function zefix(env: Environment): { url: string; user: string; password: string } | null {
  const address = url(env, 'ZEFIX_URL', ['http:', 'https:']);
  const [user, password] = [settingOf(env, 'ZEFIX_USER'), settingOf(env, 'ZEFIX_PASSWORD')];
  if (address === null && user === null && password === null) return null;
  if (address !== null && user !== null && password !== null) return { url: address, user, password };
  throw new Error('ZEFIX_URL, ZEFIX_USER and ZEFIX_PASSWORD go together: set all three, or none.');
}

export function sealOf(
  env: Environment,
  { isProduction }: { isProduction: boolean },
): { file: string; password: string } | null {
  const file = settingOf(env, 'SEAL_CERTIFICATE');
  const password = env['SEAL_PASSWORD'] ?? '';
  if (file !== null) return { file: resolve(file), password };
  if (password !== '') {
    throw new Error('SEAL_PASSWORD is set, but SEAL_CERTIFICATE is not. Set it to the path of the PKCS#12 file.');
  }
  if (isProduction && settingOf(env, 'TIMESTAMP_URL') !== null) {
    throw new Error('TIMESTAMP_URL needs SEAL_CERTIFICATE: only a seal can have a time stamp. Set both, or neither.');
  }
  return null;
}

export type DocumentStoreSettings = {
  /** Where contents of documents are kept outside the database. Null: in the database. */
  documents: StoreSettings | null;
  /** How old a document is before its content goes there, because it is sent at first; and how long an object is kept that no document refers to. */
  documentsRestMs: number;
  /** How often they are moved there, and the store is asked whether it works. */
  documentsEveryMs: number;
};

export function documentStoreSettings(
  env: Environment,
  read: <T>(reader: () => T, otherwise: T) => T,
): DocumentStoreSettings {
  const address = settingOf(env, 'DOCUMENTS_URL');
  const documents = read(() => (address === null ? null : readStoreUrl('DOCUMENTS_URL', address)), null);
  return { documents, documentsRestMs: 600_000, documentsEveryMs: 15_000 };
}

export type MailFolders = {
  /** Where a mail server puts mails that came back. Null: they are reported by calls alone. */
  bouncesDir: string | null;
  /** Where letters for a print service are written. Null: managers print them. */
  lettersDir: string | null;
};

export function mailFolders(env: Environment): MailFolders {
  const folder = (name: string): string | null => {
    const set = settingOf(env, name);
    return set === null ? null : resolve(set);
  };
  return { bouncesDir: folder('BOUNCES_DIR'), lettersDir: folder('LETTERS_DIR') };
}

export type ReplicaSettings = {
  /** What a replica does not know, or is too far behind for, a process that only reads asks here. Null: it says so. */
  primaryDatabaseUrl: string | null;
  readLagMs: number;
  /** Patroni's own address, which the doctor asks for its version. */
  patroniUrl: string | null;
};

/** For several database servers. Processes may share one file of settings: only one that reads uses the first two. */
export function replicaSettings(env: Environment, read: <T>(reader: () => T, otherwise: T) => T): ReplicaSettings {
  return {
    primaryDatabaseUrl: read(() => databaseUrl(env, 'PRIMARY_DATABASE_URL'), null),
    readLagMs: 1_000 * read(() => whole(env, 'READ_LAG', { from: 1, to: 3_600, otherwise: 5 }), 5),
    patroniUrl: read(() => url(env, 'PATRONI_URL', ['http:', 'https:']), null),
  };
}

export function sender(env: Environment): string {
  const value = settingOf(env, 'MAIL_FROM') ?? 'deposits@localhost';
  const address = /<([^<>]+)>$/.exec(value)?.[1] ?? value;
  if (value === 'deposits@localhost' || parseEmail(address) !== null) return value;
  throw new Error('MAIL_FROM is not an e-mail address, such as deposits@example.ch or Depono <deposits@example.ch>.');
}

export function olderSecretKeys(env: Environment): string[] {
  const keys = (settingOf(env, 'SECRET_KEYS_OLD') ?? '').split(',').map((key) => key.trim());
  const older = keys.filter((key) => key !== '');
  if (older.every((key) => key.length >= SHORTEST_SECRET_KEY)) return older;
  throw new Error(
    `SECRET_KEYS_OLD has a key of fewer than ${SHORTEST_SECRET_KEY} characters. Separate several by commas.`,
  );
}

/** Used if no operator is configured, outside production. */
const DEMO_OPERATOR = 'operator@depono.example';

export function operatorEmails(env: Environment, { isProduction }: { isProduction: boolean }): EmailAddress[] {
  const value = settingOf(env, 'OPERATOR_EMAILS') ?? (isProduction ? '' : DEMO_OPERATOR);
  const addresses = value
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return addresses.map((address) => {
    const email = parseEmail(address);
    if (email !== null) return email;
    throw new Error(`OPERATOR_EMAILS names "${address}", which is not an e-mail address. Separate several by commas.`);
  });
}

export const DEMO_CODES: ProviderCodes = { bank_deposit: 'demo_bank', insurance: 'demo_insurance' };

/** The products whose bank or insurer the settings name. */
export const namedProviders = (env: Environment): Product[] => [
  ...(settingOf(env, 'PROVIDER_BANK') === null ? [] : (['bank_deposit'] as const)),
  ...(settingOf(env, 'PROVIDER_INSURANCE') === null ? [] : (['insurance'] as const)),
];

/** A code names one provider: a bank or an insurer. */
export function providerCodes(env: Environment): ProviderCodes {
  const [bank, insurer] = [settingOf(env, 'PROVIDER_BANK'), settingOf(env, 'PROVIDER_INSURANCE')];
  const codes = { bank_deposit: bank ?? DEMO_CODES.bank_deposit, insurance: insurer ?? DEMO_CODES.insurance };
  if (codes.bank_deposit !== codes.insurance) return codes;
  const unset = bank === null ? 'PROVIDER_BANK' : insurer === null ? 'PROVIDER_INSURANCE' : null;
  throw new Error(
    `PROVIDER_BANK and PROVIDER_INSURANCE are both "${codes.bank_deposit}"` +
      `${unset === null ? '' : `, the default of ${unset}`}. A code names one provider: give each its own code.`,
  );
}
