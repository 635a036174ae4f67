import type { Command, Option } from './command.ts';
import { COMMON_OPTIONS } from './parse.ts';
import { table } from './output.ts';

export const EXIT_CODES = `Exit codes: 0 success; 1 refused, or only partly done; 2 wrong usage, or nothing could be done.`;

const SETTINGS = `Uses the settings of the service (DATABASE_URL, DATA_DIR, SECRET_KEY, …). The service may be running.
With DEPONO_TOKEN, a personal token, commands act under the name and role of an operator.`;

/** All commands, or those of one area (`depono partner`). */
export function helpOnAll(commands: readonly Command[], area: string | null = null): string {
  const listed = area === null ? commands : commands.filter(({ name }) => name.split(' ')[0] === area);
  const rows = listed.map(({ name, summary }) => [`  depono ${name}`, summary]);
  return [
    area === null ? "depono: the operator's command line" : `depono ${area}`,
    '',
    table([], rows),
    '',
    'Every command has --help for details and --json for JSON output.',
    SETTINGS,
    EXIT_CODES,
  ].join('\n');
}

export function helpOn({ name, role, summary, usage, about, options, examples }: Command): string {
  const all = Object.entries<Option>({ ...options, ...COMMON_OPTIONS });
  const rows = all.map(([option, { about: words, ...rest }]) => [
    `  --${option}${'value' in rest ? ` ${rest.value}` : ''}`,
    words,
  ]);
  return [
    `depono ${name} ${usage}`.trimEnd(),
    '',
    `${summary}.`,
    ...(about === undefined ? [] : ['', about]),
    ...(role === null
      ? []
      : ['', `With DEPONO_TOKEN: needs the role ${role}${role === 'admin' ? '' : ' or a higher one'}.`]),
    '',
    table([], rows),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
    EXIT_CODES,
  ].join('\n');
}
