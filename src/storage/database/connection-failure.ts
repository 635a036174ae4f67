import { NoServer } from './servers.ts';

const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'];
const REFUSED = ['28P01', '28000', '3D000', '42501'];

/** Why the database cannot be used, and what to do about it; null for any other error. */
export function connectionFailure(error: unknown): string | null {
  const { code = '', message } = error as { code?: string; message: string };
  if (error instanceof NoServer) return message;
  if (NOT_REACHED.includes(code)) return `The database cannot be reached: ${message || code}. Check DATABASE_URL.`;
  if (REFUSED.includes(code)) {
    return `The database refused the connection: ${message}. Check user, password and database in DATABASE_URL.`;
  }
  // What PgBouncer says.
  if (/unsupported startup parameter/.test(message)) {
    return `The connection pool refused our settings: ${message}. Set ignore_startup_parameters = options in PgBouncer, then: depono doctor`;
  }
  return null;
}
