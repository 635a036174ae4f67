import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backupKeep, backupRecipients } from './backup-settings.ts';
import {
  mailFolders,
  type MailFolders,
  olderSecretKeys,
  operatorEmails,
  DEMO_CODES,
  namedProviders,
  providerCodes,
  replicaSettings,
  type ReplicaSettings,
  sealOf,
  documentStoreSettings,
  type DocumentStoreSettings,
  sender,
  zefix,
} from './config-parts.ts';
import {
  choiceOf,
  databaseUrl as databaseUrlOf,
  demoOf,
  type DemoSize,
  type Environment,
  flag,
  settingOf,
  url,
  whole,
} from './config-values.ts';
import { STANDARD_KEEP, type BackupKeep } from './domain/backup-keep.ts';
import type { ProviderCodes } from './domain/contract-status.ts';
import type { Product } from './domain/product.ts';
import type { EmailAddress } from './domain/values/contact.ts';
import type { MoneySettings } from './domain/money-settings.ts';
import { moneySettings } from './money-settings.ts';
import { DEFAULT_PATHS, overridePaths, type Paths } from './partner/paths.ts';
import { writeSecretOnce } from './storage/embedded/secret-file.ts';
import { qualifiedFrom } from './qualified/settings.ts';
import type { QualifiedService } from './qualified/service.ts';
import { SHORTEST_SECRET_KEY } from './vault/vault.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './web/direct.ts';
import { type CellSettings, cellSettings } from './cell-settings.ts';

export type Config = CellSettings &
  DocumentStoreSettings &
  MailFolders &
  ReplicaSettings & {
    port: number;
    /** Several processes of one machine may listen on it; the kernel spreads the connections. */
    sharePort: boolean;
    host: string;
    /** Null: made from the port the server gets. */
    baseUrl: string | null;
    environment: 'test' | 'production';
    /** Null: the embedded one. */
    databaseUrl: string | null;
    dataDir: string;
    operatorToken: string;
    /** Then the banner prints it. */
    isOperatorTokenGenerated: boolean;
    /** Operators who are always admins. */
    operatorEmails: readonly EmailAddress[];
    /** Whether operators sign in with passkeys only, after the first time. */
    isPasskeyRequired: boolean;
    /** Whether some actions of an operator wait for a second one. */
    hasFourEyes: boolean;
    /** How money is handled. */
    money: MoneySettings;
    smtpUrl: string | null;
    smsUrl: string | null;
    /** Whether nothing may be sent to the mail server before the connection is encrypted. */
    smtpRequiresTls: boolean;
    mailFrom: string;
    secretKey: string;
    /** Former keys, which can still open what they have sealed. */
    olderSecretKeys: readonly string[];
    callbackAllowPrivate: boolean;
    bankExchangeDir: string;
    /** Public keys (age1…) that backups are encrypted for. */
    backupRecipients: readonly string[];
    /** Where `depono backup` writes archives, if no other place is given. */
    backupDir: string | null;
    backupKeep: BackupKeep;
    /** The commercial register. Null: none, or in the test environment the simulated one. */
    zefix: { url: string; user: string; password: string } | null;
    /** The PKCS#12 file that documents are sealed with. Null: a self-made one in the test environment, else none. */
    seal: { file: string; password: string } | null;
    /** Where people can sign with a qualified signature. `url` null: the simulated service. */
    qualified: (Pick<QualifiedService, 'name' | 'secret' | 'authorities'> & { url: string | null }) | null;
    /** Where time stamps (RFC 3161) for sealed agreements come from. */
    timestampUrl: string | null;
    providers: ProviderCodes;
    /** Those of them that are set. */
    namedProviders: readonly Product[];
    paths: Paths;
    trustProxy: boolean;
    /** Whether this process serves requests, does background work, does both, or only reads. */
    role: 'web' | 'worker' | 'all' | 'read';
    metricsToken: string | null; // null: read from this machine alone
    /** How long a process told to stop goes on serving, while `/readyz` already sends the proxy elsewhere. */
    shutdownDelayMs: number;
    /** How long a statement waits for a connection to the database, if not the usual time. */
    databaseConnectMs?: number;
    /** How long a partner's body may take to arrive. */
    bodyLimitMs: number;
    /** How long a test event waits for the answer of the partner's receiver. */
    testEventMs: number;
    connectionLimits: ConnectionLimits;
    /** When a worker first removes old data. Soon after the start, so that frequent restarts do not prevent it. */
    cleanUpAfterMs: number;
    demo: DemoSize;
    logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  };

