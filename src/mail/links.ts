import type { MailFacts } from '../domain/effect.ts';
import type { Vault } from '../vault/vault.ts';

/** The address a mail leads to. A manager's link carries a signature, so that only who got it can open it. */
export function linkOf(facts: MailFacts, { baseUrl, vault }: { baseUrl: string; vault: Vault }): string {
  const signed = (path: string): string => `${baseUrl}${path}?key=${vault.sign('link', path)}`;
  switch (facts.kind) {
    case 'import_error':
      return signed(`/manager/import-errors/${facts.organizationId}/${facts.refusedCallId}`);
    case 'invitation':
      return signed(`/manager/invitations/${facts.organizationId}/${facts.memberId}`);
    case 'deposit_imported':
    case 'deposit_sent':
    case 'deposit_refused':
    case 'manager_sign_reminder':
      return signed(`/manager/deposits/${facts.depositId}`);
    case 'tenant_sign':
    case 'tenant_sign_reminder':
    case 'tenant_payment':
    case 'tenant_payment_reminder':
    case 'deposit_open':
    case 'deposit_withdrawn':
    case 'closing_consent':
    case 'deposit_closed':
      return facts.linkToken === null
        ? signed(`/manager/deposits/${facts.depositId}`)
        : `${baseUrl}/t/${facts.linkToken}`;
  }
}
