import type { ApplicationKind } from './application.ts';
import type { Day } from './values/calendar.ts';
import type { EmailAddress } from './values/contact.ts';
import type { Party } from './deposit.ts';
import type { Product } from './product.ts';
import type { ProductOffer } from './provider.ts';
import type { Amendment, NewDocument } from './document.ts';
import type { Language } from './values/language.ts';
import type { Rappen } from './values/money.ts';
import type { Problem } from './payload/problem.ts';

export type Recipient = { email: EmailAddress; name: string };

export function recipient(person: { email: Recipient['email']; firstName: string; lastName: string }): Recipient {
  return { email: person.email, name: `${person.firstName} ${person.lastName}` };
}

/** The facts that all mails about a deposit share. */
export type DepositFacts = {
  depositId: string;
  organization: string;
  externalContractId: string;
  property: string;
  tenants: readonly string[];
  rentalDeposit: Rappen;
};

/** The tenant's personal link. Null in a mail to the property manager, who has a different one. */
type ForEveryone = { linkToken: string | null };
type ForTenant = { linkToken: string };

export type SlipFacts = { iban: string; reference: string; missing: Rappen };
export type SplitFacts = { amountTenant: Rappen; amountLandlord: Rappen };

/** The facts of each kind of mail; the text is written when it is sent. */
export type MailFacts =
  | {
      kind: 'import_error';
      refusedCallId: string;
      organizationId: string;
      organization: string;
      externalContractId: string;
      problems: readonly Problem[];
    }
  /** `invitedBy`: an administrator. Null: the partner's open call named the person. */
  | { kind: 'invitation'; organization: string; invitedBy: string | null }
  /** Signs in to the pages of managers or operators; valid once, in the browser that asked. */
  | {
      kind: 'sign_in';
      realm: 'manager' | 'operator' | 'provider';
      organization: string;
      linkToken: string;
      minutes: number;
    }
  /** Asks an operator to approve what another has asked for. */
  | { kind: 'approval_requested'; approvalId: string; what: string; by: string; hours: number }
  /** Tells the operators that money without a deposit came back, paid back to its payer or sent to a deposit's account. */
  | {
      kind: 'payback_returned';
      orderId: string;
      amount: Rappen;
      payee: string | null;
      reason: string;
      isTransfer?: true;
    }
  /** Tells the operators that the bank has taken back money without a deposit, which the order would have paid back. */
  | { kind: 'payment_reversed'; orderId: string; amount: Rappen; payer: string | null }
  | ({ kind: 'deposit_imported' } & DepositFacts)
  | ({ kind: 'deposit_sent' } & DepositFacts)
  | ({ kind: 'manager_sign_reminder' } & DepositFacts)
  /** `isChange`: a change of a deposit in force, which stays as it was. */
  | ({ kind: 'deposit_refused'; by: 'bank' | 'insurer'; reason: string; isChange?: true } & DepositFacts)
  /** `isChanged`: sent before and edited since. `offers`: what is signed or can be chosen; absent in earlier versions. */
  | ({ kind: 'tenant_sign'; isChanged: boolean; offers?: readonly ProductOffer[] } & ForTenant & DepositFacts)
  /** Only a new link, requested by the tenant. */
  | ({ kind: 'tenant_link' } & ForTenant & DepositFacts)
  | ({ kind: 'tenant_sign_reminder' } & ForTenant & DepositFacts)
  | ({ kind: 'tenant_payment' } & SlipFacts & ForTenant & DepositFacts)
  | ({ kind: 'tenant_payment_reminder' } & SlipFacts & ForTenant & DepositFacts)
  | ({ kind: 'deposit_open'; product: Product } & ForEveryone & DepositFacts)
  | ({ kind: 'deposit_withdrawn'; paidBack: Rappen } & ForEveryone & DepositFacts)
  /** `claimFrom`: the day from which the tenant may demand the whole deposit alone, unless there is a legal claim. */
  | ({
      kind: 'closing_consent';
      by: Party;
      product: Product;
      reason: string | null;
      tenancyEnd: Day;
      claimFrom: Day;
    } & SplitFacts &
      ForEveryone &
      DepositFacts)
  /** A payment of ours came back: the payee is asked for another account. The operators are told of a payback. */
  | ({ kind: 'payout_returned'; amount: Rappen; reason: string; orderId: string; forOperator?: true } & ForEveryone &
      DepositFacts)
  /** The bank has taken a payment back. `missing`: what the deposit lacks now. */
  | ({ kind: 'payment_reversed'; amount: Rappen; missing: Rappen; forOperator?: true } & ForEveryone & DepositFacts)
  /** A claim, the end of cover or the closing of an account was refused: the operator settles it. */
  | ({
      kind: 'provider_refused';
      application: ApplicationKind;
      provider: string;
      reason: string;
      forOperator?: true;
    } & ForEveryone &
      DepositFacts)
  /** Asks for a signature under a change of a deposit in force. */
  | ({ kind: 'change_sign'; amendment: Amendment } & ForEveryone & DepositFacts)
  /** `isGone`: to someone who is no tenant any more, or does not become one. */
  | ({ kind: 'change_done'; amendment: Amendment; isGone?: true } & ForEveryone & DepositFacts)
  /** `isOvertaken`: by a closing; what was paid towards it then stays until the payout. */
  | ({
      kind: 'change_cancelled';
      amendment: Amendment;
      by: Party;
      isOvertaken: boolean;
      paidBack: Rappen;
      isGone?: true;
    } & ForEveryone &
      DepositFacts)
  | ({ kind: 'owner_changed'; amendment: Amendment } & ForTenant & DepositFacts)
  | ({ kind: 'deposit_closed'; product: Product } & SplitFacts & ForEveryone & DepositFacts);

export type MailKind = MailFacts['kind'];

export type Mail = {
  to: Recipient;
  cc: Recipient | null;
  language: Language;
  facts: MailFacts;
  /** Documents that are stored. */
  attachments?: readonly Attachment[];
};

type Attachment = { documentId: string; name: string; sha256: string };

/** A document with the mails that have it attached under a name: they are queued once it is stored. */
export type QueuedDocument = NewDocument & { mails?: readonly { id: string; name: string; mail: Mail }[] };

/** Work for the worker, queued in the transaction of the change that causes it. */
export type Effect =
  | { kind: 'mail'; id: string; dueAt: Date; mail: Mail }
  /** A document to be made; `id` is the id of the document. */
  | { kind: 'document'; id: string; dueAt: Date; document: QueuedDocument }
  /** Tells a provider that something is asked of it, or no longer. */
  | {
      kind: 'provider_event';
      id: string;
      dueAt: Date;
      event: 'application.created' | 'application.cancelled';
      applicationId: string;
    }
  /** `send_deposit`: the end of an organization's send delay. `counterpart`: the simulated bank or insurer acts. */
  | {
      kind: 'send_deposit' | 'remind' | 'order_after_year' | 'check_register' | 'counterpart';
      id: string;
      dueAt: Date;
    };
