import type { Tenant } from '../domain/tenant.ts';

/** Without an e-mail address, the link was in a letter. */
export function byLetter({ email }: Tenant): { reachedBy?: 'letter' } {
  return email === null ? { reachedBy: 'letter' } : {};
}
