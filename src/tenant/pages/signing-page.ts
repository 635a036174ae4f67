import { withColon } from '../../domain/values/language.ts';
import type { FastifyReply } from 'fastify';
import { WORDS } from '../../documents/words.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import type { Product } from '../../domain/product.ts';
import type { ProductOffer } from '../../domain/provider.ts';
import { QUALIFIED_WORDS } from '../../domain/messages/qualified.ts';
import { tenantName } from '../../domain/tenant.ts';
import { formatChf } from '../../domain/values/money.ts';
import { field } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { checkbox, chf, facts, textField } from '../../web/parts.ts';
import type { FieldProblems } from '../problems.ts';
import type { SignField } from '../sign-form.ts';
import type { TenantVisit } from '../visit.ts';
import { howItWorks, offerView, shownOffers } from './offer-view.ts';
import { privacyLink } from '../help-card.ts';
import { ownData } from './own-data.ts';
import { whoActs } from '../ownership.ts';
import { mailLink, problemList, showTenantDeposit } from './shell.ts';
import { agreementView, shownTo, versionShown } from './signing-view.ts';

export async function signingPage(visit: TenantVisit, problems: FieldProblems<SignField> = {}): Promise<FastifyReply> {
  const version = versionShown(visit.deposit, await shownTo(visit));
  const { organization, words } = visit;
  const hasProblems = Object.keys(problems).length > 0;
  return showTenantDeposit(
    visit,
    {
      heading: words.signing.heading,
      lead: words.signing.lead(organization.name),
      isSelfContained: true,
      problems: problemList(problems, words, (name) => (name === 'product' ? 'form' : name)),
      content: html`${whatItIs(visit)} ${formOfDeposit(visit, problems)} ${details(visit)} ${agreementBox(visit)}
      ${signature(visit, version, problems)}`,
    },
    hasProblems ? 422 : 200,
  );
}

function whatItIs({ deposit, organization, words }: TenantVisit): Html {
  const { terms } = deposit;
  const { street, streetNumber, zip, city } = terms.property;
  return html`<section class="card">
    <h2>${words.signing.what}</h2>
    <p class="big">${chf(formatChf(terms.rentalDeposit))}</p>
    ${facts([
      [words.home, html`${street}${streetNumber === '-' ? '' : ` ${streetNumber}`}, ${zip} ${city}`],
      [words.rentalStart, formatDay(terms.rentalStart)],
      [words.management, organization.name],
      [words.landlord, terms.owner.name],
    ])}
    <p>${words.signing.whatIsIt}</p>
    <p>${words.signing.whatNext}</p>
  </section>`;
}

/** The products with their providers and prices: to choose from, or to read. */
function formOfDeposit(visit: TenantVisit, problems: FieldProblems<SignField>): Html {
  const { deposit, isMain, words } = visit;
  const { terms } = deposit;
  const { signing } = words;
  const offers = shownOffers(visit);
  const product = deposit.product ?? onlyOne(visit);
  const heading = html`<h2 id="form">1. ${isMain && product === null ? signing.choose : words.form}</h2>`;
  const problem =
    problems.product && html`<p class="problem" id="product-problem">${words.problem[problems.product]}</p>`;
  if (product !== null) {
    return html`<section class="card">
      ${heading}
      <p>${signing.fixed(words.products[product])}</p>
      ${offers.length === 0 ? howItWorks(visit, product) : offers.map((one) => offerView(visit, one))} ${problem}
    </section>`;
  }
  if (!isMain) {
    return html`<section class="card">
      ${heading}
      <p>${signing.mainChooses(tenantName(terms.tenants[0]))}</p>
      <div class="choices">
        ${offers.map(
          (one) =>
            html`<div class="choice"><strong>${words.products[one.product]}</strong>${offerView(visit, one)}</div>`,
        )}
      </div>
      ${problem}
    </section>`;
  }
  return html`<section class="card">
    ${heading}
    <p>${signing.chooseMeans}</p>
    <fieldset ${problem && html`aria-describedby="product-problem"`}>
      <legend class="hidden">${signing.choose}</legend>
      <div class="choices">${offers.map((one) => choice(visit, one))}</div>
      ${problem}
    </fieldset>
  </section>`;
}

