import { emailKey, parseEmail } from '../../domain/values/contact.ts';
import type { OpenCallFacts } from '../../domain/open-call.ts';
import type { FoundCall, FoundKey, PartnerQuery, SetUpVersion } from './lookup.ts';

type Entry = { key: FoundKey; facts: OpenCallFacts };

/** The version of the set-up is checked when the deposit is inserted. */
type CachedCall = Entry & { version: SetUpVersion };

const MOST_ENTRIES = 20_000;

/**
 * Spares most open calls the lookup: the facts of earlier calls for the same key, organization and manager. Entries do
 * not expire. A deposit decided on cached facts is inserted only if the set-up still has their version on the same server;
 * if not, the call is looked up, and a newer version or another server clears the cache.
 */
export class LookupCache {
  readonly #entries = new Map<string, Entry>();
  #version: SetUpVersion = { count: -1, server: -1 };
  /** How far the service's clock is ahead of the system's. */
  #aheadMs = 0;

  get(query: PartnerQuery): CachedCall | null {
    const found = this.#entries.get(keyOf(query));
    if (found === undefined) return null;
    const now = new Date(Date.now() + this.#aheadMs);
    return { version: this.#version, key: found.key, facts: { ...found.facts, now } };
  }

  /** Whether the contract is taken or ignored concerns one call only and is not cached. */
  set(query: PartnerQuery, { version, now, key, facts }: FoundCall): void {
    const isSameServer = version.server === this.#version.server;
    if (isSameServer && version.count < this.#version.count) return;
    const isNewer = !isSameServer || version.count > this.#version.count;
    if (isNewer || this.#entries.size >= MOST_ENTRIES) this.#entries.clear();
    this.#version = version;
    this.#aheadMs = now.getTime() - Date.now();
    const isInvalidEmail = query.managerEmail !== null && parseEmail(query.managerEmail) === null;
    if (key === null || facts === null || isInvalidEmail) return;
    this.#entries.set(keyOf(query), { key, facts: { ...facts, ignored: null, taken: false } });
  }
}

/** JSON, so that no value of one part can run into the next. */
function keyOf({ keyId, externalOrgId, managerEmail }: PartnerQuery): string {
  return JSON.stringify([keyId, externalOrgId, managerEmail === null ? null : emailKey(managerEmail)]);
}
