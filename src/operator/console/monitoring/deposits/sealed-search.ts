import type { Services } from '../../../../actions/services.ts';

type Vault = Pick<Services['vault'], 'seal' | 'unseal'>;

const CONTEXT = 'search of deposits';

/** Seals the text of a search for use in links, so that browser histories and proxy logs do not reveal it. */
export function sealText(vault: Vault, text: string): string {
  return vault.seal(text, CONTEXT).toString('base64url');
}

/** Null: missing, or not sealed by this service. */
export function openText(vault: Vault, sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return vault.unseal(Buffer.from(sealed, 'base64url'), CONTEXT).toString('utf8');
  } catch {
    return null;
  }
}
