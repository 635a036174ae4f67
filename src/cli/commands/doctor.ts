import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BankFolder } from '../../domain/bank/bank-folder.ts';
import { readOnly } from '../../storage/database/database.ts';
import { listBankFolders } from '../../storage/providers/banks.ts';
import { command, type CommandContext, type Settings } from '../command.ts';
import { checkDatabase } from '../doctor/database-checks.ts';
import { checkBankFolders, checkDisk, checkSecretFiles } from '../doctor/file-checks.ts';
import { fail, type Finding } from '../doctor/finding.ts';
import { checkMail } from '../doctor/mail-check.ts';
import { checkPatroni } from '../doctor/patroni-check.ts';
import { checkPoolers } from '../doctor/server-checks.ts';
import { checkSeal } from '../doctor/seal-check.ts';
import { checkStore } from '../doctor/store-check.ts';
import { checkAnswer, checkSettings } from '../doctor/settings-checks.ts';
import { readOlderKeys, readSecretKey } from '../backup/secret-key.ts';
import { explainError } from '../run.ts';

export const doctorCommand = command({
  name: 'doctor',
  role: null,
  summary: 'Check configuration, database, mail, bank folder, clock and jobs, and say how to fix problems',
  usage: '',
  about: `Changes nothing: no mail is sent, and the database is not migrated. Run it as the user that runs the service, with
the same settings. Exit code 0 when nothing fails (warnings do not count), 1 otherwise.`,
  words: [0, 0],
  examples: ['depono doctor', 'depono doctor --json | jq \'select(.state != "ok")\''],
  options: {},
  run: async (context) => {
    const { output } = context;
    let failed = 0;
    let warned = 0;
    for await (const finding of examine(context)) {
      if (finding.state === 'fail') failed++;
      if (finding.state === 'warn') warned++;
      output.show(finding, () => inWords(context, finding));
    }
    const sum = [
      ...(failed > 0 ? [`${failed} ${failed === 1 ? 'check' : 'checks'} failed`] : []),
      ...(warned > 0 ? [`${warned} ${warned === 1 ? 'warning' : 'warnings'}`] : []),
    ];
    output.say(`\n${sum.length === 0 ? 'No problems found.' : `${sum.join(', ')}.`}`);
    return failed === 0 ? 0 : 1;
  },
});

/** Yields each finding at once, because some checks take seconds. */
async function* examine(context: CommandContext): AsyncGenerator<Finding> {
  const { env } = context;
  const folder = resolve(env['DATA_DIR']?.trim() || './data');
  // Reading the settings would create the folder and its secrets.
  if (!env['DATABASE_URL']?.trim() && !existsSync(folder)) {
    yield fail('configuration', `the data folder ${folder} does not exist`, 'Set DATA_DIR, or start the service once.');
    return;
  }
  let settings: Settings;
  try {
    settings = context.settings();
  } catch (error) {
    for (const line of (error as Error).message.split('\n')) {
      yield fail('configuration', line, 'Correct the setting. See docs/configuration.md.');
    }
    return;
  }
  yield* checkSettings(settings);
  yield await checkSeal(settings, new Date());
  yield* await checkStore(settings, readSecretKey(context, settings.dataDir));
  yield* checkSecretFiles(settings.dataDir);
  for (const disk of [settings.dataDir, settings.bankExchangeDir]) if (existsSync(disk)) yield checkDisk(disk);
  const { findings, banks } = await database(context, settings);
  yield* checkBankFolders(settings.bankExchangeDir, banks, new Date());
  yield* findings;
  if (settings.databaseUrl !== null) yield* await checkPoolers(settings.databaseUrl);
  if (settings.patroniUrl !== null) yield await checkPatroni(settings.patroniUrl);
  yield await checkMail(settings);
  yield await checkAnswer(settings);
}

type Checked = { findings: Finding[]; /** None where the database cannot be read. */ banks: BankFolder[] };

async function database(context: CommandContext, settings: Settings): Promise<Checked> {
  const secretKey = readSecretKey(context, settings.dataDir);
  try {
    return await context.withConnection((connection) =>
      readOnly(connection, async (sql) => {
        const findings = await checkDatabase(sql, { settings, secretKey, olderKeys: readOlderKeys(context) });
        const isReadable = findings.some(({ check, state }) => check === 'migrations' && state === 'ok');
        return { findings, banks: isReadable ? await listBankFolders(sql) : [] };
      }),
    );
  } catch (error) {
    const { sentence } = explainError(error);
    return {
      findings: [fail('database', sentence, 'Start the database, or check DATABASE_URL and DATA_DIR.')],
      banks: [],
    };
  }
}

function inWords({ output: { paint } }: CommandContext, finding: Finding): string {
  const mark = { ok: paint.good('ok  '), warn: paint.notice('warn'), fail: paint.bad('FAIL') }[finding.state];
  const line = `${mark}  ${finding.check}: ${finding.says}`;
  return finding.state === 'ok' ? line : `${line}\n      ${finding.mend}`;
}
