import type { Readable, Writable } from 'node:stream';
import type { Author } from '../actions/audit.ts';
import type { Services } from '../actions/services.ts';
import type { BackupKeep } from '../domain/backup-keep.ts';
import type { ProviderCodes } from '../domain/contract-status.ts';
import type { MoneySettings } from '../domain/money-settings.ts';
import type { Acting, OperatorRole } from '../domain/operator.ts';
import type { EmailAddress } from '../domain/values/contact.ts';
import type { StoreSettings } from '../object-store/settings.ts';
import type { Paths } from '../partner/paths.ts';
import type { Connection } from '../storage/database/servers.ts';
import type { Output } from './output.ts';

/** 0: success. 1: refused, or only partly done. 2: wrong usage, or nothing could be done. */
export type ExitCode = 0 | 1 | 2;

/** A `text` takes a value, a `list` may be given several times, a `flag` takes none. */
export type Option =
  | { type: 'text'; value: string; about: string }
  | { type: 'list'; value: string; about: string }
  | { type: 'flag'; about: string };
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { type: 'flag' }
  ? boolean
  : O extends { type: 'list' }
    ? string[]
    : string | null;

/** The arguments: words in order, and a value for every option of the command (null, [] or false if not given). */
export type GivenArguments<O extends Options = Options> = {
  words: string[];
  options: { [K in keyof O]: ValueOf<O[K]> };
};

/**
 * One command, such as `depono partner add`. Its name is one or two words. Every command also has `--help` and
 * `--json`. All commands are listed in commands.ts.
 */
export type Command = {
  name: string;
  /** What the owner of DEPONO_TOKEN must be to use the database. Null: anyone with access to this machine may run it. */
  role: OperatorRole | null;
  /** One line for the list of commands, without a full stop. */
  summary: string;
  /** The arguments in the help: `NAME --integration PATH`. Capitals are placeholders, `[…]` is optional. */
  usage: string;
  /** Details below the summary. */
  about?: string;
  /** The number of words after the name: minimum, maximum. */
  words: readonly [least: number, most: number];
  examples: readonly string[];
  options: Options;
  run: (context: CommandContext, given: GivenArguments) => Promise<ExitCode>;
};

type TypedCommand<O extends Options> = Omit<Command, 'options' | 'run'> & {
  options: O;
  run: (context: CommandContext, given: GivenArguments<O>) => Promise<ExitCode>;
};

/** Types the options in `run` by the options the command declares. */
export function command<const O extends Options>(typed: TypedCommand<O>): Command {
  return typed as unknown as Command;
}

/** What a command works with. Resources are opened on first use and closed at the end. */
export type CommandContext = {
  output: Output;
  input: Input;
  env: Readonly<Record<string, string | undefined>>;
  /** The settings of the service. Throws one message with all problems. */
  settings: () => Settings;
  /**
   * The database and everything the actions need. Throws if the schema is not that of this version, if DEPONO_TOKEN is
   * not valid, or if its owner may not run this command.
   */
  services: () => Promise<Services>;
  /** Who runs the command: the owner of DEPONO_TOKEN, or `command_line`. */
  acting: () => Promise<Acting>;
  /** The same for the audit log. */
  author: () => Promise<Author>;
  /** The database, whatever its schema. */
  withConnection: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  /** Standard output and input for bytes instead of text. A closed pipe is an error of the stream. */
  rawOutput: () => Writable;
  rawInput: () => Readable;
  /** Aborted by Ctrl-C, for commands that stop in order. Without it Ctrl-C ends the command immediately. */
  untilInterrupted: () => AbortSignal;
  /** Runs the service itself in this process. */
  serve: () => Promise<ExitCode>;
};

export type Input = {
  /** True at a terminal, where a person can answer. */
  canAsk: boolean;
  /** The default is no. */
  confirm: (question: string) => Promise<boolean>;
  /** All of standard input. For secrets: other users of the machine can read arguments. */
  readAll: () => Promise<string>;
};

/** The part of the configuration that commands need. */
export type Settings = {
  environment: 'test' | 'production';
  port: number;
  host: string;
  baseUrl: string | null;
  databaseUrl: string | null;
  dataDir: string;
  smtpUrl: string | null;
  smtpRequiresTls: boolean;
  mailFrom: string;
  seal: { file: string; password: string } | null;
  timestampUrl: string | null;
  documents: StoreSettings | null;
  bankExchangeDir: string;
  callbackAllowPrivate: boolean;
  patroniUrl: string | null;
  cell: string;
  cells: ReadonlyMap<string, string>;
  moveToDatabaseUrl: string | null;
  haproxySocket: string | null;
  backupRecipients: readonly string[];
  backupDir: string | null;
  backupKeep: BackupKeep;
  operatorEmails: readonly EmailAddress[];
  hasFourEyes: boolean;
  money: MoneySettings;
  providers: ProviderCodes;
  paths: Paths;
};

/** Ends the command with this message, which says what to do. */
export class CommandFailed extends Error {
  readonly code: Exclude<ExitCode, 0>;

  constructor(code: CommandFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Wrong usage, or nothing could be done. */
export const wrongCall = (sentence: string): CommandFailed => new CommandFailed(2, sentence);

/** Not found, or not allowed now. */
export const refuseCommand = (sentence: string): CommandFailed => new CommandFailed(1, sentence);
