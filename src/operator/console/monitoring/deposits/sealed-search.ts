import type { Services } from '../../../../actions/services.ts';

type Vault = Pick<Services['vault'], 'seal' | 'unseal'>;

const PLACE = 'search of deposits';

/** What was looked for, as an address may carry it: a browser's history and a proxy's log tell nothing of it. */
export function sealText(vault: Vault, text: string): string {
  return vault.seal(text, PLACE).toString('base64url');
}

/** Null: there is none, or not one of ours. */
export function openText(vault: Vault, sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return vault.unseal(Buffer.from(sealed, 'base64url'), PLACE).toString('utf8');
  } catch {
    return null;
  }
}
