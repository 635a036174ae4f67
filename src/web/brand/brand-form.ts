import { NO_BRAND, type Brand, type ShownBrand } from '../../domain/brand/brand.ts';
import { shadesOf } from '../../domain/brand/colour.ts';
import {
  BRAND_FIELDS,
  readTypedBrand,
  typedFromBrand,
  type BrandField,
  type BrandProblems,
  type TypedBrand,
} from '../../domain/brand/typed-brand.ts';
import type { Language } from '../../domain/values/language.ts';
import { field, type Form } from '../forms.ts';
import { html, type Content, type Html } from '../html.ts';
import { fileIn } from '../input/uploads.ts';
import { checkbox, fileField, notice, textField } from '../parts.ts';
import { logoPath } from './brand-routes.ts';
import { BRAND_WORDS } from './words.ts';

const LOGO_TYPES = 'image/png,image/jpeg';

/** What is typed and what is set, for the form. */
export type BrandFilling = {
  typed: TypedBrand;
  problems: BrandProblems;
  /** What is set now, and what is shown where nothing is set. */
  own: Partial<Brand>;
  inherited: ShownBrand;
};

export function fillingOf(own: Partial<Brand>, inherited: ShownBrand): BrandFilling {
  return { typed: typedFromBrand(own), problems: {}, own, inherited };
}

/** The fields, and the logo in base64 if one was chosen; null: it was removed. */
type ReadForm = { changes: Pick<Brand, BrandField> & { logo?: string | null } } | { problems: BrandProblems };

export function readBrandForm(form: Form): { typed: TypedBrand } & ReadForm {
  const typed = Object.fromEntries(BRAND_FIELDS.map((name) => [name, field(form, name)])) as TypedBrand;
  const read = readTypedBrand(typed);
  if ('problems' in read) return { typed, problems: read.problems };
  const file = fileIn(form, 'logo');
  if (file !== null) return { typed, changes: { ...read.value, logo: file.toString('base64') } };
  return { typed, changes: { ...read.value, ...(form.has('removeLogo') && { logo: null }) } };
}

/** The problems with links to their fields, for the top of the page. */
export function brandProblems({ problems }: BrandFilling, language: Language): Content {
  const words = BRAND_WORDS[language];
  const found = Object.entries(problems);
  if (found.length === 0) return null;
  return notice(
    'warn',
    html`<p><strong>${words.pleaseCorrect}</strong></p>
      <ul>
        ${found.map(([name, problem]) => html`<li><a href="#${name}">${words.fields[name as BrandField | 'logo']}</a>: ${words.problems[problem]}</li>`)}
      </ul>`,
  );
}

/** The fields of a brand, in a form of type multipart/form-data. */
export function brandFields(filling: BrandFilling, language: Language): Html {
  const words = BRAND_WORDS[language];
  const { typed, problems, own, inherited } = filling;
  const current = { ...NO_BRAND, ...own };
  const text = (name: BrandField, from: string | null): Html => {
    const problem = problems[name];
    const means = words.means[name];
    return textField({
      name,
      label: words.fields[name],
      hint: from === null ? means : `${means} ${words.inherited(from)}`,
      value: typed[name],
      ...(name === 'replyTo' && { type: 'email' as const }),
      problem: problem === undefined ? null : words.problems[problem],
    });
  };
  const { logo } = current;
  return html`${text('name', inherited.name)}
    ${
      logo !== null &&
      html`<p class="logo-now"><img src="${logoPath(logo)}" alt="${words.fields.logo}" height="42" /></p>
        ${checkbox({ name: 'removeLogo', label: words.removeLogo })}`
    }
    ${fileField({
      name: 'logo',
      label: words.fields.logo,
      hint: words.means.logo,
      accept: LOGO_TYPES,
      problem: problems.logo === undefined ? null : words.problems[problems.logo],
    })}
    ${text('colour', inherited.colour)} ${current.colour !== null && swatches(current.colour)} ${text('senderName', null)}
    ${text('replyTo', null)} ${text('footer', inherited.footer)}`;
}

/** The colour as it is used, on a light and on a dark ground. */
function swatches(colour: NonNullable<Brand['colour']>): Html {
  const { light, dark } = shadesOf(colour);
  return html`<svg class="swatches" width="200" height="32" viewBox="0 0 200 32" aria-hidden="true">
    <rect width="96" height="32" rx="6" fill="${light.brand}" />
    <text x="48" y="21" fill="${light.on}" text-anchor="middle" font-size="14">Aa</text>
    <rect x="104" width="96" height="32" rx="6" fill="#17212a" />
    <text x="152" y="21" fill="${dark.brand}" text-anchor="middle" font-size="14">Aa</text>
  </svg>`;
}
