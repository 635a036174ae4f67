import type { Services } from '../actions/services.ts';
import type { ProviderCodes } from '../domain/contract-status.ts';
import type { Paths } from '../partner/paths.ts';
import type { Connection } from '../storage/database/database.ts';
import type { Output } from './output.ts';

/** 0: all is done. 1: refused, or not all of it done. 2: the call is wrong, or nothing could be done. */
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

/** What was given: words in their order, and every option of the command (null, [] or false where it was not given). */
export type GivenArguments<O extends Options = Options> = {
  words: string[];
  options: { [K in keyof O]: ValueOf<O[K]> };
};

/**
 * One command, `depono partner add`: its name is one or two words. `--help` and `--json` are added to the options of
 * all. Its row is in commands.ts.
 */
export type Command = {
  name: string;
  /** One line for the list of commands, without a full stop. */
  summary: string;
  /** What follows the name: `NAME --integration PATH`. Capitals are replaced, `[…]` may be left out. */
  usage: string;
  /** More than the summary says, where there is more to say. */
  about?: string;
  /** How many words follow the name: at least, at most. */
  words: readonly [least: number, most: number];
  examples: readonly string[];
  options: Options;
  run: (context: CommandContext, given: GivenArguments) => Promise<ExitCode>;
};

type TypedCommand<O extends Options> = Omit<Command, 'options' | 'run'> & {
  options: O;
  run: (context: CommandContext, given: GivenArguments<O>) => Promise<ExitCode>;
};

/** A command whose `given.options` have the types of its options. */
export function command<const O extends Options>(typed: TypedCommand<O>): Command {
  return typed as unknown as Command;
}

/** What a command works with. Nothing is opened before it is asked for, and all is closed afterwards. */
export type CommandContext = {
  output: Output;
  input: Input;
  env: Readonly<Record<string, string | undefined>>;
  /** The service's own settings; throws a sentence that names all that is wrong with them. */
  settings: () => Settings;
  /** The database, where its schema is this program's, and all that the actions need; beside a service or alone. */
  services: () => Promise<Services>;
  /** The database as it is, whatever its schema. */
  withConnection: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  /** Aborted by Ctrl-C, for commands that run until then. Without it Ctrl-C ends the command at once. */
  untilInterrupted: () => AbortSignal;
  /** Runs the service itself in this process. */
  serve: () => Promise<ExitCode>;
};

export type Input = {
  /** True where a person sits at the terminal, and can be asked. */
  canAsk: boolean;
  /** Yes or no; no by default. */
  confirm: (question: string) => Promise<boolean>;
  /** All of standard input. Secrets come this way: arguments are seen by everyone on the machine. */
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
  mailFrom: string;
  bankExchangeDir: string;
  callbackAllowPrivate: boolean;
  providers: ProviderCodes;
  paths: Paths;
};

/** Why a command ends, in a sentence that says what to do. */
export class CommandFailed extends Error {
  readonly code: Exclude<ExitCode, 0>;

  constructor(code: CommandFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The command was called wrongly, or cannot be carried out at all: nothing was done. */
export const wrongCall = (sentence: string): CommandFailed => new CommandFailed(2, sentence);

/** What was asked for is not done: it is not there, or not allowed now. */
export const refuseCommand = (sentence: string): CommandFailed => new CommandFailed(1, sentence);
