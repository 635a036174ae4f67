import type { FastifyReply } from 'fastify';
import type { Deposit } from '../../../../domain/deposit.ts';
import { tenantName } from '../../../../domain/tenant.ts';
import { propertyLine } from '../../../../domain/deposit.ts';
import { field, type Form } from '../../../../web/forms.ts';
import { html, type Html } from '../../../../web/html.ts';
import { seeOther } from '../../../../web/page.ts';
import { facts, notice, selectField, textArea, textField } from '../../../../web/parts.ts';
import { findDeposit } from '../../../../storage/deposits/deposits.ts';
import { isId } from '../../../../storage/database/ids.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { formProblemSummary, type Problems } from '../../forms.ts';
import type { Action, ActionField } from './action.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { chf } from '../parts.ts';

/** Each action has a page that says what follows and asks for what it needs, and a form that makes it. */
export function actionRoutes(app: ConsoleApp): void {
  for (const [name, action] of Object.entries(ACTIONS) as [ActionName, Action][]) {
    const address = `/operator/deposits/:id/${name}`;
    app.get(address, 'operator', async (visit) => {
      const deposit = await depositOf(app, visit);
      return deposit === null || !action.isPossible(deposit) ? null : actionPage(visit, deposit, name, {});
    });
    app.post(address, 'operator', async (visit) => {
      const deposit = await depositOf(app, visit);
      if (deposit === null) return null;
      const outcome = await action.make(app.services, deposit.id, visit.form);
      if (outcome !== null) {
        const now = (await depositOf(app, visit)) ?? deposit;
        return actionPage(visit, now, name, { ...outcome, form: visit.form });
      }
      visit.note({ organizationId: deposit.organizationId });
      await app.settle();
      return seeOther(visit.reply, `/operator/deposits/${deposit.id}?done=${name}`);
    });
  }
}

export async function depositOf({ services }: ConsoleApp, { params }: ConsoleVisit) {
  const id = params['id'] ?? '';
  return isId(id) ? findDeposit(services.database, id) : null;
}

type Given = { form?: Form; problems?: Problems; refusal?: string };

function actionPage(
  visit: ConsoleVisit,
  deposit: Deposit,
  name: ActionName,
  { form, problems = {}, refusal }: Given,
): FastifyReply {
  const { label, means, isDanger, fields }: Action = ACTIONS[name];
  const { terms, id } = deposit;
  const asked = fields(deposit);
  const labels = Object.fromEntries(asked.map((one) => [one.name, one.label]));
  const content = html`<a class="crumb" href="/operator/deposits/${id}">← ${terms.externalContractId}</a>
    <h1>${label}</h1>
    ${refusal !== undefined && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)} ${formProblemSummary(problems, labels)}
    <div class="card">
      ${facts([
        ['Contract', terms.externalContractId],
        ['Tenants', terms.tenants.map(tenantName).join(', ')],
        ['Home', propertyLine(terms)],
        ['Deposit', chf(terms.rentalDeposit)],
        ['Paid in', deposit.paidIn > 0 && chf(deposit.paidIn)],
      ])}
      <p>${means}</p>
      <form method="post" action="/operator/deposits/${id}/${name}">
        ${visit.token} ${asked.map((one) => control(one, form === undefined ? '' : field(form, one.name), problems[one.name]))}
        <div class="buttons">
          <button type="submit" class="${isDanger ? 'danger' : ''}">${label}</button>
          <a class="button second" href="/operator/deposits/${id}">Cancel</a>
        </div>
      </form>
    </div>`;
  const status = refusal !== undefined ? 409 : Object.keys(problems).length > 0 ? 422 : 200;
  return visit.show('deposits', { title: `${label}, ${terms.externalContractId}`, content, isNarrow: true }, status);
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
