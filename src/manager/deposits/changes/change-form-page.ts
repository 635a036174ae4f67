import { CHANGE_KINDS, type ChangeKind } from '../../../domain/change-kinds.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { CHANGE_WORDS } from '../../../domain/messages/changes.ts';
import { tenantName } from '../../../domain/tenant.ts';
import type { Language } from '../../../domain/values/language.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, selectField, textField } from '../../../web/parts.ts';
import { controls, type FormState } from '../../payload-form/controls.ts';
import { problemSummary } from '../../payload-form/problems.ts';
import { joiningFields, newOwner } from '../../payload-form/payload-form.ts';
import { FORM_WORDS } from '../../payload-form/words.ts';
import { CHANGE_PAGE_WORDS } from './words.ts';

export type TriedChange = {
  kind: ChangeKind;
  form: FormState;
  /** What is wrong with a field that the payload does not have. */
  refusal: { field: string; text: string } | null;
};

type Shown = { language: Language; token: Html };

/** The kinds of change that this deposit can have. */
export function possibleKinds({ terms: { tenants } }: Deposit): ChangeKind[] {
  const isNatural = tenants[0].type === 'natural';
  return CHANGE_KINDS.filter((kind) => {
    if (kind === 'tenant_joins') return isNatural && tenants.length < 4;
    if (kind === 'tenant_leaves' || kind === 'main_tenant') return isNatural && tenants.length > 1;
    return true;
  });
}

/** First the kind of change, each with what it means. */
export function chooseChangePage(
  deposit: Deposit,
  { language }: Pick<Shown, 'language'>,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const words = CHANGE_PAGE_WORDS[language];
  const { kinds } = CHANGE_WORDS[language];
  const content = html`${crumb(deposit)}
    <h1>${words.choose}</h1>
    <p class="lead">${words.startMeans}</p>
    ${possibleKinds(deposit).map(
      (kind) =>
        html`<section class="card">
          <h2>${kinds[kind]}</h2>
          <p>${words.means[kind]}</p>
          <p>
            <a class="button second" href="/manager/deposits/${deposit.id}/change?kind=${kind}"
              >${kinds[kind]}</a
            >
          </p>
        </section>`,
    )}`;
  return { title: words.start, content, isNarrow: true };
}

/** Then its form. */
export function changeFormPage(
  deposit: Deposit,
  { kind, form, refusal }: TriedChange,
  { language, token }: Shown,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const words = CHANGE_PAGE_WORDS[language];
  const title = CHANGE_WORDS[language].kinds[kind];
  const content = html`${crumb(deposit)}
    ${problemSummary(form.problems as never, language, null)}
    ${refusal !== null && notice('warn', html`<h2>${words.problem}</h2><p>${refusal.text}</p>`)}
    <h1>${title}</h1>
    <p class="lead">${words.means[kind]}</p>
    <form method="post" action="/manager/deposits/${deposit.id}/change" novalidate>
      ${token}<input type="hidden" name="kind" value="${kind}" />
      ${fieldsOf(deposit, { kind, form, refusal }, language)}
      <div class="buttons">
        <button type="submit">${words.submit}</button>
        <a class="button second" href="/manager/deposits/${deposit.id}">${words.back}</a>
      </div>
    </form>`;
  return { title, content, isNarrow: true };
}

function fieldsOf(deposit: Deposit, { kind, form, refusal }: TriedChange, language: Language): Content {
  const words = CHANGE_PAGE_WORDS[language];
  const own = controls(form);
  const problemOf = (field: string): string | null => (refusal?.field === field ? refusal.text : null);
  switch (kind) {
    case 'tenant_joins':
      return joiningFields(own, FORM_WORDS[language]);
    case 'owner':
      return newOwner(own, FORM_WORDS[language]);
    case 'tenant_leaves':
    case 'main_tenant': {
      const choices = deposit.terms.tenants.map((one, index) => [String(index + 1), tenantName(one)] as const).slice(1);
      const value = (form.values as Record<string, string>)['tenant'] ?? '';
      return html`<section class="card">
        ${selectField({ name: 'tenant', label: words.who, choices, value, problem: problemOf('tenant') })}
      </section>`;
    }
    case 'amount':
      return html`<section class="card">
        ${textField({
          name: 'rentalDeposit',
          label: words.newAmount,
          hint: words.newAmountHint,
          value: form.values.rentalDeposit ?? '',
          inputmode: 'decimal',
          isRequired: true,
          autocomplete: 'off',
          problem: form.problems.get('rentalDeposit') ?? problemOf('rentalDeposit'),
        })}
      </section>`;
    case 'product': {
      const product = deposit.product === 'insurance' ? 'bank_deposit' : 'insurance';
      return html`<section class="card">
        <h2>${words.newProduct}: ${CHANGE_WORDS[language].products[product]}</h2>
        <p>${words.newProductMeans[product]}</p>
        <input type="hidden" name="product" value="${product}" />
      </section>`;
    }
  }
}

function crumb({ id, terms }: Deposit): Html {
  return html`<a class="crumb" href="/manager/deposits/${id}">${terms.externalContractId}</a>`;
}
