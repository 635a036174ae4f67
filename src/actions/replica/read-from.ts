import { NotAdmitted } from '../../storage/database/database.ts';
import type { Services } from '../services.ts';

/**
 * Reads from where this process reads. What is not certain there, because a replica may not have it yet, is asked of the
 * primary.
 */
export type ReadFrom = <T>(read: (services: Services) => Promise<T>, isCertain: (outcome: T) => boolean) => Promise<T>;

/** The replica does not have it, or is too far behind, and there is no primary to ask. */
export class NotOnReplica extends Error {}

export function fromPrimary(services: Services): ReadFrom {
  return (read) => read(services);
}

export function fromReplica(
  replica: Services,
  primary: Services | null,
  log: (error: unknown, what: string) => void,
): ReadFrom {
  return async (read, isCertain) => {
    try {
      const outcome = await read(replica);
      if (isCertain(outcome)) return outcome;
    } catch (error) {
      // Being too far behind is logged where it is noticed.
      if (!(error instanceof NotAdmitted)) {
        if (primary === null) throw error;
        log(error, 'the replica could not be read');
      }
    }
    if (primary === null) throw new NotOnReplica();
    return read(primary);
  };
}

const UNKNOWN: ReadonlySet<string> = new Set([
  'no_deposit',
  'organization_unknown',
  'key_does_not_match',
  'key_unknown',
  'beyond_last',
]);

/** A replica may not have the contract, key, organization or cursor yet. */
export function knowsIt({ is }: { is: string }): boolean {
  return !UNKNOWN.has(is);
}
