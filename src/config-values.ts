import { serverAddresses } from './storage/database/servers.ts';

/** Readers of single environment variables. Each throws a sentence that says what is wrong and what is allowed. */

export type Environment = Readonly<Record<string, string | undefined>>;

export function settingOf(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

export function choiceOf<const T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  otherwise: T,
): T {
  const value = settingOf(env, name) ?? otherwise;
  if ((choices as readonly string[]).includes(value)) return value as T;
  throw new Error(`${name} is "${value}". It must be one of: ${choices.join(', ')}.`);
}

export function whole(
  env: Environment,
  name: string,
  { from, to, otherwise }: { from: number; to: number; otherwise: number },
) {
  const value = settingOf(env, name) ?? String(otherwise);
  const number = Number(value);
  if (/^[0-9]+$/.test(value) && number >= from && number <= to) return number;
  throw new Error(`${name} is "${value}". It must be a whole number from ${from} to ${to}.`);
}

export function url(env: Environment, name: string, protocols: readonly string[]): string | null {
  const value = settingOf(env, name);
  if (value === null) return null;
  // The message must not repeat the value: it may contain a password.
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  throw new Error(`${name} is not an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
}

/** One address, or one that names several servers: `postgres://user:password@a:5432,b:5432/name`. */
export function databaseUrl(
  env: Environment,
  name: 'DATABASE_URL' | 'PRIMARY_DATABASE_URL' | 'MOVE_TO_DATABASE_URL' = 'DATABASE_URL',
): string | null {
  const value = settingOf(env, name);
  if (value === null) return null;
  for (const address of serverAddresses(value)) url({ [name]: address }, name, ['postgres:', 'postgresql:']);
  return value;
}

export function flag(env: Environment, name: string, otherwise = false): boolean {
  return choiceOf(env, name, ['true', 'false'], otherwise ? 'true' : 'false') === 'true';
}

/** What a first start makes in the test environment. `keys`: organizations and their keys, without deposits. */
export type DemoSize = 'whole' | 'keys' | 'none';

export function demoOf(env: Environment): DemoSize {
  return ({ true: 'whole', keys: 'keys', false: 'none' } as const)[
    choiceOf(env, 'DEMO', ['true', 'keys', 'false'], 'true')
  ];
}
