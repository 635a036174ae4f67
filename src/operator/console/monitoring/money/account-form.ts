import { field, type Form } from '../../../../web/forms.ts';
import { html, type Html } from '../../../../web/html.ts';
import { textField } from '../../../../web/parts.ts';
import type { Problems } from '../../forms.ts';

const ADDRESS_FIELDS = ['street', 'streetNumber', 'zip', 'city', 'countryCode'] as const;
type AccountFieldName = 'iban' | 'holderName' | 'bic' | (typeof ADDRESS_FIELDS)[number];

/** The labels of the fields of a payee's account. */
export const ACCOUNT_LABELS: Record<AccountFieldName, string> = {
  iban: 'IBAN',
  holderName: 'Holder of the account',
  bic: 'BIC',
  street: 'Street',
  streetNumber: 'Number',
  zip: 'Postcode',
  city: 'Town',
  countryCode: 'Country code',
};

/** As the body of the API has it. Without any part, no address is given. */
export function typedAccount(form: Form): object {
  const given = (name: AccountFieldName): string | undefined => field(form, name) || undefined;
  const parts = ADDRESS_FIELDS.map((name) => [name, field(form, name)] as const);
  const isGiven = parts.some(([name, value]) => name !== 'countryCode' && value !== '');
  const address = Object.fromEntries(parts.filter(([name, value]) => name !== 'countryCode' || value !== ''));
  return {
    iban: field(form, 'iban'),
    holderName: given('holderName'),
    bic: given('bic'),
    address: isGiven ? address : undefined,
  };
}

/** Each part of the address is a field of its own. */
export function accountProblems(problems: Problems): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([name, message]) => [
      name === 'address' ? 'countryCode' : name.replace(/^address\./, ''),
      message,
    ]),
  );
}

export function accountFields(form: Form, problems: Problems, holder: string | null): Html {
  const input = (name: AccountFieldName, more: { hint?: string; isRequired?: boolean } = {}): Html =>
    textField({
      name,
      label: ACCOUNT_LABELS[name],
      value: field(form, name),
      problem: problems[name],
      autocomplete: 'off',
      ...more,
    });
  return html`${input('iban', { hint: 'No QR-IBAN. Payments are made in CHF.', isRequired: true })}
    ${input('holderName', { hint: `${holder === null ? 'Required if it is not known' : `Without it: ${holder}`}. Another name needs release.` })}
    ${input('bic', { hint: 'Required outside Switzerland and Liechtenstein.' })}
    <fieldset>
      <legend>Address of the holder</legend>
      <p class="hint">Without it, the address that is known of the payee.</p>
      <div class="fields">${ADDRESS_FIELDS.map((name) => input(name))}</div>
    </fieldset>`;
}
