import { readFileSync, statSync } from 'node:fs';

export class EnvFileError extends Error {}

/**
 * Adds the settings of the file that `DEPONO_ENV_FILE` names. What the environment has already stays. The file is the one
 * that systemd reads: commands then need no shell to read it, in which `<`, `&` or `$` mean something else.
 */
export function useEnvFile(env: Record<string, string | undefined>): void {
  const file = env['DEPONO_ENV_FILE']?.trim() ?? '';
  if (file === '') return;
  for (const [name, value] of readEnvFile(file)) {
    // As everywhere, an empty variable counts as not set.
    if ((env[name]?.trim() ?? '') === '') env[name] = value;
  }
}

function readEnvFile(file: string): [name: string, value: string][] {
  let text: string;
  try {
    // It holds every secret of the service.
    if ((statSync(file).mode & 0o007) !== 0) {
      throw new EnvFileError(`${file} is open to every user of this machine. Run: chmod o-rwx ${file}`);
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof EnvFileError) throw error;
    throw new EnvFileError(`DEPONO_ENV_FILE cannot be read: ${(error as Error).message}`);
  }
  return parseEnvText(text, file);
}

// Not with `export`: a shell takes it, and systemd skips the line.
const LINE = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/;

/**
 * Lines of `NAME=value`, with or without quotes. What systemd and a shell would read differently is refused, except for
 * plain values, which are taken as systemd takes them. A message never has the value: it may be a password.
 */
export function parseEnvText(text: string, file = 'the file'): [name: string, value: string][] {
  return text.split(/\r?\n/).flatMap((line, index): [string, string][] => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith(';')) return [];
    const [, name, written] = LINE.exec(trimmed) ?? [];
    const value = written === undefined ? null : valueOf(written);
    if (name !== undefined && value !== null) return [[name, value]];
    const what = name === undefined ? 'is not NAME=value' : `${name}: the value must be in single quotes, as NAME='…'`;
    throw new EnvFileError(`${file}, line ${index + 1}: ${what}.`);
  });
}

/** Null: not clear. */
function valueOf(written: string): string | null {
  const single = /^'([^']*)'$/.exec(written)?.[1];
  if (single !== undefined) return single;
  const double = /^"((?:[^"\\$`]|\\["\\$`])*)"$/.exec(written)?.[1];
  if (double !== undefined) return double.replaceAll(/\\(.)/g, '$1');
  return /["'\\]/.test(written) ? null : written;
}
