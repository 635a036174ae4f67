import { isChangeable } from '../../../../domain/lifecycle/orders.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import type { DepositAnywhere } from '../../../../storage/deposit-list/everywhere.ts';
import type { ListedOrder } from '../../../../storage/money/listed-orders.ts';
import { field, type Form } from '../../../../web/forms.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { chf, textArea, textField } from '../../../../web/parts.ts';
import type { Problems } from '../../forms.ts';
import { STATE_WORDS } from '../words.ts';

/** The id of the reason’s field: another form of the page has a reason, too. */
const REASON = 'assignReason';

export const ASSIGN_LABELS = { deposit: 'Deposit', [REASON]: 'Reason' };

/** Money with an unknown reference that is still here, also on its way to a deposit. */
export function canAssign(order: ListedOrder): boolean {
  return (order.cause === 'unknown_reference' || order.kind === 'transfer') && isChangeable(order);
}

/** What the action says about a member of the API, at the field of the form. */
export function assignProblems(problems: Problems): Problems {
  const names: Partial<Record<string, string>> = { depositId: 'deposit', reason: REASON };
  return Object.fromEntries(Object.entries(problems).map(([name, message]) => [names[name] ?? name, message]));
}

type Given = { form: Form; problems: Problems; found: readonly DepositAnywhere[] };

/** Find a deposit, then assign the money to it. */
export function assignForm(token: Html, { id, amount, kind }: ListedOrder, { form, problems, found }: Given): Content {
  const chosen = field(form, 'depositId');
  return html`<form class="card" method="post" action="/operator/money/${id}/assign">
    <h2>${kind === 'transfer' ? 'Assign it to another deposit, or to none' : 'Assign it to a deposit'}</h2>
    ${token}
    <p>
      The ${chf(formatChf(amount))} count as a payment of the deposit. In production an order first brings them to the
      deposit’s own account; they count once the bank has booked them there.
    </p>
    <div class="find">
      ${textField({
        name: 'deposit',
        label: 'Deposit',
        hint: 'Its contract id, payment reference or id. The beginning of a contract id is enough.',
        type: 'search',
        value: field(form, 'deposit'),
        problem: problems['deposit'],
        autocomplete: 'off',
      })}
      <button type="submit" name="find" value="yes" class="second" formnovalidate>Find</button>
    </div>
    ${found.length > 0 && choices(found, found.length === 1 ? (found[0]?.depositId ?? '') : chosen)}
    ${textArea({
      name: 'reason',
      id: REASON,
      label: 'Reason',
      hint: 'How you know. It goes into the audit log, so name no tenant.',
      value: field(form, 'reason'),
      problem: problems[REASON],
      isRequired: true,
    })}
    <button type="submit">Assign</button>
    ${kind === 'transfer' && html`<button type="submit" name="back" value="yes" class="second">To none: take it back</button>`}
  </form>`;
}

function choices(found: readonly DepositAnywhere[], chosen: string): Html {
  return html`<fieldset class="ways">
    <legend>${found.length === 1 ? 'Found' : 'Which one?'}</legend>
    ${found.map((deposit) => {
      const { depositId, externalContractId, tenants, property, organization, rentalDeposit, state } = deposit;
      return html`<label class="way">
        <input type="radio" name="depositId" value="${depositId}" ${depositId === chosen && html`checked`} />
        <span>
          <strong>Contract ${externalContractId}, ${tenants}</strong>
          <small class="soft">${property}, ${organization}</small>
          <small class="soft">Deposit of CHF ${formatChf(rentalDeposit)}, ${STATE_WORDS[state].toLowerCase()}</small>
        </span>
      </label>`;
    })}
  </fieldset>`;
}