export class ConfigError extends Error {}

/** Reads the environment. Reports all faults at once, each with how to fix it. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const read = <T>(reader: () => T, otherwise: T): T => {
    try {
      return reader();
    } catch (error) {
      faults.push((error as Error).message);
      return otherwise;
    }
  };
  const dataDir = resolve(settingOf(env, 'DATA_DIR') ?? './data');
  const environment = read(() => choiceOf(env, 'ENVIRONMENT', ['test', 'production'], 'test'), 'test');
  const isProduction = environment === 'production';
  const databaseUrl = read(() => databaseUrlOf(env), null);
  const config = {
    port: read(() => whole(env, 'PORT', { from: 0, to: 65_535, otherwise: 8080 }), 8080),
    host: settingOf(env, 'HOST') ?? '127.0.0.1',
    baseUrl: read(() => url(env, 'BASE_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null, null),
    environment,
    databaseUrl,
    dataDir,
    operatorEmails: read(() => operatorEmails(env, { isProduction }), []),
    isPasskeyRequired: read(
      () => choiceOf(env, 'OPERATOR_PASSKEY', ['optional', 'required'], 'optional') === 'required',
      false,
    ),
    hasFourEyes: read(() => flag(env, 'FOUR_EYES', isProduction), true),
    money: moneySettings(env, isProduction, read),
    smtpUrl: read(() => url(env, 'SMTP_URL', ['smtp:', 'smtps:']), null),
    smsUrl: read(() => url(env, 'SMS_URL', ['http:', 'https:']), null),
    smtpRequiresTls: !read(() => flag(env, 'SMTP_ALLOW_PLAIN'), false) && isProduction,
    mailFrom: read(() => sender(env), 'deposits@localhost'),
    zefix: read(() => zefix(env), null),
    seal: read(() => sealOf(env, { isProduction }), null),
    qualified: read(() => qualifiedFrom(env, { isProduction }), null),
    timestampUrl: read(() => url(env, 'TIMESTAMP_URL', ['http:', 'https:']), null),
    bankExchangeDir: resolve(settingOf(env, 'BANK_EXCHANGE_DIR') ?? join(dataDir, 'bank')),
    ...documentStoreSettings(env, read),
    ...mailFolders(env),
    ...replicaSettings(env, read),
    backupRecipients: read(() => backupRecipients(settingOf(env, 'BACKUP_RECIPIENTS')), []),
    backupDir: settingOf(env, 'BACKUP_DIR'),
    backupKeep: read(() => backupKeep(settingOf(env, 'BACKUP_KEEP')), STANDARD_KEEP),
    callbackAllowPrivate: read(() => flag(env, 'CALLBACK_ALLOW_PRIVATE'), false),
    olderSecretKeys: read(() => olderSecretKeys(env), []),
    namedProviders: namedProviders(env),
    providers: read(() => providerCodes(env), DEMO_CODES),
    paths: read(() => paths(env), DEFAULT_PATHS),
    trustProxy: read(() => flag(env, 'TRUST_PROXY'), false),
    sharePort: read(() => flag(env, 'SHARE_PORT'), false),
    role: read(() => choiceOf(env, 'ROLE', ['web', 'worker', 'all', 'read'], 'all'), 'all'),
    metricsToken: settingOf(env, 'METRICS_TOKEN'),
    ...cellSettings(env, read),
    shutdownDelayMs: 1_000 * read(() => whole(env, 'SHUTDOWN_DELAY', { from: 0, to: 300, otherwise: 0 }), 0),
    ...FIXED,
    demo: read(() => demoOf(env), 'whole'),
    logLevel: read(() => choiceOf(env, 'LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'warn'), 'warn'),
  } as const;
  const secretKey = settingOf(env, 'SECRET_KEY');
  const operatorToken = settingOf(env, 'OPERATOR_TOKEN');
  faults.push(...missing(env, config), ...tooShort({ ...config, secretKey, operatorToken }));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return {
    ...config,
    secretKey: secretKey ?? generated(dataDir, 'secret-key'),
    operatorToken: operatorToken ?? generated(dataDir, 'operator-token'),
    isOperatorTokenGenerated: operatorToken === null,
  };
}

const FIXED = {
  bodyLimitMs: 10_000,
  testEventMs: 10_000,
  connectionLimits: CONNECTION_LIMITS,
  cleanUpAfterMs: 60_000,
} as const;

type Read = Pick<Config, 'environment' | 'role' | 'databaseUrl' | 'metricsToken'>;

/** Settings that others make necessary. */
function missing(env: Environment, { environment, role, databaseUrl }: Read): string[] {
  const isProduction = environment === 'production';
  const needed: [name: string, isNeeded: boolean, why: string][] = [
    [
      'OPERATOR_TOKEN',
      isProduction,
      'It is required in production: a long random text, for example from "openssl rand -hex 32".',
    ],
    ['SMTP_URL', isProduction, 'It is required in production, for example smtp://user:password@mail.example.ch:587.'],
    [
      'SECRET_KEY',
      isProduction && databaseUrl !== null,
      'It is required with DATABASE_URL, and must be the same in all processes: "openssl rand -hex 32".',
    ],
    [
      'BASE_URL',
      isProduction,
      'It is required in production: the public address, used in every link, for example https://depono.example.ch.',
    ],
    [
      'BASE_URL',
      !isProduction && role === 'worker',
      'A worker needs the address of the web processes for the links in mails.',
    ],
    [
      'MAIL_FROM',
      isProduction,
      'It is required in production: the sender of all mails, for example deposits@example.ch.',
    ],
  ];
  const faults = needed
    .filter(([name, isNeeded]) => isNeeded && settingOf(env, name) === null)
    .map(([name, , why]) => `${name} is not set. ${why}`);
  if (role === 'all' || databaseUrl !== null) return faults;
  return [
    ...faults,
    `ROLE is "${role}", but DATABASE_URL is not set. Processes with a role of their own need a PostgreSQL server that all of them can reach.`,
  ];
}

