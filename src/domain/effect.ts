import type { EmailAddress } from './contact.ts';
import type { Language } from './language.ts';
import type { Rappen } from './money.ts';
import type { Problem } from './payload/problem.ts';

export type Recipient = { email: EmailAddress; name: string };

/** What a deposit's mails speak of. */
export type DepositFacts = {
  depositId: string;
  organization: string;
  externalContractId: string;
  property: string;
  tenants: readonly string[];
  rentalDeposit: Rappen;
};

/** What each kind of mail needs to know; the words come when it is sent. */
export type MailFacts =
  | {
      kind: 'import_error';
      refusedCallId: string;
      organizationId: string;
      organization: string;
      externalContractId: string;
      problems: readonly Problem[];
    }
  | ({ kind: 'deposit_imported' } & DepositFacts)
  | ({ kind: 'deposit_sent' } & DepositFacts)
  | { kind: 'invitation'; organizationId: string; memberId: string; organization: string }
  | ({ kind: 'tenant_sign'; linkToken: string } & DepositFacts);

export type MailKind = MailFacts['kind'];

export type Mail = {
  to: Recipient;
  cc: Recipient | null;
  language: Language;
  facts: MailFacts;
};

/** What must happen because of a change, written down in the transaction of that change. */
export type Effect =
  | { kind: 'mail'; id: string; dueAt: Date; mail: Mail }
  /** The end of an organization's send delay. */
  | { kind: 'send_deposit'; id: string; dueAt: Date };
