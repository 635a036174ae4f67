import type { ShownAccount } from '../../../domain/effect.ts';
import type { MailText, MailTexts } from '../mail-texts.ts';

type Facts = NonNullable<MailText['facts']>;

type ClosingKind =
  | 'closing_consent'
  | 'closing_cosign'
  | 'closing_end_disputed'
  | 'closing_end_settled'
  | 'closing_year_warning'
  | 'closing_claim'
  | 'closing_agreed'
  | 'payout_ordered'
  | 'payout_account_code'
  | 'payout_account_changed';

export type ClosingTexts = Pick<MailTexts['mails'], ClosingKind>;

/** `Lea Brunner, •••• 0123`: an account as everyone may see it. */
function shownText({ holderName, ending }: ShownAccount): string {
  return `${holderName}, •••• ${ending}`;
}

/** The line about the account, if there is one. */
export function accountFact(label: string, account: ShownAccount | null | undefined): Facts {
  return account === null || account === undefined ? [] : [[label, shownText(account)]];
}

export function reasonLine(label: string, reason: string | null): string[] {
  return reason === null ? [] : [`${label}: ${reason}`];
}
