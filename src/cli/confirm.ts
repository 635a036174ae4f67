import { refuseCommand, type CommandContext } from './command.ts';

/** The option of every command that cannot be undone. */
export const YES = {
  yes: { type: 'flag', about: 'do not ask for confirmation; required without a terminal' },
} as const;

/** Returns only on yes, from the terminal or --yes. Otherwise the command ends with 1. */
export async function confirm({ input, output }: CommandContext, yes: boolean, question: string): Promise<void> {
  if (yes) return;
  if (!input.canAsk || output.isJson) {
    throw refuseCommand(`${question} This cannot be undone. Nothing was done. To confirm, add --yes.`);
  }
  if (!(await input.confirm(question))) throw refuseCommand('Nothing was done.');
}
