import type { MailFacts } from '../domain/effect.ts';
import type { Vault } from '../vault/vault.ts';

/** The address a mail leads to. A manager's link carries a signature, so that only who got it can open it. */
export function linkOf(facts: MailFacts, { baseUrl, vault }: { baseUrl: string; vault: Vault }): string {
  const signed = (path: string): string => `${baseUrl}${path}?key=${vault.sign('link', path)}`;
  switch (facts.kind) {
    case 'import_error':
      return signed(`/manager/import-errors/${facts.organizationId}/${facts.refusedCallId}`);
    case 'deposit_imported':
    case 'deposit_sent':
      return signed(`/manager/deposits/${facts.depositId}`);
    case 'invitation':
      return signed(`/manager/invitations/${facts.organizationId}/${facts.memberId}`);
    case 'tenant_sign':
      return `${baseUrl}/t/${facts.linkToken}`;
  }
}
