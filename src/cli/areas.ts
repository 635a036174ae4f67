import type { Command } from './command.ts';
import { findCommand } from './parse.ts';

/**
 * Where the commands are, by the first word of their names. A command then loads its own area alone: all of them take
 * five times as long, which scripts that call `depono` often would notice.
 */
const AREAS: Record<string, () => Promise<readonly Command[]>> = {
  serve: async () => (await import('./commands/running.ts')).runningCommands,
  migrate: async () => (await import('./commands/running.ts')).runningCommands,
  release: async () => (await import('./release/commands.ts')).releaseCommands,
  apply: async () => (await import('./commands/apply.ts')).applyCommands,
  settings: async () => (await import('./settings/commands.ts')).settingsCommands,
  partner: async () => [
    ...(await import('./commands/partner.ts')).partnerCommands,
    ...(await import('./partners/contacts.ts')).partnerContactCommands,
  ],
  member: async () => (await import('./commands/member.ts')).memberCommands,
  ignore: async () => (await import('./commands/ignore.ts')).ignoreCommands,
  deposit: async () => (await import('./commands/deposit.ts')).depositCommands,
  statements: async () => (await import('./statements/commands.ts')).statementCommands,
  journal: async () => (await import('./statements/commands.ts')).statementCommands,
  deliveries: async () => (await import('./commands/deliveries.ts')).deliveriesCommands,
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommands,
  person: async () => (await import('./commands/person.ts')).personCommands,
  approval: async () => (await import('./commands/approval.ts')).approvalCommands,
  import: async () => [(await import('./commands/import.ts')).importCommand],
  check: async () => [(await import('./commands/check.ts')).checkCommand],
  listen: async () => [(await import('./commands/listen.ts')).listenCommand],
  documents: async () => (await import('./documents/commands.ts')).documentCommands,
  backup: async () => (await import('./commands/backup.ts')).backupCommands,
  restore: async () => [(await import('./commands/restore.ts')).restoreCommand],
  database: async () => (await import('./commands/database.ts')).databaseCommands,
  doctor: async () => [(await import('./commands/doctor.ts')).doctorCommand],
};

/** The commands to look the called one up in: its area, or all of them for help and for a command that is not there. */
export async function commandsFor(args: readonly string[]): Promise<readonly Command[]> {
  const word = args.find((arg) => !arg.startsWith('-')) ?? '';
  const load = Object.hasOwn(AREAS, word) ? AREAS[word] : undefined;
  const area = (await load?.()) ?? [];
  return findCommand(area, args).command === null ? (await import('./commands.ts')).COMMANDS : area;
}
