/** Why a set-up call was refused. */
export class SetUpRefused extends Error {
  readonly kind: 'unknown' | 'conflict' | 'invalid';
  /** The field, for invalid input; the kind of record, if it is unknown. */
  readonly about: string;

  /** For invalid input. */
  readonly code: string;

  constructor(kind: SetUpRefused['kind'], about: string, message: string, code = 'invalid') {
    super(message);
    this.kind = kind;
    this.about = about;
    this.code = code;
  }
}

export const unknown = (what: string): SetUpRefused => new SetUpRefused('unknown', what, `There is no such ${what}.`);
