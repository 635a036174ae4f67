import { pino, type Logger } from 'pino';

/** One JSON line an event, on standard error. Nothing personal: of an error only what is ours. */
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

/** PostgreSQL repeats values of the statement in an error's detail and context; they stay out. */
function bareError(error: Error & { code?: unknown }): object {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}
