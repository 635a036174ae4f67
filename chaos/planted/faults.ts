/**
 * Faults that the chaos test must find: each changes one place of the code, as a mistake could. A proof that finds none of
 * them proves nothing.
 */
export type PlantedFault = {
  name: string;
  file: string;
  /** Exactly once in the file. */
  right: string;
  wrong: string;
};

export const PLANTED: readonly PlantedFault[] = [
  {
    name: 'a mail or a document that failed once counts as done',
    file: 'src/storage/effects/effects.ts',
    right: `when $4::double precision is null then 'failed' else 'waiting' end`,
    wrong: `when $4::double precision is null then 'failed' else 'done' end`,
  },
  {
    name: 'an entry of a bank file is booked again when it is reported again',
    file: 'src/domain/booking.ts',
    right: `[3, 'already_known', ({ facts }) => facts.isKnown],`,
    wrong: `[3, 'already_known', () => false],`,
  },
  {
    name: 'the cache of contract status misses changes',
    file: 'src/storage/status/status-cache.ts',
    right: 'for (const { organizationId, externalContractId } of changed) {',
    wrong: 'for (const { organizationId, externalContractId } of changed.slice(0, 0)) {',
  },
  {
    name: 'a contract that has its deposit is answered as opened',
    file: 'src/storage/open-call/insert-deposits.ts',
    right: `row.is_valid ? 'taken' : 'outdated'`,
    wrong: `row.is_valid ? 'opened' : 'outdated'`,
  },
  {
    name: 'a deposit is acknowledged although the database gave no answer',
    file: 'src/actions/open-deposit.ts',
    right: '.catch((error: unknown) => findOut(error, () => insertAgain(services, insert)));',
    wrong: `.catch((): Insertion => 'opened');`,
  },
  {
    name: 'an order is sent to the bank with each payment file',
    file: 'src/storage/money/payment-runs.ts',
    right: 'o.cancelled_at is null and o.run_id is null and o.rejection is null',
    wrong: 'o.cancelled_at is null and o.rejection is null',
  },
  {
    name: 'the list of deposits does not follow the moves',
    file: 'src/storage/deposits/moves.ts',
    right: '(line) => moveInList(line, all),',
    wrong: '(line) => moveInList(line, all.slice(0, 0)),',
  },
  {
    name: 'callbacks are signed over another text than is sent',
    file: 'src/jobs/delivery-attempt.ts',
    right: 'signedHeaders(body, {',
    wrong: 'signedHeaders(`${body} `, {',
  },
  {
    name: 'the ledger misses the money that tenants pay in',
    file: 'src/storage/deposits/moves.ts',
    right: '({ move }) => move.postings,',
    wrong: '({ move }) => move.postings.filter((_, place) => place > 0),',
  },
  {
    name: 'the second tenant gets no mail',
    file: 'src/domain/lifecycle/mails.ts',
    right: 'const effects = positions.flatMap((position) => {',
    wrong: 'const effects = positions.slice(0, 1).flatMap((position) => {',
  },
  {
    name: 'what needs a second person is done at once',
    file: 'src/actions/approvals/ask.ts',
    right: 'const isAsked = services.hasFourEyes && (await row.isNeeded(inside, input));',
    wrong: 'const isAsked = false;',
  },
  {
    name: 'whoever has asked for something may approve it',
    file: 'src/actions/approvals/decide.ts',
    right: '    requireMay(row);',
    wrong: '    void requireMay;',
  },
  {
    name: 'an answer that a provider repeats counts once more',
    file: 'src/domain/application.ts',
    right: `if (isSameAnswer(before, given)) return 'same';`,
    wrong: `if (isSameAnswer(before, given)) return 'taken';`,
  },
  {
    name: 'a change that all have signed has no paper',
    file: 'src/domain/lifecycle/changes/after-signatures.ts',
    right: '(current) => amendmentDocument(current, change, context),',
    wrong: '(current) => move(current),',
  },
];

/** The text of a file with the fault in it. */
export function plantedIn(text: string, { name, file, right, wrong }: PlantedFault): string {
  const [before, after, ...others] = text.split(right);
  if (before === undefined || after === undefined || others.length > 0) {
    throw new Error(`“${name}” fits ${file} no longer: its text is there ${text.split(right).length - 1} times`);
  }
  return `${before}${wrong}${after}`;
}
