import type { MailFacts } from '../domain/effect.ts';

type SignInFacts = Extract<MailFacts, { kind: 'sign_in' }>;

/** The link in a mail. A manager has to sign in there; a tenant's link is personal. */
export function linkOf(facts: MailFacts, baseUrl: string): string {
  switch (facts.kind) {
    case 'sign_in':
      return toSignIn(facts, baseUrl);
    case 'approval_requested':
      return `${baseUrl}/operator/approvals/${facts.approvalId}`;
    case 'partner_callback_changed':
      return `${baseUrl}/partner/organizations`;
    case 'contact_confirm':
    case 'contact_changed':
      return `${baseUrl}/t/${facts.kind === 'contact_confirm' ? 'new-address' : 'objection'}/${facts.linkToken}`;
    case 'contact_objected':
      return ofOperator(facts, baseUrl);
    case 'invitation':
    case 'daily_digest':
      return `${baseUrl}/manager`;
    case 'import_error':
      return `${baseUrl}/manager/import-errors/${facts.organizationId}/${facts.refusedCallId}`;
    case 'mandate_asked':
    case 'mandate_rejected':
    case 'mandate_done':
      return `${baseUrl}/manager/organization/${facts.organizationId}/mandates/${facts.mandateId}`;
    case 'deposit_imported':
    case 'deposit_sent':
    case 'deposit_refused':
    case 'manager_sign_reminder':
    case 'deposit_held':
    case 'hold_lifted':
      return `${baseUrl}/manager/deposits/${facts.depositId}`;
    case 'payback_returned':
    case 'payment_reversed':
    case 'provider_refused':
    case 'closing_end_disputed':
    case 'closing_claim':
      if ('orderId' in facts) return `${baseUrl}/operator/money/${facts.orderId}`;
      return facts.forOperator === true ? ofOperator(facts, baseUrl) : ofParty(facts, baseUrl);
    case 'payout_returned':
      if (facts.forOperator === true) return `${baseUrl}/operator/money/${facts.orderId}`;
      return ofParty(facts, baseUrl);
    case 'closing_year_warning':
    case 'mail_bounced':
      return `${baseUrl}/manager/deposits/${facts.depositId}/${facts.kind === 'mail_bounced' ? `tenants/${facts.tenant}` : 'claim'}`;
    case 'change_done':
    case 'change_cancelled':
      // Who is no tenant has no page.
      return facts.isGone === true ? `${baseUrl}/` : ofParty(facts, baseUrl);
    case 'mandate_moved':
    case 'tenant_link':
    case 'tenant_sign':
    case 'tenant_sign_reminder':
    case 'tenant_payment':
    case 'tenant_payment_reminder':
    case 'deposit_signed':
    case 'deposit_open':
    case 'deposit_withdrawn':
    case 'closing_consent':
    case 'deposit_closed':
    case 'closing_end_settled':
    case 'closing_cosign':
    case 'closing_agreed':
    case 'payout_ordered':
    case 'payout_account_code':
    case 'payout_account_changed':
    case 'contact_confirmed':
    case 'person_changed':
    case 'owner_changed':
    case 'change_sign':
      return ofParty(facts, baseUrl);
  }
}

/** The link is bound to a browser, which only the cell knows in which it was asked for. */
function toSignIn({ realm, cell, linkToken }: SignInFacts, baseUrl: string): string {
  return `${baseUrl}/${realm}/sign-in/${cell === undefined ? '' : `at/${cell}/`}${linkToken}`;
}

/** Tenants have a personal link; the manager signs in. */
function ofParty({ linkToken, depositId }: { linkToken: string | null; depositId: string }, baseUrl: string): string {
  return linkToken === null ? `${baseUrl}/manager/deposits/${depositId}` : `${baseUrl}/t/${linkToken}`;
}

function ofOperator({ depositId }: { depositId: string }, baseUrl: string): string {
  return `${baseUrl}/operator/deposits/${depositId}`;
}
