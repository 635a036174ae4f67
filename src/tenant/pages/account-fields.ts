import { productOf } from '../../domain/lifecycle/in-force.ts';
import { holderNameOf } from '../../domain/payee/same-holder.ts';
import { COUNTRY_CODES, countryName } from '../../domain/values/countries.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { returnReasonIn } from '../../domain/messages/return-reasons.ts';
import { formatChf, rappen } from '../../domain/values/money.ts';
import { NO_HOUSE_NUMBER } from '../../domain/values/postal-address.ts';
import { tenantName } from '../../domain/tenant.ts';
import { field, type Form } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { notice, selectField, textField, type Choice } from '../../web/parts.ts';
import { knownAccount, needsAddress, type AccountField } from '../account-form.ts';
import type { FieldProblems } from '../problems.ts';
import type { TenantVisit } from '../visit.ts';
import { PAYEE_WORDS_OF } from '../words/account.ts';

type TriedAccount = {
  /** Prefix of the ids: a page may have several such forms. */
  prefix: string;
  form: Form;
  problems: FieldProblems<AccountField>;
};

/** The account for the tenant's share. An insurance pays nothing out, so no account is asked for. */
export function payeeFields(visit: TenantVisit, tried: TriedAccount): Html | null {
  const { deposit, language } = visit;
  if (productOf(deposit) === 'insurance' && visit.asked.length === 0) return null;
  const words = PAYEE_WORDS_OF[language];
  const { iban = '', holderName = null, bic = null } = knownAccount(deposit);
  const input = (name: AccountField, label: string, known: string, more: object = {}): Html =>
    textField({ ...common(visit, tried, name, known), label, autocomplete: 'off', ...more });
  return html`${input('holderName', words.holder, holderName ?? holderNameOf(deposit.terms.tenants[0]), { hint: words.holderHint, maxlength: 70, autocomplete: 'name' })}
  ${input('tenantIban', words.iban, groupedIban(iban), { hint: words.ibanHint, maxlength: 60 })}
  ${input('bic', words.bic, bic ?? '', { hint: words.bicHint, maxlength: 20 })} ${addressFields(visit, tried)}`;
}

function addressFields(visit: TenantVisit, tried: TriedAccount): Html {
  const { deposit, language, now } = visit;
  const words = PAYEE_WORDS_OF[language];
  const { address = null } = knownAccount(deposit);
  const { street = '', streetNumber = '', zip = '', city = '', countryCode = 'CH' } = address ?? {};
  const isRequired = needsAddress(deposit.closing?.tenancyEnd ?? null, now);
  const input = (name: AccountField, label: string, known: string, autocomplete: string): Html =>
    textField({ ...common(visit, tried, name, known), label, autocomplete, maxlength: 70 });
  return html`<fieldset>
    <legend>${words.address}</legend>
    <p class="hint">${words.addressHint[isRequired ? 'required' : 'optional']}</p>
    <div class="fields">
      ${input('street', words.street, street, 'address-line1')}
      ${input('streetNumber', words.streetNumber, streetNumber === NO_HOUSE_NUMBER ? '' : streetNumber, 'off')}
      ${input('zip', words.zip, zip, 'postal-code')} ${input('city', words.city, city, 'address-level2')}
      ${selectField({ ...common(visit, tried, 'countryCode', countryCode), label: words.country, choices: countries(visit) })}
    </div>
  </fieldset>`;
}

function common({ words }: TenantVisit, { prefix, form, problems }: TriedAccount, name: AccountField, known: string) {
  const problem = problems[name];
  return {
    id: `${prefix}-${name}`,
    name,
    value: form.has(name) ? field(form, name) : known,
    problem: problem && words.problem[problem],
  };
}

/** Switzerland and Liechtenstein first, then by name. */
function countries({ language }: TenantVisit): Choice[] {
  const named = COUNTRY_CODES.map((code): Choice => [code, countryName(code, language)]);
  const rank = ([code]: Choice): number => ['CH', 'LI'].indexOf(code) >>> 0;
  return named.toSorted((one, other) => rank(one) - rank(other) || one[1].localeCompare(other[1], language));
}

/** The payout came back, or lacks something: the main tenant says where it goes. */
export function accountCard(visit: TenantVisit, problems: FieldProblems<AccountField>): Html | null {
  const { asked, deposit, isMain, form, language, path } = visit;
  const words = PAYEE_WORDS_OF[language];
  const [first] = asked;
  if (first === undefined) return null;
  if (!isMain) return notice('wait', html`<p>${words.onlyMain(tenantName(deposit.terms.tenants[0]))}</p>`);
  const amount = formatChf(rappen(asked.reduce((sum, order) => sum + order.amount, 0)));
  const reason = asked.find((order) => order.returnReason !== null)?.returnReason ?? null;
  return html`<section class="card" id="account">
    <h2>${words.heading[reason === null ? 'waiting' : 'returned']}</h2>
    <p>${reason === null ? words.waiting(amount) : words.returned({ amount, reason: returnReasonIn(language, reason) })}</p>
    <form method="post" action="${path('/account')}">
      ${payeeFields(visit, { prefix: 'account', form, problems })}
      <div class="buttons"><button type="submit">${words.button}</button></div>
    </form>
  </section>`;
}
