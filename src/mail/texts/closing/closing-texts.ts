import type { DepositFacts, ShownAccount, SplitFacts } from '../../../domain/effect.ts';
import type { Product } from '../../../domain/product.ts';
import type { MailText, MailTexts } from '../mail-texts.ts';

type Facts = NonNullable<MailText['facts']>;

/** What the closing mails share with the others of their language. */
type Shared = {
  about: (facts: DepositFacts, amount: string) => Facts;
  split: (facts: SplitFacts & { product: Product }) => Facts;
};

type ClosingKind =
  | 'closing_consent'
  | 'closing_cosign'
  | 'closing_end_disputed'
  | 'closing_end_settled'
  | 'closing_year_warning'
  | 'closing_claim'
  | 'payout_ordered'
  | 'payout_account_code'
  | 'payout_account_changed';

export type ClosingTexts = (shared: Shared) => Pick<MailTexts['mails'], ClosingKind>;

/** `Lea Brunner, •••• 0123`: an account as everyone may see it. */
export function accountText({ holderName, ending }: ShownAccount): string {
  return `${holderName}, •••• ${ending}`;
}

/** The line about the account, if there is one. */
export function accountFact(label: string, account: ShownAccount | null | undefined): Facts {
  return account == null ? [] : [[label, accountText(account)]];
}

export function reasonLine(label: string, reason: string | null): string[] {
  return reason === null ? [] : [`${label}: ${reason}`];
}
