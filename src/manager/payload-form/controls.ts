import type { Language } from '../../domain/values/language.ts';
import { fieldWords } from '../../domain/messages/speak.ts';
import type { FieldName } from '../../domain/payload/problem.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { selectField, textField, type Choice, type Field } from '../../web/parts.ts';
import { countryChoices } from './choices.ts';
import type { FormValues } from './values.ts';
import { FORM_WORDS } from './words.ts';

type Extras = { label?: string; hint?: Content; isOptional?: boolean };

/** The controls of one form. Each shows the value and the problem of its field. */
export type Controls = {
  text: (field: FieldName, extras?: Extras & Pick<Field, 'type' | 'inputmode'>) => Html;
  day: (field: FieldName, extras?: Extras) => Html;
  /** A value that is not among the choices is kept as an extra choice. `empty` labels the empty choice. */
  choice: (field: FieldName, choices: readonly Choice[], extras?: Extras & { empty?: string }) => Html;
  country: (field: FieldName, extras?: Extras) => Html;
};

/** What the controls show. */
export type FormState = {
  language: Language;
  values: FormValues;
  /** Validation messages by field. */
  problems: ReadonlyMap<string, string>;
};

export function controls({ language, values, problems }: FormState): Controls {
  const words = FORM_WORDS[language];
  const base = (field: FieldName, { label, hint, isOptional = false }: Extras) => {
    const name = label ?? capitalized(fieldWords(field, language).label);
    return {
      name: field,
      label: isOptional ? html`${name} <span class="optional">(${words.optional})</span>` : name,
      value: values[field] ?? '',
      hint,
      problem: problems.get(field),
      // The form holds other people's data: the browser must not fill in the user's own.
      autocomplete: 'off',
    };
  };
  const choice: Controls['choice'] = (field, choices, { empty, ...extras } = {}) => {
    const own = base(field, extras);
    const known: Choice[] = [...(empty === undefined ? [] : [['', empty] as const]), ...choices];
    const isKnown = own.value === '' || known.some(([key]) => key === own.value);
    const kept: Choice[] = isKnown ? [] : [[own.value, `${own.value} – ${words.unknownChoice}`]];
    return selectField({ ...own, choices: [...known, ...kept] });
  };
  return {
    text: (field, { type = 'text', inputmode, ...extras } = {}) =>
      textField({ ...base(field, extras), type, ...(inputmode === undefined ? {} : { inputmode }) }),
    day: (field, extras = {}) => {
      const own = base(field, extras);
      // Browsers show an invalid date in a date field as empty.
      return textField({ ...own, type: own.value === '' || IS_DAY.test(own.value) ? 'date' : 'text' });
    },
    choice,
    country: (field, extras = {}) => choice(field, countryChoices(language), { empty: words.choose, ...extras }),
  };
}

const IS_DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A titled section of the form. */
export function part(id: string, title: string, content: Content): Html {
  return html`<section class="card" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
  </section>`;
}
