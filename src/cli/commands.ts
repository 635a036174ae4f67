import type { Command } from './command.ts';
import { cellCommands } from './cells/commands.ts';
import { applyCommands } from './commands/apply.ts';
import { approvalCommands } from './commands/approval.ts';
import { backupCommands } from './commands/backup.ts';
import { bankCommands } from './commands/bank.ts';
import { checkCommand } from './commands/check.ts';
import { connectionCommands } from './commands/connection.ts';
import { databaseCommands } from './commands/database.ts';
import { deliveriesCommands } from './commands/deliveries.ts';
import { depositCommands } from './commands/deposit.ts';
import { doctorCommand } from './commands/doctor.ts';
import { ignoreCommands } from './commands/ignore.ts';
import { importCommand } from './commands/import.ts';
import { jobsCommands } from './commands/jobs.ts';
import { keyCommands } from './commands/key.ts';
import { listenCommand } from './commands/listen.ts';
import { memberCommands } from './commands/member.ts';
import { orgCommands } from './commands/org.ts';
import { operatorCommands } from './commands/operator.ts';
import { operatorTokenCommands } from './commands/operator-token.ts';
import { partnerCommands } from './commands/partner.ts';
import { personCommands } from './commands/person.ts';
import { resealCommand } from './commands/reseal.ts';
import { restoreCommand } from './commands/restore.ts';
import { runningCommands } from './commands/running.ts';
import { mandateCommands } from './mandates/commands.ts';
import { partnerContactCommands } from './partners/contacts.ts';
import { applicationCommands } from './providers/applications.ts';
import { providerCallback } from './providers/callback.ts';
import { providerCommands } from './providers/commands.ts';
import { contactCommands } from './providers/contacts.ts';
import { documentCommands } from './documents/commands.ts';
import { releaseCommands } from './release/commands.ts';
import { moneyAssign } from './resolving/assign.ts';
import { bankEntries } from './resolving/entries.ts';
import { bankResolve } from './resolving/resolve.ts';
import { settingsCommands } from './settings/commands.ts';
import { statementCommands } from './statements/commands.ts';

/** Every command, in the order of the help. To add one: a file in commands/ and a line here. */
export const COMMANDS: readonly Command[] = [
  ...runningCommands,
  ...releaseCommands,
  ...applyCommands,
  ...partnerCommands,
  ...partnerContactCommands,
  ...providerCommands,
  providerCallback,
  ...contactCommands,
  ...applicationCommands,
  ...keyCommands,
  resealCommand,
  ...settingsCommands,
  ...orgCommands,
  ...cellCommands,
  ...connectionCommands,
  ...memberCommands,
  ...ignoreCommands,
  ...depositCommands,
  ...mandateCommands,
  ...bankCommands,
  bankEntries,
  bankResolve,
  moneyAssign,
  ...statementCommands,
  ...deliveriesCommands,
  ...jobsCommands,
  ...personCommands,
  ...operatorCommands,
  ...operatorTokenCommands,
  ...approvalCommands,
  importCommand,
  checkCommand,
  listenCommand,
  ...documentCommands,
  ...backupCommands,
  restoreCommand,
  ...databaseCommands,
  doctorCommand,
];
