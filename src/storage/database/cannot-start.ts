/**
 * The service cannot start, for a reason that a person can mend; the message says how. Starting again does not help, so
 * the process ends with an exit code that tells its supervisor not to.
 */
export class CannotStart extends Error {}

/** A start that may succeed later without a person: something else is still busy. */
export class CannotStartNow extends CannotStart {}

/** EX_CONFIG of sysexits.h; packaging/depono.service names it. */
export const NEEDS_A_PERSON = 78;
