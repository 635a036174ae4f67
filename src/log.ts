import { pino, type Logger } from 'pino';
import { scrub } from './web/scrub.ts';

/** One JSON line per event, on standard error. Errors are reduced to what cannot contain personal data. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: bareError, req: () => undefined, res: () => undefined },
    },
    pino.destination(2),
  );
}

/** The log line of an uncaught error. Node would print all its properties, such as a whole row. */
export function crashLine(error: unknown): string {
  const time = new Date().toISOString();
  return JSON.stringify({ level: pino.levels.values['fatal'], time, err: bareError(error), msg: 'crashed' });
}

type Thrown = Error & { code?: unknown; responseCode?: unknown };

/** Messages of other services may repeat what we sent them, so only their code is logged. */
export function bareError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, code, stack = '', cause } = error as Thrown;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    ...(typeof code === 'string' ? { code } : {}),
    message: messageOf(error),
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(cause !== undefined && depth < DEEPEST ? { cause: bareError(cause, depth + 1) } : {}),
  };
}

const DEEPEST = 3;

/** SQLSTATE class 22: a value is wrong, and PostgreSQL quotes it in the message. */
const ABOUT_DATA = /^22[0-9A-Z]{3}$/;

function messageOf(error: Thrown): string {
  const { message, code, responseCode } = error;
  if (typeof responseCode === 'number') return `the mail server answered ${responseCode}`;
  if (typeof code === 'string' && ABOUT_DATA.test(code)) return 'the database refused a value';
  // The parser quotes the text that it could not parse.
  if (error instanceof SyntaxError) return 'a text could not be parsed';
  return scrub(message);
}
