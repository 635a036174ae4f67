/** What was looked at, how it is, and where it is not well how to mend it. */
export type Finding =
  | { check: string; state: 'ok'; says: string }
  | { check: string; state: 'warn' | 'fail'; says: string; mend: string };

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });

/** It works, but somebody should look at it. */
export const warn = (check: string, says: string, mend: string): Finding => ({ check, state: 'warn', says, mend });

/** It does not work, or must not stay so. */
export const fail = (check: string, says: string, mend: string): Finding => ({ check, state: 'fail', says, mend });
