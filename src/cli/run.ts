import { AlreadyAsked, NotYours } from '../actions/approvals/refused.ts';
import { SetUpRefused } from '../actions/set-up/refused.ts';
import { maskRecord } from '../domain/masking/mask-for-viewer.ts';
import { CannotStart } from '../storage/database/cannot-start.ts';
import { connectionFailure } from '../storage/database/connection-failure.ts';
import { identify } from './acting.ts';
import { CommandFailed, wrongCall, type Command, type CommandContext, type ExitCode } from './command.ts';
import { didYouMean } from '../domain/values/did-you-mean.ts';
import { helpOn, helpOnAll } from './help.ts';
import { createOutput } from './output.ts';
import { findCommand, readArguments } from './parse.ts';
import { isNotAtHome, MOVED_SENTENCE } from '../domain/cells.ts';

type Streams = Parameters<typeof createOutput>[0];

/** What the process provides to every command. */
export type Surroundings = Streams & {
  context: Omit<CommandContext, 'output' | 'acting' | 'author'>;
  close: () => Promise<void>;
};

/** Finds and runs the command, and turns errors into a message and an exit code. */
export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  { stdout, stderr, context, close }: Surroundings,
): Promise<ExitCode> {
  const isJson = args.includes('--json');
  const say = (text: string): void => void stdout.write(`${text}\n`);
  let isMasked = (): boolean => false;
  try {
    const found = findCommand(commands, args);
    if (found.command === null) return helpOrRefuse(commands, found.words, { isAsked: args.includes('--help'), say });
    const given = readArguments(found.command, found.rest);
    if (given.isHelp) {
      say(helpOn(found.command));
      return 0;
    }
    const { isViewer, ...who } = identify(found.command, context);
    isMasked = isViewer;
    const output = createOutput({ stdout, stderr }, { isJson: given.isJson, isMasked });
    return await found.command.run({ ...context, ...who, output }, given);
  } catch (error) {
    const { code, sentence, ...more } = explainError(error);
    const shown = isMasked() ? maskRecord(sentence) : sentence;
    stderr.write(`${isJson ? JSON.stringify({ error: shown, ...more }) : shown}\n`);
    return code;
  } finally {
    await close();
  }
}

function helpOrRefuse(
  commands: readonly Command[],
  words: readonly string[],
  { isAsked, say }: { isAsked: boolean; say: (text: string) => void },
): ExitCode {
  const [area] = words;
  const isArea = commands.some(({ name }) => name.includes(' ') && name.split(' ')[0] === area);
  if (area === undefined || (isArea && words.length === 1)) {
    say(helpOnAll(commands, area ?? null));
    return isAsked ? 0 : 2;
  }
  const typed = words.join(' ');
  const names = commands.map(({ name }) => name);
  const meant =
    didYouMean(typed, names) ??
    didYouMean(
      area,
      names.map((name) => name.split(' ')[0] as string),
    );
  throw wrongCall(
    `Unknown command: depono ${typed}.${meant === null ? '' : ` Did you mean depono ${meant}?`} ` +
      `List them with: depono ${isArea ? `${area} ` : ''}--help`,
  );
}

/** The message says how to fix the problem, where the reader can. */
export function explainError(error: unknown): {
  code: Exclude<ExitCode, 0>;
  sentence: string;
  approvalId?: string;
} {
  if (error instanceof CommandFailed) return { code: error.code, sentence: error.message };
  if (error instanceof SetUpRefused) {
    const isField = error.kind === 'invalid';
    return { code: 1, sentence: isField ? `${error.about} ${error.message}.` : error.message };
  }
  if (error instanceof NotYours) return { code: 1, sentence: error.message };
  if (error instanceof AlreadyAsked) {
    const { approvalId, message } = error;
    return { code: 1, sentence: `${message} Approval ${approvalId}.`, approvalId };
  }
  if (isNotAtHome(error)) return { code: 1, sentence: MOVED_SENTENCE };
  if (error instanceof CannotStart) return { code: 2, sentence: error.message };
  const sentence = connectionFailure(error);
  if (sentence !== null) return { code: 2, sentence };
  return { code: 2, sentence: `Failed: ${(error as Error).message}` };
}
