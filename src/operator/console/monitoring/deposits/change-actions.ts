import { tenantName } from '../../../../domain/tenant.ts';
import { field, type Form } from '../../../../web/forms.ts';
import { consoleContactInput, contactWish, holdInput, liftHoldInput } from '../../../input/change-inputs.ts';
import { action, askToLiftHold, type Action, type ActionField } from './action.ts';

const optional = (text: string): string | undefined => (text === '' ? undefined : text);
const REASON: ActionField = { name: 'reason', label: 'Reason', hint: 'It is stored in the history.', kind: 'long' };
const text = (name: string, label: string, hint?: string): ActionField => ({
  name,
  label,
  kind: 'text',
  isOptional: true,
  ...(hint !== undefined && { hint }),
});

/** Holds, and contact data of tenants. */
export const CHANGE_ACTIONS = {
  contact: action(
    {
      label: 'Change contact data of a tenant',
      means:
        'Fill in only what changes. Telephone number and postal address count at once. A new e-mail address counts once the button behind the link it gets is pressed; the previous address is told, and can object. After an objection you can ask for the address once more: then it stands.',
      done: 'The contact data are recorded. A new e-mail address still has to be confirmed.',
      fields: ({ terms }) => [
        {
          name: 'tenant',
          label: 'Whose',
          kind: terms.tenants.map((tenant, index): [string, string] => [String(index + 1), tenantName(tenant)]),
        },
        text('email', 'New e-mail address'),
        text('phoneNumber', 'New telephone number'),
        text('street', 'New address: street', 'Give all of the new address, or nothing of it.'),
        text('streetNumber', 'House number'),
        text('zip', 'Postcode'),
        text('city', 'Town'),
        text('countryCode', 'Country', 'As in CH, which is the default.'),
        REASON,
      ],
    },
    'change_contact',
    consoleContactInput,
    (form) => ({
      tenant: Number(field(form, 'tenant')),
      email: optional(field(form, 'email')),
      phoneNumber: optional(field(form, 'phoneNumber')),
      address: addressOf(form),
      reason: field(form, 'reason'),
    }),
    ({ tenant, reason, ...contact }) => contactWish(contact, { by: 'operator', tenant, reason }),
  ),
  hold: action(
    {
      label: 'Put on hold',
      means:
        'Nothing is paid out until the hold is lifted; what the bank has already stays. Consent and the year are noted. The property manager is told that the payout is on hold, and neither why nor the evidence.',
      done: 'The deposit is on hold. The property manager gets a mail.',
      isDanger: true,
      fields: [
        {
          name: 'ground',
          label: 'Ground',
          kind: [
            ['death', 'Death of a tenant'],
            ['guardianship', 'Guardianship'],
            ['seizure', 'Seizure or attachment'],
          ],
        },
        {
          name: 'evidence',
          label: 'Evidence',
          hint: 'Authority, number, date, and where the document is kept. Nobody but operators sees it.',
          kind: 'long',
        },
      ],
    },
    'hold',
    holdInput,
    (form) => ({ ground: field(form, 'ground'), evidence: field(form, 'evidence') }),
    (read) => read,
  ),
  'lift-hold': action(
    {
      label: 'Lift the hold',
      means:
        'Money may go out again, and what was agreed meanwhile is paid out. A second person may have to agree. The property manager gets a mail.',
      done: 'The hold is lifted.',
      isDanger: true,
      fields: [REASON],
    },
    'lift_hold',
    liftHoldInput,
    (form) => ({ reason: field(form, 'reason') }),
    (read) => read,
    askToLiftHold,
  ),
} satisfies Record<string, Action>;

/** None, if nothing of it is given. */
function addressOf(form: Form): object | undefined {
  const names = ['street', 'streetNumber', 'zip', 'city', 'countryCode'];
  const given = Object.fromEntries(
    names.map((name) => [name, optional(field(form, name))]).filter(([, value]) => value !== undefined),
  );
  return Object.keys(given).length === 0 ? undefined : given;
}
