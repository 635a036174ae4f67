import { bankInWords } from './actions/bank/bank-in-words.ts';
import { isBankRight, verifyBank } from './actions/bank/verify-bank.ts';
import { verify, type Verification } from './actions/verify.ts';
import { ConfigError, databaseOf } from './config.ts';
import { settingOf } from './config-values.ts';
import { EnvFileError, useEnvFile } from './env-file.ts';
import { formatSigned } from './domain/values/money.ts';
import { operatorIbanOf } from './money-settings.ts';
import { CannotStart } from './storage/database/cannot-start.ts';
import { readOnly, sqlState } from './storage/database/database.ts';
import type { Connection } from './storage/database/servers.ts';
import { withEmbedded } from './storage/embedded/server.ts';

// npm run verify: checks that the books balance and that no history was changed, and compares them with the bank's
// entries and balances. It only reads; the service may be running. Exit status: 0 without faults, 1 with faults, 2 if
// the database could not be read. A difference with the bank is a fault only with --bank.

try {
  const isBankToo = readArguments(process.argv.slice(2));
  useEnvFile(process.env);
  const { databaseUrl, dataDir } = databaseOf(process.env);
  const operatorIban = ownAccount();
  const prove = (connection: Connection) =>
    readOnly(connection, async (sql) => ({ books: await verify(sql), bank: await verifyBank(sql, { operatorIban }) }));
  const { books, bank } = await (databaseUrl === null ? withEmbedded(dataDir, prove) : prove(databaseUrl));
  console.log([...inWords(books), '', ...bankInWords(bank)].join('\n'));
  process.exitCode = books.faults.length > 0 || (isBankToo && !isBankRight(bank)) ? 1 : 0;
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}

function readArguments(given: readonly string[]): boolean {
  const unknown = given.find((argument) => argument !== '--bank');
  if (unknown !== undefined) throw new CannotStart(`${unknown} is unknown. Usage: npm run verify [-- --bank]`);
  return given.length > 0;
}

function ownAccount(): string | null {
  try {
    return operatorIbanOf(process.env, settingOf(process.env, 'ENVIRONMENT') === 'production');
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function inWords(report: Verification): string[] {
  const { deposits, historyEntries, maskedEntries, paymentsWithoutDeposit, totals, faults } = report;
  const chf = (amount: number): string => formatSigned(amount).padStart(20);
  const lines = [
    `Deposits: ${deposits}. Entries of history: ${historyEntries}, ${maskedEntries} of them masked. ` +
      `Payments without a deposit: ${paymentsWithoutDeposit}.`,
    '',
    `  paid in    CHF ${chf(totals.paidIn)}`,
    `  interest   CHF ${chf(totals.interest)}`,
    `  held       CHF ${chf(totals.held)}`,
    `  paid out   CHF ${chf(totals.paidOut)}`,
    `  paid back  CHF ${chf(totals.paidBack)}`,
    `  charges    CHF ${chf(totals.charges)}`,
    `  tax        CHF ${chf(totals.withholdingTax)}`,
    '',
  ];
  if (faults.length === 0) lines.push('All books balance, and no history was changed.');
  else
    lines.push(
      `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}:`,
      ...faults.map(({ depositId, fault }) => `  ${depositId}  ${fault}`),
    );
  return lines;
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EnvFileError || error instanceof CannotStart)
    return error.message;
  if (sqlState(error) === '42P01' || sqlState(error) === '42703') {
    return 'The database schema is older than this version. Start Depono once, then verify again.';
  }
  return `The database cannot be read: ${(error as Error).message}`;
}
