/** The move is not possible, and why. Nothing was done. */
export class MoveRefused extends Error {}

/** It was not possible now. The source serves on, unless the sentence says otherwise. */
export class MoveFailed extends Error {}
