import type { Command, Option } from './command.ts';
import { COMMON_OPTIONS } from './parse.ts';
import { table } from './output.ts';

export const EXIT_CODES = `Ends with 0 when all is done, 1 when something was refused or not all is done, 2 when the call is wrong or nothing
could be done.`;

const SETTINGS = `The settings are those of the service (DATABASE_URL, DATA_DIR, SECRET_KEY, …); it may run meanwhile.`;

/** All commands, or those of one area (`depono partner`). */
export function helpOnAll(commands: readonly Command[], area: string | null = null): string {
  const listed = area === null ? commands : commands.filter(({ name }) => name.split(' ')[0] === area);
  const rows = listed.map(({ name, summary }) => [`  depono ${name}`, summary]);
  return [
    area === null ? "depono: the operator's command line" : `depono ${area}`,
    '',
    table([], rows),
    '',
    'Each of them says more with --help, and prints JSON with --json.',
    SETTINGS,
    EXIT_CODES,
  ].join('\n');
}

export function helpOn({ name, summary, usage, about, options, examples }: Command): string {
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
    '',
    table([], rows),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
    EXIT_CODES,
  ].join('\n');
}
