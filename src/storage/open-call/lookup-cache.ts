import { emailKey, parseEmail } from '../../domain/contact.ts';
import type { KnownOrganization } from '../../domain/open-call.ts';
import type { Finding, Question } from './lookup.ts';

/** What a process remembers of the set-up, with the version by which an insert checks that it still holds. */
export type CachedFacts = { version: number; key: NonNullable<Finding['key']>; known: KnownOrganization };

const MOST_REMEMBERED = 20_000;

type Remembered = { key: NonNullable<Finding['key']>; known: KnownOrganization };

/**
 * Spares most calls the question at the entrance: whoever called before for the same organization and manager is known.
 * Nothing here expires by itself. A deposit decided on what is remembered is inserted only if the set-up is still of
 * that version; if it is not, the entrance is asked, and everything older is forgotten.
 */
export class LookupCache {
  readonly #remembered = new Map<string, Remembered>();
  #version = -1;
  /** How far the service's clock is ahead of ours. */
  #aheadMs = 0;

  get(question: Question): CachedFacts | null {
    const found = this.#remembered.get(nameOf(question));
    if (found === undefined) return null;
    const now = new Date(Date.now() + this.#aheadMs);
    return { version: this.#version, key: found.key, known: { ...found.known, now } };
  }

  /** What the contract id has to do with it, taken or ignored, belongs to one call and is not remembered. */
  set(question: Question, { version, now, key, known }: Finding): void {
    if (version < this.#version) return;
    if (version > this.#version || this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#version = version;
    this.#aheadMs = now.getTime() - Date.now();
    const isNamedBadly = question.managerEmail !== null && parseEmail(question.managerEmail) === null;
    if (key === null || known === null || isNamedBadly) return;
    this.#remembered.set(nameOf(question), { key, known: { ...known, ignored: null, taken: false } });
  }
}

/** Each part stays apart from the others, whatever stands in it. */
function nameOf({ keyId, externalOrgId, managerEmail }: Question): string {
  return JSON.stringify([keyId, externalOrgId, managerEmail === null ? null : emailKey(managerEmail)]);
}