/** The name chooses; the links below it do not. */
function choice(visit: TenantVisit, offer: ProductOffer): Html {
  const { words, form } = visit;
  const { product } = offer;
  return html`<div class="choice">
    <label class="pick"
      ><input
        type="radio"
        name="product"
        value="${product}"
        form="sign"
        required
        ${field(form, 'product') === product && html`checked`}
      />
      <strong>${words.products[product]}</strong></label
    >
    ${offerView(visit, offer)}
  </div>`;
}

/** The one product that is offered, where nothing is chosen yet: it is signed without a choice. */
function onlyOne(visit: TenantVisit): Product | null {
  const [one, ...others] = shownOffers(visit);
  return visit.deposit.product === null && others.length === 0 ? (one?.product ?? null) : null;
}

function details(visit: TenantVisit): Html {
  const { deposit, position, words } = visit;
  const others = deposit.terms.tenants.filter((_, index) => index + 1 !== position);
  return html`<section class="card">
    <h2>2. ${words.signing.check}</h2>
    <p>${words.signing.checkMeans}</p>
    ${ownData(visit)}
    ${
      others.length > 0 &&
      html`<h3>${words.signing.others}</h3>
        <ul>
          ${others.map((one) => html`<li>${one.firstName} ${one.lastName}</li>`)}
        </ul>
        ${whoActs(visit)}`
    }
    <p>${mailLink(visit, words.signing.wrong)}</p>
    ${privacyLink(visit)}
  </section>`;
}

/** The text of the agreement, on the page. */
function agreementBox(visit: TenantVisit): Html {
  const { deposit, language, words, path } = visit;
  const { between, rows, clauses } = agreementView(visit);
  const own = deposit.terms.tenantLanguage;
  return html`<section class="card">
    <h2>3. ${words.signing.read}</h2>
    <p>${words.signing.readMeans} ${language !== own && words.signing.issuedIn[own]}</p>
    <div class="paper">
      <h3>${WORDS[language].titles.agreement}</h3>
      <p>${between}</p>
      ${facts(rows.map(([label, lines]) => [label, inLines(lines)]))}
      ${clauses.map(({ heading, text }) => html`<p>${heading !== null && html`<strong>${withColon(heading, language)}</strong> `}${text}</p>`)}
    </div>
    <div class="buttons"><a class="button second" href="${path('/agreement.pdf')}">${words.signing.draft}</a></div>
  </section>`;
}

function inLines(text: string): Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
}

function signature(visit: TenantVisit, version: string, problems: FieldProblems<SignField>): Html {
  const { tenant, form, words, path } = visit;
  const { signing } = words;
  const name = `${tenant.firstName} ${tenant.lastName}`;
  const only = visit.isMain ? onlyOne(visit) : null;
  const problemText = (one: SignField): string | null => {
    const problem = problems[one];
    return problem === undefined ? null : words.problem[problem];
  };
  return html`<section class="card">
    <h2>4. ${signing.sign}</h2>
    ${tenant.type === 'legal' && html`<p>${signing.signFor(tenant.company.name)}</p>`}
    <form method="post" id="sign" action="${path('/sign')}">
      <input type="hidden" name="seen" value="${version}" />
      ${only !== null && html`<input type="hidden" name="product" value="${only}" />`}
      ${textField({
        name: 'typedName',
        label: signing.name,
        hint: signing.nameHint(name),
        value: field(form, 'typedName'),
        autocomplete: 'name',
        isRequired: true,
        maxlength: 600,
        problem: problemText('typedName'),
      })}
      ${checkbox({
        name: 'consent',
        label: signing.consent,
        isChecked: field(form, 'consent') === 'yes',
        isRequired: true,
        problem: problemText('consent'),
      })}
      <p class="hint">${signing.evidence}</p>
      <div class="buttons"><button type="submit">${signing.button}</button></div>
      ${qualifiedWay(visit)}
    </form>
  </section>`;
}

/** The same form, sent to a qualified signature service where one is set. */
function qualifiedWay({ qualifiedService: service, language, path }: TenantVisit): Html | null {
  if (service === null) return null;
  const words = QUALIFIED_WORDS[language];
  return html`<p class="hint">${words.hint}</p>
    <div class="buttons">
      <button type="submit" class="second" formaction="${path('/qualified')}">${words.button(service)}</button>
    </div>`;
}
