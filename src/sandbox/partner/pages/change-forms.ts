import { isWaitingEmail } from '../../../domain/changes/email-facts.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { PRODUCTS } from '../../../domain/product.ts';
import { SHARED_FIELDS, whenMove, type PlayField, type PlayForm } from './play-form.ts';

const { by, tenant, oneTenant, reason } = SHARED_FIELDS;

/** Contact data and names of tenants. */
export const CONTACT_FORMS: readonly PlayForm[] = [
  {
    id: 'change-contact',
    player: 'either',
    play: 'change-contact',
    isPossible: whenMove('change_contact'),
    fields: [
      by,
      oneTenant,
      { name: 'email', kind: 'text' },
      { name: 'phoneNumber', kind: 'text' },
      { name: 'address.street', kind: 'text' },
      { name: 'address.zip', kind: 'text' },
      { name: 'address.city', kind: 'text' },
    ],
  },
  {
    id: 'confirm-contact',
    player: 'tenant',
    play: 'confirm-contact',
    isPossible: (deposit) => canMove('confirm_email', deposit) && deposit.emailChanges.some(isWaitingEmail),
    fields: [oneTenant],
  },
  {
    id: 'change-person',
    player: 'manager',
    play: 'change-person',
    isPossible: whenMove('change_person'),
    fields: [
      oneTenant,
      { name: 'firstName', kind: 'text' },
      { name: 'lastName', kind: 'text' },
      { name: 'birthDate', kind: 'day' },
      { ...reason, isRequired: true },
    ],
  },
];

const JOINING = `{
  "tenantTitle": "mr", "tenantFirstName": "Noé", "tenantLastName": "Favre",
  "tenantBirthDate": "1991-03-08", "tenantNationality": "CH", "tenantCivilStatus": "single",
  "tenantEmail": "noe.favre@mail.example", "tenantPhoneNumber": "+41791234568",
  "tenantAddressCountryCode": "CH", "tenantAddressStreet": "Limmatquai", "tenantAddressStNumber": "4",
  "tenantAddressPostalCode": "8001", "tenantAddressCity": "Zürich"
}`;
const OWNER = '{ "ownerName": "Immobilien Nord AG" }';

const startsChange = (kind: string, fields: readonly PlayField[]): PlayForm => ({
  id: `change-${kind}`,
  player: 'manager',
  play: 'changes',
  isPossible: whenMove('start_change'),
  fields,
  fixed: { kind },
});

/** Changes of a deposit in force. */
export const CHANGE_FORMS: readonly PlayForm[] = [
  startsChange('tenant_joins', [{ name: 'fields', kind: 'fields', isRequired: true, suggested: JOINING }]),
  startsChange('tenant_leaves', [oneTenant]),
  startsChange('main_tenant', [oneTenant]),
  startsChange('owner', [{ name: 'fields', kind: 'fields', isRequired: true, suggested: OWNER }]),
  startsChange('amount', [{ name: 'rentalDeposit', kind: 'amount', isRequired: true }]),
  startsChange('product', [{ name: 'product', kind: PRODUCTS, isRequired: true }]),
  {
    id: 'change-signs',
    player: 'either',
    play: 'change-signs',
    isPossible: whenMove('sign_change'),
    fields: [by, tenant],
  },
  {
    id: 'change-answered',
    player: 'provider',
    play: 'change-answered',
    isPossible: whenMove('confirm_change'),
    fields: [{ name: 'accepted', kind: 'yes', suggested: 'yes' }, reason, { name: 'iban', kind: 'text' }],
  },
  { id: 'change-cancel', player: 'either', play: 'change-cancel', isPossible: whenMove('cancel_change'), fields: [by] },
];
