/** This person may not ask for it, or not decide about it. */
export class NotYours extends Error {}

/** The same request waits already. */
export class AlreadyAsked extends Error {
  readonly approvalId: string;

  constructor(approvalId: string) {
    super('The same request already waits for a second person.');
    this.approvalId = approvalId;
  }
}
