import { formatSigned } from '../../domain/values/money.ts';
import type { ReconciledAccount } from './reconcile.ts';
import type { BankVerification } from './verify-bank.ts';

const PROBLEMS: Record<ReconciledAccount['problems'][number], string> = {
  opening_differs: 'an opening balance is not the last closing balance',
  entries_differ: 'opening balance and entries are not the closing balance',
};

/** The comparison with the bank, one line for each difference. */
export function bankInWords({ accounts, differing, unconfirmed, faults }: BankVerification): string[] {
  const lines = [`Accounts with statements of the bank: ${accounts}, ${differing.length} of them differ.`];
  if (unconfirmed > 0) lines.push(`Orders reported as carried out, without an entry of the bank yet: ${unconfirmed}.`);
  lines.push(...differing.map((account) => `  ${account.iban}  ${accountInWords(account)}`));
  lines.push(...faults.map(({ depositId, fault }) => `  ${depositId}  ${fault}`));
  return lines;
}

function accountInWords({ at, bank, books, kept, difference, missingStatements, problems }: ReconciledAccount): string {
  const parts = problems.map((problem) => PROBLEMS[problem]);
  if (difference !== 0) {
    parts.unshift(
      `${at}: bank CHF ${formatSigned(bank)}, books ${formatSigned(books)}, kept ${formatSigned(kept)}, ` +
        `difference ${formatSigned(difference)}`,
    );
  }
  if (missingStatements.length > 0) parts.push(`missing statements: ${missingStatements.join(', ')}`);
  return parts.join('; ');
}
