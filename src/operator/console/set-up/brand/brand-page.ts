import { SetUpRefused } from '../../../../actions/set-up/refused.ts';
import { LOGO_FAULTS, type LogoFault } from '../../../../domain/brand/logo.ts';
import type { BrandProblems } from '../../../../domain/brand/typed-brand.ts';
import { brandFields, brandProblems, type BrandFilling } from '../../../../web/brand/brand-form.ts';
import { BRAND_WORDS } from '../../../../web/brand/words.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { facts, notice } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';

/** The form, with further cards in it. */
export function brandFormContent(
  filling: BrandFilling,
  { token, query }: Pick<ConsoleVisit, 'token' | 'query'>,
  { lead, more = null }: { lead: string; more?: Content },
): Html {
  const isDone = query.get('done') === 'changed' && Object.keys(filling.problems).length === 0;
  return html`${isDone && notice('good', html`<p>Saved.</p>`)} ${brandProblems(filling, 'en')}
    <form method="post" enctype="multipart/form-data" novalidate>
      ${token}
      <section class="card">
        <h2>Brand</h2>
        <p>${lead}</p>
        ${brandFields(filling, 'en')}
      </section>
      ${more}
      <div class="buttons"><button type="submit">Save</button></div>
    </form>`;
}

/** For those who may not change it. */
export function brandSummary({ typed, own }: BrandFilling): Html {
  const { fields } = BRAND_WORDS.en;
  return html`<section class="card">
    <h2>Brand</h2>
    ${facts([
      [fields.name, typed.name],
      [fields.logo, own.logo ? `${own.logo.width} by ${own.logo.height} pixels` : ''],
      [fields.colour, typed.colour],
      [fields.senderName, typed.senderName],
      [fields.replyTo, typed.replyTo],
      [fields.footer, typed.footer],
    ])}
    <p class="hint">What is missing is inherited.</p>
  </section>`;
}

/** A logo that cannot be used is a problem of its field. */
export async function withLogoProblem<T>(work: Promise<T>): Promise<{ value: T } | { problems: BrandProblems }> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof SetUpRefused && isLogoFault(error.code)) return { problems: { logo: error.code } };
    throw error;
  }
}

function isLogoFault(code: string): code is LogoFault {
  return Object.hasOwn(LOGO_FAULTS, code);
}
