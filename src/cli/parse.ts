import { parseArgs } from 'node:util';
import { wrongCall, type Command, type GivenArguments, type Option, type Options } from './command.ts';
import { orDidYouMean } from '../domain/values/did-you-mean.ts';

/** The options of every command. */
export const COMMON_OPTIONS = {
  json: { type: 'flag', about: 'print JSON: one object, or one object per line' },
  help: { type: 'flag', about: 'show this help' },
} as const satisfies Options;

/** The command and its arguments, or the words that match no command. */
type Found = { command: Command; rest: string[] } | { command: null; words: string[] };

/** Finds the command by its leading words. Common options may precede them. */
export function findCommand(commands: readonly Command[], args: readonly string[]): Found {
  const isCommon = (arg: string): boolean => Object.keys(COMMON_OPTIONS).some((name) => arg === `--${name}`);
  const first = args.findIndex((arg) => !isCommon(arg));
  const before = first === -1 ? [...args] : args.slice(0, first);
  const after = first === -1 ? [] : args.slice(first);
  for (const length of [2, 1]) {
    const name = after
      .slice(0, length)
      .join(' ')
      .replace(/^organization(?= )/, 'org');
    const found = commands.find((command) => command.name === name);
    if (found !== undefined) return { command: found, rest: [...before, ...after.slice(length)] };
  }
  const optionAt = after.findIndex((arg) => arg.startsWith('-'));
  return { command: null, words: after.slice(0, optionAt === -1 ? 2 : Math.min(2, optionAt)) };
}

/** Reads the words and options of a command. Throws for what it does not accept. */
export function readArguments(
  command: Command,
  args: readonly string[],
): GivenArguments & { isJson: boolean; isHelp: boolean } {
  const all: Options = { ...command.options, ...COMMON_OPTIONS };
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(all).map(([name, { type }]) => [name, { type: type === 'flag' ? 'boolean' : 'string' }]),
    ),
  });
  const values = Object.fromEntries(Object.entries(all).map(([name, option]) => [name, notGiven(option)]));
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(all, token.name) ? all[token.name] : undefined;
    if (option === undefined) throw unknownOption(command, token.rawName, all);
    values[token.name] = take(option, values[token.name], token);
  }
  const { json, help, ...options } = values;
  const [least, most] = command.words;
  if (help !== true && (words.length < least || words.length > most)) throw wrongWords(command, words);
  return { words, options, isJson: json === true, isHelp: help === true };
}

type Value = string | string[] | boolean | null;
type Token = { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined };

function notGiven({ type }: Option): Value {
  switch (type) {
    case 'flag':
      return false;
    case 'list':
      return [];
    case 'text':
      return null;
  }
}

function take(option: Option, before: Value | undefined, { rawName, value, inlineValue }: Token): Value {
  if (option.type === 'flag') {
    if (value !== undefined) throw wrongCall(`${rawName} takes no value. Remove "=${value}".`);
    return true;
  }
  // The next option is not a value. A value that starts with -- is given as --name=--value.
  if (value === undefined || (inlineValue === false && value.startsWith('--'))) {
    throw wrongCall(`${rawName} needs a value: ${rawName} ${option.value}`);
  }
  if (option.type === 'list') return [...(before as string[]), value];
  if (before !== null) throw wrongCall(`${rawName} may be given only once.`);
  return value;
}

function unknownOption({ name }: Command, rawName: string, all: Options): Error {
  const known = Object.keys(all).map((option) => `--${option}`);
  return wrongCall(
    `depono ${name} has no option ${rawName}.${orDidYouMean(rawName, known)} See: depono ${name} --help`,
  );
}

function wrongWords({ name, usage, words: [least] }: Command, words: readonly string[]): Error {
  const call = `depono ${name} ${usage}`.trimEnd();
  if (words.length < least) return wrongCall(`Missing argument. Usage: ${call}`);
  return wrongCall(`Unexpected argument "${words.at(-1)}". Usage: ${call}`);
}
