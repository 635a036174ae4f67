/** A file of the bank that cannot be read completely. Nothing of it is booked. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly line: number;

  /** `problem` is a sentence for the operator. */
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`);
    this.line = line;
  }
}
