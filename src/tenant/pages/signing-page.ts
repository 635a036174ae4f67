import type { FastifyReply } from 'fastify';
import { agreementText, hashOfTerms } from '../../documents/agreement-text.ts';
import { WORDS } from '../../documents/words.ts';
import { formatDay } from '../../domain/calendar.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { PRODUCTS } from '../../domain/product.ts';
import { tenantName } from '../../domain/tenant.ts';
import { termsToSign } from '../../domain/lifecycle/documents.ts';
import { formatChf } from '../../domain/money.ts';
import type { Organization } from '../../domain/organization.ts';
import { field } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { checkbox, facts, textField } from '../../web/parts.ts';
import type { FieldProblems } from '../problems.ts';
import type { SignField } from '../sign-form.ts';
import type { Visit } from '../visit.ts';
import { ownData } from './own-data.ts';
import { chf, mailLink, problemList, showDeposit } from './shell.ts';

/** What a tenant signs is what was on show: the round, and the hash of the terms. */
export function seenTerms(deposit: Deposit, when: { organization: Organization; now: Date }): string {
  return `${deposit.round}.${hashOfTerms(termsToSign(deposit, when))}`;
}

export function signingPage(visit: Visit, problems: FieldProblems<SignField> = {}): FastifyReply {
  const { organization, words } = visit;
  const hasProblems = Object.keys(problems).length > 0;
  return showDeposit(
    visit,
    {
      heading: words.signing.heading,
      lead: words.signing.lead(organization.name),
      isSelfContained: true,
      problems: problemList(problems, words, (name) => (name === 'product' ? 'form' : name)),
      content: html`${whatItIs(visit)} ${formOfDeposit(visit, problems)} ${details(visit)} ${agreementBox(visit)}
      ${signature(visit, problems)}`,
    },
    hasProblems ? 422 : 200,
  );
}

function whatItIs({ deposit, organization, words }: Visit): Html {
  const { terms } = deposit;
  const { street, streetNumber, zip, city } = terms.property;
  return html`<section class="card">
    <h2>${words.signing.what}</h2>
    <p class="big">${chf(terms.rentalDeposit)}</p>
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

function formOfDeposit({ deposit, isMain, words, form }: Visit, problems: FieldProblems<SignField>): Html {
  const { product, terms } = deposit;
  const { signing } = words;
  const differences = (one: (typeof PRODUCTS)[number]): Html => html`<ul>
    ${signing
      .differences({ product: one, amount: formatChf(terms.rentalDeposit) })
      .map((line) => html`<li>${line}</li>`)}
  </ul>`;
  const heading = html`<h2 id="form">1. ${isMain && product === null ? signing.choose : words.form}</h2>`;
  const problem =
    problems.product && html`<p class="problem" id="product-problem">${words.problem[problems.product]}</p>`;
  if (product !== null) {
    return html`<section class="card">
      ${heading}
      <p>${signing.fixed(words.products[product])}</p>
      ${differences(product)} ${problem}
    </section>`;
  }
  if (!isMain) {
    return html`<section class="card">
      ${heading}
      <p>${signing.mainChooses(tenantName(terms.tenants[0]))}</p>
      <div class="choices">
        ${PRODUCTS.map((one) => html`<div class="choice"><strong>${words.products[one]}</strong>${differences(one)}</div>`)}
      </div>
      ${problem}
    </section>`;
  }
  const chosen = field(form, 'product');
  return html`<section class="card">
    ${heading}
    <p>${signing.chooseMeans}</p>
    <fieldset ${problem && html`aria-describedby="product-problem"`}>
      <legend class="hidden">${signing.choose}</legend>
      <div class="choices">
        ${PRODUCTS.map(
          (one) => html`<label class="choice">
            <strong
              ><input
                type="radio"
                name="product"
                value="${one}"
                form="sign"
                required
                ${chosen === one && html`checked`}
              />
              ${words.products[one]}</strong
            >
            ${differences(one)}
          </label>`,
        )}
      </div>
      ${problem}
    </fieldset>
  </section>`;
}

function details(visit: Visit): Html {
  const { deposit, position, words } = visit;
  const others = deposit.terms.tenants.filter((_, place) => place + 1 !== position);
  return html`<section class="card">
    <h2>2. ${words.signing.check}</h2>
    <p>${words.signing.checkMeans}</p>
    ${ownData(visit)}
    ${
      others.length > 0 &&
      html`<h3>${words.signing.others}</h3>
        <ul>
          ${others.map((one) => html`<li>${one.firstName} ${one.lastName}</li>`)}
        </ul>`
    }
    <p>${mailLink(visit, words.signing.wrong)}</p>
  </section>`;
}

/** The words of the paper, on the page. */
function agreementBox({ deposit, organization, now, language, words, path }: Visit): Html {
  const paper = WORDS[language];
  const { between, rows, clauses } = agreementText(termsToSign(deposit, { organization, now }), paper);
  const own = deposit.terms.tenantLanguage;
  return html`<section class="card">
    <h2>3. ${words.signing.read}</h2>
    <p>${words.signing.readMeans} ${language !== own && words.signing.issuedIn[own]}</p>
    <div class="paper">
      <h3>${paper.titles.agreement}</h3>
      <p>${between}</p>
      ${facts(joined(rows).map(([label, lines]) => [label, inLines(lines)]))}
      ${clauses.map(({ heading, text }) => html`<p>${heading !== null && html`<strong>${heading}:</strong> `}${text}</p>`)}
    </div>
    <div class="buttons"><a class="button second" href="${path('/agreement.pdf')}">${words.signing.draft}</a></div>
  </section>`;
}

/** On paper, further tenants have no label of their own. */
function joined(rows: readonly (readonly [string, string])[]): [string, string][] {
  const whole: [string, string][] = [];
  for (const [label, value] of rows) {
    const last = whole.at(-1);
    if (label === '' && last !== undefined) last[1] += `\n${value}`;
    else whole.push([label, value]);
  }
  return whole;
}

function inLines(text: string): Html[] {
  return text.split('\n').map((line, place) => (place === 0 ? html`${line}` : html`<br />${line}`));
}

function signature(visit: Visit, problems: FieldProblems<SignField>): Html {
  const { tenant, form, words, path } = visit;
  const { signing } = words;
  const name = `${tenant.firstName} ${tenant.lastName}`;
  const said = (one: SignField): string | null => {
    const problem = problems[one];
    return problem === undefined ? null : words.problem[problem];
  };
  return html`<section class="card">
    <h2>4. ${signing.sign}</h2>
    ${tenant.type === 'legal' && html`<p>${signing.signFor(tenant.company.name)}</p>`}
    <form method="post" id="sign" action="${path('/sign')}">
      <input type="hidden" name="seen" value="${seenTerms(visit.deposit, visit)}" />
      ${textField({
        name: 'typedName',
        label: signing.name,
        hint: signing.nameHint(name),
        value: field(form, 'typedName'),
        autocomplete: 'name',
        isRequired: true,
        maxlength: 600,
        problem: said('typedName'),
      })}
      ${checkbox({
        name: 'consent',
        label: signing.consent,
        isChecked: field(form, 'consent') === 'yes',
        isRequired: true,
        problem: said('consent'),
      })}
      <p class="hint">${signing.evidence}</p>
      <div class="buttons"><button type="submit">${signing.button}</button></div>
    </form>
  </section>`;
}
