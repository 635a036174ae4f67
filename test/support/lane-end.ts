/** Resources shared by the test files of a process; released after the last file. */
export const atEndOfLane: (() => Promise<void>)[] = [];
