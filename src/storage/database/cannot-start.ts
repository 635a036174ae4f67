/** The service cannot start, for a reason that a person can mend; the message says how. */
export class CannotStart extends Error {}
