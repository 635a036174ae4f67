import type { Deposit } from '../../../../domain/deposit.ts';
import { tenantName } from '../../../../domain/tenant.ts';
import { propertyLine } from '../../../../domain/deposit.ts';
import { field, type Form } from '../../../../web/forms.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { chf, facts, notice, selectField, textArea, textField } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { formProblemSummary, type Problems } from '../../forms.ts';
import type { Action, ActionField } from './action.ts';
import { ACTIONS, type ActionName } from './actions.ts';

/** What was sent, and why it was not done. */
type Given = { form?: Form; problems?: Problems; refusal?: Content };

export function actionPage(
  deposit: Deposit,
  name: ActionName,
  { token }: ConsoleVisit,
  { form, problems = {}, refusal }: Given,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const { label, means, isDanger, fields }: Action = ACTIONS[name];
  const { terms, id } = deposit;
  const asked = fields(deposit);
  const labels = Object.fromEntries(asked.map((one) => [one.name, one.label]));
  const content = html`<a class="crumb" href="/operator/deposits/${id}">${terms.externalContractId}</a>
    <h1>${label}</h1>
    ${refusal !== undefined && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)} ${formProblemSummary(problems, labels)}
    <div class="card">
      ${facts([
        ['Contract', terms.externalContractId],
        ['Tenants', terms.tenants.map(tenantName).join(', ')],
        ['Home', propertyLine(terms)],
        ['Deposit', chf(formatChf(terms.rentalDeposit))],
        ['Paid in', deposit.paidIn > 0 && chf(formatChf(deposit.paidIn))],
      ])}
      <p>${means}</p>
      <form method="post" action="/operator/deposits/${id}/${name}">
        ${token} ${asked.map((one) => control(one, form === undefined ? '' : field(form, one.name), problems[one.name]))}
        <div class="buttons">
          <button type="submit" class="${isDanger ? 'danger' : ''}">${label}</button>
          <a class="button second" href="/operator/deposits/${id}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title: `${label}, ${terms.externalContractId}`, content, isNarrow: true };
}

function control(
  { name, label, hint, kind, isOptional = false }: ActionField,
  value: string,
  problem: string | undefined,
): Html {
  const common = {
    name,
    label: isOptional ? html`${label} <span class="optional">(optional)</span>` : label,
    hint,
    value,
    problem,
  };
  if (kind === 'text') return textField({ ...common, autocomplete: 'off', isRequired: !isOptional });
  if (kind === 'long') return textArea({ ...common, isRequired: !isOptional });
  return selectField({ ...common, choices: kind });
}
