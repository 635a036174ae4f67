import { productOf } from '../../domain/lifecycle/in-force.ts';
import { field, type Form } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { textArea, textField } from '../../web/parts.ts';
import type { ClosingField } from '../closing-form.ts';
import type { FieldProblems } from '../problems.ts';
import type { TenantVisit } from '../visit.ts';

/** `prefix`: of the ids, because a page may have several such forms. */
type TriedProposal = { prefix: string; form: Form; problems: FieldProblems<ClosingField> };

/** The landlord's amount and the reason. They start empty: nothing is offered by a careless click. */
export function proposalFields({ words, deposit }: TenantVisit, { prefix, form, problems }: TriedProposal): Html {
  const { closing } = words;
  return html`${textField({
    id: `${prefix}-amountLandlord`,
    name: 'amountLandlord',
    label: closing.amountLandlord,
    hint: closing.amountHint[productOf(deposit)],
    value: field(form, 'amountLandlord'),
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
  })}`;
}
