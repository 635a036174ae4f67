import { join } from 'node:path';
import { CannotStart } from '../../storage/database/cannot-start.ts';
import { readOwnFile } from '../../storage/embedded/own-file.ts';
import { SHORTEST_SECRET_KEY, Vault } from '../../vault/vault.ts';
import type { CommandContext } from '../command.ts';

/** The secret key, read as the service does; null if there is none. */
export function readSecretKey({ env }: Pick<CommandContext, 'env'>, dataDir: string): string | null {
  const key = env['SECRET_KEY']?.trim() || keyIn(dataDir);
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

/** Null also if this user may not read it. */
function keyIn(dataDir: string): string | null {
  try {
    return readOwnFile(join(dataDir, 'secret-key'))?.trim() ?? null;
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    return null;
  }
}