const SHORTEST_TOKEN = 16;

function tooShort({
  environment,
  metricsToken,
  operatorToken,
  secretKey,
}: Read & { operatorToken: string | null; secretKey: string | null }): string[] {
  const isShort = (text: string | null, least: number): boolean => text !== null && text.length < least;
  const faults: string[] = [];
  if (isShort(secretKey, SHORTEST_SECRET_KEY)) {
    faults.push(
      `SECRET_KEY is too short. It needs at least ${SHORTEST_SECRET_KEY} characters: "openssl rand -hex 32".`,
    );
  }
  if (environment !== 'production') return faults;
  for (const [name, token] of [
    ['METRICS_TOKEN', metricsToken],
    ['OPERATOR_TOKEN', operatorToken],
  ] as const) {
    if (!isShort(token, SHORTEST_TOKEN)) continue;
    faults.push(`${name} is too short. In production it needs at least ${SHORTEST_TOKEN} characters.`);
  }
  return faults;
}

/** Where the database is, for programs that need nothing else. */
export function databaseOf(env: Environment): Pick<Config, 'databaseUrl' | 'dataDir'> {
  try {
    return {
      databaseUrl: databaseUrlOf(env),
      dataDir: resolve(settingOf(env, 'DATA_DIR') ?? './data'),
    };
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function paths(env: Environment): Paths {
  const file = settingOf(env, 'PARTNER_PATHS_FILE');
  if (file === null) return DEFAULT_PATHS;
  try {
    return overridePaths(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`PARTNER_PATHS_FILE (${file}) cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** A generated secret, kept in the data folder for the next start. */
function generated(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  // If started by root, the embedded database runs as a user of its own, who must be able to enter the folder.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return writeSecretOnce(file, randomBytes(32).toString('hex'));
}
