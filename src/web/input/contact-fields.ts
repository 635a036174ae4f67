import { CONTACT_WORDS } from '../../domain/messages/contact.ts';
import type { ContactField, ContactProblems } from '../../domain/changes/typed-contact.ts';
import { COUNTRY_CODES, countryName } from '../../domain/values/countries.ts';
import type { Language } from '../../domain/values/language.ts';
import { html, type Html } from '../html.ts';
import { problemNotice, selectField, textField, type Choice } from '../parts.ts';

type Typed = {
  language: Language;
  value: (name: ContactField) => string;
  problems: ContactProblems;
  /** Below the e-mail address. */
  emailHint?: string | null;
};

/** E-mail address, telephone number and postal address of a person. */
export function contactFields({ language, value, problems, emailHint = null }: Typed): Html {
  const { label, problem } = CONTACT_WORDS[language];
  const common = (name: ContactField) => {
    const wrong = problems[name];
    return { id: `contact-${name}`, name, label: label[name], value: value(name), problem: wrong && problem[wrong] };
  };
  const part = (name: ContactField, autocomplete: string): Html =>
    textField({ ...common(name), autocomplete, maxlength: 70 });
  const email = { ...common('email'), ...(emailHint !== null && { hint: emailHint }) };
  return html`${textField({ ...email, type: 'email', autocomplete: 'email', maxlength: 254 })}
    ${textField({ ...common('phoneNumber'), type: 'tel', autocomplete: 'tel', maxlength: 70 })}
    <fieldset>
      <legend>${label.address}</legend>
      <div class="fields">
        ${part('street', 'address-line1')} ${part('streetNumber', 'off')} ${part('zip', 'postal-code')}
        ${part('city', 'address-level2')}
        ${selectField({ ...common('countryCode'), choices: countries(language) })}
      </div>
    </fieldset>`;
}

/** Switzerland and Liechtenstein first, then by name. */
function countries(language: Language): Choice[] {
  const named = COUNTRY_CODES.map((code): Choice => [code, countryName(code, language)]);
  const rank = ([code]: Choice): number => ['CH', 'LI'].indexOf(code) >>> 0;
  return named.toSorted((one, other) => rank(one) - rank(other) || one[1].localeCompare(other[1], language));
}

/** All that is wrong, each with a link to its field. */
export function contactProblems(problems: ContactProblems, heading: string, language: Language): Html | null {
  const all = Object.entries(problems);
  if (all.length === 0) return null;
  const { problem } = CONTACT_WORDS[language];
  return problemNotice(
    html`<p><strong>${heading}</strong></p>
      <ul>
        ${all.map(([name, code]) => html`<li><a href="#contact-${name}">${problem[code]}</a></li>`)}
      </ul>`,
  );
}
