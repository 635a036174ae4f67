import { productOf } from '../../domain/lifecycle/in-force.ts';
import { standing } from '../../domain/lifecycle/split.ts';
import { plainAmount, rappen } from '../../domain/values/money.ts';
import { field } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { textArea, textField } from '../../web/parts.ts';
import type { ClosingField } from '../closing-form.ts';
import type { FieldProblems } from '../problems.ts';
import type { TenantVisit } from '../visit.ts';
import { payeeFields, type TriedAccount } from './account-fields.ts';

type Tried = TriedAccount & { problems: FieldProblems<ClosingField> };

/** The landlord's amount, the reason, and the account for the rest. */
export function proposalFields(visit: TenantVisit, tried: Tried): Html {
  const { words, deposit } = visit;
  const { prefix, form, problems } = tried;
  const { closing } = words;
  const amountLandlord = deposit.closing === null ? rappen(0) : standing(deposit.closing).amountLandlord;
  return html`${textField({
    id: `${prefix}-amountLandlord`,
    name: 'amountLandlord',
    label: closing.amountLandlord,
    hint: closing.amountHint[productOf(deposit)],
    value: form.has('amountLandlord') ? field(form, 'amountLandlord') : plainAmount(amountLandlord),
    inputmode: 'decimal',
    isRequired: true,
    maxlength: 30,
    problem: problems.amountLandlord && words.problem[problems.amountLandlord],
  })}
  ${textArea({
    id: `${prefix}-reason`,
    name: 'reason',
    label: closing.reasonLabel,
    hint: closing.reasonHint,
    value: field(form, 'reason'),
    problem: problems.reason && words.problem[problems.reason],
  })}
  ${payeeFields(visit, tried)}`;
}
