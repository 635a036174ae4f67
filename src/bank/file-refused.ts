/** A file of the bank that cannot be read completely. Nothing of it is booked. */
export class FileRefused extends Error {
  override readonly name: string = 'FileRefused';

  /** `problem` is a sentence for the operator. `line`: null where the file has no lines, such as an archive. */
  constructor(line: number | null, problem: string) {
    super(line === null ? `${problem.charAt(0).toUpperCase()}${problem.slice(1)}` : `Line ${line}: ${problem}`);
  }
}

/** A file whose end is not there yet, or never will be. */
export class FileIncomplete extends FileRefused {
  override readonly name = 'FileIncomplete';
}
