import type { DigestLine, DigestNote, LetterNote } from './digest/queued-notes.ts';
import type { ApplicationKind } from './application.ts';
import type { CallbackChangedFacts } from './messages/callback-change.ts';
import type { Day } from './values/calendar.ts';
import type { EmailAddress } from './values/contact.ts';
import type { StatusFacts } from './contract-status.ts';
import type { EmailChange, State } from './deposit.ts';
import type { Party, ReleaseGround } from './closing/closing.ts';
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
  /** In mails to tenants: whom they can ask, and who gets their replies. Absent in earlier versions. */
  contact?: Recipient;
};

/** The facts that all mails about a mandate share. */
export type MandateFacts = Record<'mandateId' | 'organizationId' | 'organization' | 'from' | 'to', string>;

/** The tenant's personal link. Null in a mail to the property manager, who has a different one. */
type ForEveryone = { linkToken: string | null };
type ForTenant = { linkToken: string };
type ChangeAuthor = EmailChange['by'];

/** `dueOn` is absent in earlier versions. */
export type SlipFacts = { iban: string; reference: string; missing: Rappen; dueOn?: Day | null };
/** The day that counts as the end of the tenancy, and what follows from it. `product`: absent in earlier versions. */
export type EndFacts = { product?: Product; tenancyEnd: Day; freesOn: Day | null; claimFrom: Day };
/** An account as others may see it: its holder, and the last four characters. */
export type ShownAccount = { holderName: string; ending: string };
/** A text message to a phone. */
export type Sms = { to: string; language: Language; code: string; expiresAt: string };
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
  /** Signs in to pages; valid once, in the browser that asked. `cell`: where it asked, if elsewhere. */
  | {
      kind: 'sign_in';
      realm: 'manager' | 'operator' | 'provider' | 'partner';
      organization: string;
      linkToken: string;
      minutes: number;
      cell?: string;
    }
  | CallbackChangedFacts
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
  /** To administrators and managers of both organizations of a mandate; `organization` is the reader's. */
  | ({ kind: 'mandate_asked'; asksReader: boolean; deposits: number } & MandateFacts)
  | ({ kind: 'mandate_rejected'; by: string } & MandateFacts)
  | ({ kind: 'mandate_done'; moved: number; conflicts: number } & MandateFacts)
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
  /** Everyone has signed. It has the agreement attached. */
  | ({ kind: 'deposit_signed'; isInForce: boolean } & ForEveryone & DepositFacts)
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
      /** When the payout is ordered without consent; null: the tenant has to demand it. Absent in earlier versions. */
      freesOn?: Day | null;
      /** The manager is asked about the tenant's end of the tenancy, too, and has until this day. */
      endAnswerUntil?: Day | null;
      account?: ShownAccount | null;
      /** To a co-tenant, in whose name it was proposed. */
      isCopy?: true;
    } & SplitFacts &
      ForEveryone &
      DepositFacts)
  /** To the second signatory of a company, who has to say the same. */
  | ({
      kind: 'closing_cosign';
      word: 'proposal' | 'consent';
      signatory: string;
      product: Product;
      tenancyEnd: Day;
      reason: string | null;
    } & SplitFacts &
      ForTenant &
      DepositFacts)
  /** `tenancyEnd`: the manager's day, which counts until the operator has settled it. `by`: who disputes. */
  | ({
      kind: 'closing_end_disputed';
      by: Party;
      tenantDay: Day | null;
      reason: string | null;
      forOperator?: true;
    } & EndFacts &
      ForEveryone &
      DepositFacts)
  | ({ kind: 'closing_end_settled' } & EndFacts & ForEveryone & DepositFacts)
  | ({
      kind: 'closing_year_warning';
      product: Product;
      tenancyEnd: Day;
      freesOn: Day;
      daysLeft: number;
    } & SplitFacts &
      ForEveryone &
      DepositFacts)
  /** The manager's proof of a claim stops the payout until the operator has decided. */
  | ({
      kind: 'closing_claim';
      step: 'filed' | 'recorded' | 'rejected';
      reason: string | null;
      forOperator?: true;
    } & ForEveryone &
      DepositFacts)
  /** The payout is free, by agreement or otherwise, and on hold: nothing is ordered before the hold is lifted. */
  | ({
      kind: 'closing_agreed';
      product: Product;
      ground: ReleaseGround;
      agreedBy: Party | null;
    } & SplitFacts &
      ForEveryone &
      DepositFacts)
  /** `agreedBy`: whose consent it was, if it is ordered by consent. `change`: a change has released it. */
  | ({
      kind: 'payout_ordered';
      product: Product;
      ground: ReleaseGround | 'change';
      agreedBy: Party | null;
      account: ShownAccount | null;
    } & SplitFacts &
      ForEveryone &
      DepositFacts)
  | ({ kind: 'payout_account_code'; code: string; minutes: number; account: ShownAccount } & ForTenant & DepositFacts)
  | ({ kind: 'payout_account_changed'; account: ShownAccount } & ForTenant & DepositFacts)
  /** A payment of ours came back: the payee is asked for another account. The operators are told of a payback. */
  | ({
      kind: 'payout_returned';
      amount: Rappen;
      reason: string;
      orderId: string;
      forOperator?: true;
      /** To a co-tenant: the main tenant is asked. */
      isCopy?: true;
    } & ForEveryone &
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
  /** To a new address of a tenant, which nobody has confirmed: nothing about the deposit. */
  | { kind: 'contact_confirm'; organization: string; linkToken: string; by: ChangeAuthor; days: number }
  /** To the address of before. `newEmail`: masked. `isDecided`: an objection does not stop it any more. */
  | ({ kind: 'contact_changed'; newEmail: string; by: ChangeAuthor; isDecided: boolean; days: number } & ForTenant &
      DepositFacts)
  /** `isRestored`: the change was stopped, and mails go to the address of before again. */
  | ({ kind: 'contact_confirmed'; isRestored: boolean } & ForTenant & DepositFacts)
  /** To the operators. `isKept`: the change stands all the same. */
  | ({ kind: 'contact_objected'; by: ChangeAuthor; isKept: boolean; forOperator?: true } & ForEveryone & DepositFacts)
  /** To every tenant. The birth date itself is not told. */
  | ({ kind: 'person_changed'; before: string; after: string; isBirthDate: boolean } & ForTenant & DepositFacts)
  | ({ kind: 'mail_bounced'; tenant: number; person: string; email: string; reason: string | null } & DepositFacts)
  | { kind: 'daily_digest'; organization: string; imported: readonly DigestLine[]; more: number }
  /** Neither the ground of a hold nor its evidence. */
  | ({ kind: 'deposit_held' } & DepositFacts)
  /** `isOrdered`: what was agreed meanwhile is paid out now. */
  | ({ kind: 'hold_lifted'; isOrdered: boolean } & DepositFacts)
  /** Another organization manages the deposit now: `organization`. */
  | ({ kind: 'mandate_moved'; formerOrganization: string } & ForTenant & DepositFacts)
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
export type QueuedDocument = NewDocument & {
  mails?: readonly { id: string; name: string; mail: Mail }[];
  /** Only for its mails: partners are not told of it. */
  isSilent?: true;
};

export type StateChange = { from: State; to: State; status: StatusFacts };

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
  | { kind: 'sms'; id: string; dueAt: Date; sms: Sms }
  | { kind: 'add_to_digest' | 'daily_digest'; id: string; dueAt: Date; note: DigestNote }
  | { kind: 'letter'; id: string; dueAt: Date; note: LetterNote }
  /** Tells partners that the deposit has entered another state. */
  | { kind: 'state_event'; id: string; dueAt: Date; change: StateChange }
  /** `send_deposit`: the end of an organization's send delay. `counterpart`: the simulated bank or insurer acts. */
  | {
      kind:
        | 'send_deposit'
        | 'remind'
        | 'order_after_year'
        | 'warn_of_year'
        | 'end_undisputed'
        | 'check_register'
        | 'counterpart';
      id: string;
      dueAt: Date;
    };
