import { randomUUIDv7 } from 'node:crypto';
import { atCommandLine, recordChange, type Author, type Change } from '../../actions/audit.ts';
import type { Sql } from '../../storage/database/database.ts';
import { actingIn } from '../acting.ts';
import { includesRole, roleRefused } from '../../domain/operator.ts';
import { refuseCommand, type CommandContext } from '../command.ts';

/** Who runs a command that works without the services, as the database at hand knows them. */
export async function authorIn({ env, settings }: CommandContext, sql: Sql): Promise<Author> {
  const { operatorEmails } = settings();
  const acting = await actingIn(env, { database: sql, operatorEmails });
  // A backup is all data in plain; a restore replaces it.
  if (!includesRole(acting.role, 'admin')) throw refuseCommand(roleRefused(acting.role, 'admin'));
  return atCommandLine(acting);
}

export async function recordIn(sql: Sql, author: Author, change: Change): Promise<void> {
  await recordChange({ database: sql, random: { id: randomUUIDv7 } }, author, change);
}

/** No such table or column or function, no permission, a database that can only be read. */
const NOT_WRITABLE = new Set(['42P01', '42703', '42883', '42501', '25006']);

/** False: this database takes no row, because its schema is older or it can only be read. */
export async function ifWritable(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (NOT_WRITABLE.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
