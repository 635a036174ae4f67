import { returnReasonIn } from '../../../domain/messages/return-reasons.ts';
import { formatChf, rappen } from '../../../domain/values/money.ts';
import type { Language } from '../../../domain/values/language.ts';
import { field, type Form } from '../../../web/forms.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { textField } from '../../../web/parts.ts';
import type { AccountProblems } from '../moves/account-form.ts';
import { LANDLORD_ACCOUNT_WORDS } from '../words/account.ts';
import type { ManagerDepositView } from './deposit-view.ts';

/** What was typed, and what is wrong with it. */
export type TriedPayee = { form: Form; problems: AccountProblems };

/** The landlord's share came back, or has no account: the manager says where it goes. */
export function payeeCard(
  { asked, deposit, organization }: ManagerDepositView,
  { token, language, tried }: { token: Html; language: Language; tried: TriedPayee | null },
): Content {
  if (asked.length === 0) return null;
  const words = LANDLORD_ACCOUNT_WORDS[language];
  const amount = formatChf(rappen(asked.reduce((sum, order) => sum + order.amount, 0)));
  const reason = asked.find((order) => order.returnReason !== null)?.returnReason ?? null;
  const input = (name: 'iban' | 'holderName' | 'bic', label: string, hint: string): Html => {
    const problem = tried?.problems[name];
    return textField({
      name,
      label,
      hint,
      value: tried === null ? '' : field(tried.form, name),
      problem: problem && words.problem[problem],
      autocomplete: 'off',
      isRequired: name === 'iban',
    });
  };
  return html`<section class="card" aria-labelledby="account">
    <h2 id="account">${words.heading[reason === null ? 'waiting' : 'returned']}</h2>
    <p>${reason === null ? words.waiting(amount) : words.returned({ amount, reason: returnReasonIn(language, reason) })}</p>
    <form method="post" action="/manager/deposits/${deposit.id}/account">
      ${token} ${input('iban', words.iban, words.ibanHint)}
      ${input('holderName', words.holder, words.holderHint(organization.name))} ${input('bic', words.bic, words.bicHint)}
      <button type="submit">${words.button}</button>
    </form>
  </section>`;
}
