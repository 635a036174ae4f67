import { verify, type Verification } from './actions/verify.ts';
import { ConfigError, databaseOf } from './config.ts';
import { EnvFileError, useEnvFile } from './env-file.ts';
import { formatChf, rappen } from './domain/values/money.ts';
import { CannotStart } from './storage/database/cannot-start.ts';
import { readOnly, sqlState } from './storage/database/database.ts';
import { withEmbedded } from './storage/embedded/server.ts';

// npm run verify: checks that the books balance and that no history was changed. It only reads; the service may be
// running. Exit status: 0 without faults, 1 with faults, 2 if the database could not be read.

try {
  useEnvFile(process.env);
  const { databaseUrl, dataDir } = databaseOf(process.env);
  const report =
    databaseUrl === null
      ? await withEmbedded(dataDir, (connection) => readOnly(connection, verify))
      : await readOnly(databaseUrl, verify);
  console.log(inWords(report));
  process.exitCode = report.faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}

function inWords({
  deposits,
  historyEntries,
  maskedEntries,
  paymentsWithoutDeposit,
  totals,
  faults,
}: Verification): string {
  const chf = (amount: number): string => formatChf(rappen(amount)).padStart(20);
  const lines = [
    `Deposits: ${deposits}. Entries of history: ${historyEntries}, ${maskedEntries} of them masked. ` +
      `Payments without a deposit: ${paymentsWithoutDeposit}.`,
    '',
    `  paid in    CHF ${chf(totals.paidIn)}`,
    `  held       CHF ${chf(totals.held)}`,
    `  paid out   CHF ${chf(totals.paidOut)}`,
    `  paid back  CHF ${chf(totals.paidBack)}`,
    '',
  ];
  if (faults.length === 0) lines.push('All books balance, and no history was changed.');
  else
    lines.push(
      `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}:`,
      ...faults.map(({ depositId, fault }) => `  ${depositId}  ${fault}`),
    );
  return lines.join('\n');
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EnvFileError || error instanceof CannotStart)
    return error.message;
  if (sqlState(error) === '42P01' || sqlState(error) === '42703') {
    return 'The database schema is older than this version. Start Depono once, then verify again.';
  }
  return `The database cannot be read: ${(error as Error).message}`;
}
