import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHORTEST_SECRET_KEY, Vault } from '../../vault/vault.ts';
import type { CommandContext } from '../command.ts';

/** The secret key, read as the service does; null if there is none. */
export function readSecretKey({ env }: Pick<CommandContext, 'env'>, dataDir: string): string | null {
  const key = env['SECRET_KEY']?.trim() || readIfThere(join(dataDir, 'secret-key'));
  return key === null || key.length < SHORTEST_SECRET_KEY ? null : key;
}

/** The keys of SECRET_KEYS_OLD. */
export function readOlderKeys({ env }: Pick<CommandContext, 'env'>): string[] {
  const keys = (env['SECRET_KEYS_OLD'] ?? '').split(',').map((key) => key.trim());
  return keys.filter((key) => key.length >= SHORTEST_SECRET_KEY);
}

/** A fingerprint that ties an archive to the key of its sealed data; null without a key. */
export function keyMark(context: Pick<CommandContext, 'env'>, dataDir: string): string | null {
  const key = readSecretKey(context, dataDir);
  return key === null ? null : new Vault(key).fingerprint('backup');
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
