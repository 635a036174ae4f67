import { existsSync, readFileSync } from 'node:fs';
import { applyPlan, type NewSecret, type Waiting } from '../apply/carry-out.ts';
import { readSetUpFile, type SetUpFile } from '../apply/file.ts';
import { planSetUp, type Plan } from '../apply/plan.ts';
import { readSetUp } from '../apply/state.ts';
import { checkCallbackAddress } from '../typed-input.ts';
import { command, refuseCommand, wrongCall, type Command, type Settings } from '../command.ts';
import type { Output } from '../output.ts';
import { waitsInWords } from '../waiting.ts';

/** How many entries are listed before "and … more". */
const MOST_NAMED = 20;

const apply = command({
  name: 'apply',
  role: 'admin',
  summary: 'Set up partners, banks and insurers, organizations, members and settings from a file',
  usage: 'FILE [--yes | --plan]',
  about: `FILE is YAML or JSON, "-" is standard input; docs/command-line.md describes it. The changes are shown
first. All of them are applied, or none; applying the same file again changes nothing. Nothing is ever removed: what
the file does not name is listed and kept. Keys of new partners, banks and insurers, and secrets of new callbacks are shown
once.

With FOUR_EYES, a change of the account that an organization's landlords are paid to waits for a second person, with all
other settings of that organization. Everything else is applied. Exit code 1 when such a change was already waiting.`,
  words: [1, 1],
  examples: ['depono apply set-up.yaml', 'depono apply set-up.yaml --plan', 'depono apply set-up.yaml --yes --json'],
  options: {
    yes: { type: 'flag', about: 'apply without asking' },
    plan: { type: 'flag', about: 'only show the changes; exit code 1 when there are any' },
  },
  run: async (context, { words: [file = ''], options: { yes, plan: isPlanOnly } }) => {
    const { output, input, services, settings } = context;
    if (yes && isPlanOnly) throw wrongCall('--yes and --plan cannot be combined.');
    if (file !== '-' && !existsSync(file)) throw wrongCall(`File not found: ${file}. Nothing was changed.`);
    const wanted = readSetUpFile(file === '-' ? await input.readAll() : readFileSync(file, 'utf8'));
    checkCallbacks(wanted, settings());
    const all = await services();
    const plan = planSetUp(await readSetUp(all.database, wanted), wanted);
    if (plan.faults.length > 0) {
      throw wrongCall(`The file cannot be applied. Nothing was changed:\n${indented(plan.faults)}`);
    }
    output.say(inWords(plan, output));
    if (plan.steps.length === 0) return tell(output, plan, { isApplied: true });
    if (isPlanOnly) {
      tell(output, plan, { isApplied: false });
      return 1;
    }
    if (!yes) {
      if (!input.canAsk || output.isJson || file === '-') {
        throw refuseCommand('Nothing was changed. To apply these changes, add --yes; to only show them, add --plan.');
      }
      if (!(await input.confirm('Apply these changes?'))) throw refuseCommand('Nothing was changed.');
    }
    const who = { acting: await context.acting(), author: await context.author() };
    const { secrets, waiting } = await applyPlan(all, who, wanted, plan);
    output.say(`Applied.${secrets.length === 0 ? '' : `\n${secretsInWords(secrets)}`}`);
    for (const { of, approvalId } of waiting) output.say(`${of}: ${waitsInWords(approvalId)}`);
    tell(output, plan, { isApplied: true, secrets, waiting });
    return waiting.every(({ isNew }) => isNew) ? 0 : 1;
  },
});

/** Prints the object of --json. */
function tell(
  output: Output,
  plan: Plan,
  { isApplied, secrets = [], waiting = [] }: { isApplied: boolean; secrets?: NewSecret[]; waiting?: Waiting[] },
): 0 {
  const changes = plan.steps.map(({ sign, thing, name, fields }) => ({ sign, thing, name, fields }));
  const asked = waiting.map(({ of, approvalId }) => ({ of, approvalId }));
  output.object({
    applied: isApplied,
    changes,
    notInFile: plan.notInFile,
    secrets,
    ...(asked.length === 0 ? {} : { waiting: asked }),
  });
  return 0;
}

function inWords({ steps, notInFile }: Plan, { paint }: Output): string {
  const lines = steps.flatMap(({ sign, thing, name, fields }) => [
    (sign === '+' ? paint.good : paint.notice)(`${sign} ${thing} ${name}`),
    ...fields.map(({ field, from, to }) =>
      sign === '+' ? `    ${field}: ${shown(to)}` : `    ${field}: ${shown(from)} → ${shown(to)}`,
    ),
  ]);
  if (steps.length === 0) lines.push('Nothing to change: everything matches the file.');
  if (notInFile.length > 0) {
    const more = notInFile.length - MOST_NAMED;
    const named = [...notInFile.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
    lines.push('', paint.faint(`Not in the file, left unchanged:\n${indented(named)}`));
  }
  return lines.join('\n');
}

function secretsInWords(secrets: readonly NewSecret[]): string {
  const lines = secrets.map(({ of, apiKey, callbackSecret }) => `${of}: ${apiKey ?? callbackSecret}`);
  return `Save these now. They are not shown again:\n${indented(lines)}`;
}

function shown(value: unknown): string {
  return value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');

function checkCallbacks({ providers, organizations }: SetUpFile, settings: Settings): void {
  for (const { callback } of providers) if (callback) checkCallbackAddress(callback.url, settings);
  for (const { connections } of organizations.flatMap((one) => [one, ...one.organizations])) {
    for (const { callback } of connections) if (callback) checkCallbackAddress(callback.url, settings);
  }
}

export const applyCommands: readonly Command[] = [apply];
