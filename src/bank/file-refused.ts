/** A file of the bank that cannot be read whole. Nothing of it counts, whatever was read before. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly line: number;

  /** `problem` is a sentence for the operator. */
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`);
    this.line = line;
  }
}
