/** The result of one check; `mend` says how to fix it. */
export type Finding =
  | { check: string; state: 'ok'; says: string }
  | { check: string; state: 'warn' | 'fail'; says: string; mend: string };

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });

/** It works, but needs attention. */
export const warn = (check: string, says: string, mend: string): Finding => ({ check, state: 'warn', says, mend });

/** It does not work, or is unsafe. */
export const fail = (check: string, says: string, mend: string): Finding => ({ check, state: 'fail', says, mend });
