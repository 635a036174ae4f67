/** What test files of a process share and nobody else ends: it is ended after the last of them. */
export const atEndOfLane: (() => Promise<void>)[] = [];
