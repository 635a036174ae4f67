/** Why a set-up call was not done. */
export class SetUpRefused extends Error {
  readonly kind: 'unknown' | 'conflict' | 'invalid';
  /** Of bad input: the field; of an unknown thing: what it is. */
  readonly about: string;

  constructor(kind: SetUpRefused['kind'], about: string, message: string) {
    super(message);
    this.kind = kind;
    this.about = about;
  }
}

export const unknown = (what: string): SetUpRefused => new SetUpRefused('unknown', what, `There is no such ${what}.`);
