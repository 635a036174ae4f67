import type { Organization } from '../../../domain/organization.ts';
import { fromChf, rappen, toChf } from '../../../domain/values/money.ts';
import { accountsAsText, accountsFromText } from '../../../domain/payee/payout-accounts.ts';
import { field, type Form } from '../../../web/forms.ts';
import { organizationInput } from '../../inputs.ts';
import { numberFrom, readInput, type Problems } from '../forms.ts';

const TEXTS = [
  'name',
  'language',
  'emailDomain',
  'street',
  'streetNumber',
  'zip',
  'city',
  'parentId',
  'sendDelayMinutes',
  'product',
  'smallDepositLimit',
  'payoutIban',
  'payoutHolderName',
  'payoutBic',
  'payoutAccounts',
  'bankProviderId',
  'insurerProviderId',
] as const;
export const CHOICES = [
  'preSigned',
  'ownerAlwaysCareOf',
  'tenantChoosesProduct',
  'offersInvestment',
  'contractStatusEnabled',
] as const;

const MAY_BE_EMPTY = [
  'parentId',
  'payoutIban',
  'payoutHolderName',
  'payoutBic',
  'bankProviderId',
  'insurerProviderId',
] as const;

/** The fields of the form as typed. */
export type TypedOrganization = Record<(typeof TEXTS)[number], string> & Record<(typeof CHOICES)[number], boolean>;

/** With the defaults of the operator API. */
export const NEW_ORGANIZATION: TypedOrganization = {
  name: '',
  language: 'de',
  emailDomain: '',
  street: '',
  streetNumber: '',
  zip: '',
  city: '',
  parentId: '',
  preSigned: false,
  sendDelayMinutes: '0',
  ownerAlwaysCareOf: false,
  tenantChoosesProduct: true,
  product: 'bank_deposit',
  offersInvestment: true,
  smallDepositLimit: '0',
  contractStatusEnabled: false,
  payoutIban: '',
  payoutHolderName: '',
  payoutBic: '',
  payoutAccounts: '',
  bankProviderId: '',
  insurerProviderId: '',
};

export function typedFromOrganization(organization: Organization): TypedOrganization {
  const { address, parentId, payoutIban, payoutHolderName, payoutBic, bankProviderId, insurerProviderId } =
    organization;
  const { sendDelayMinutes, smallDepositLimit } = organization;
  return {
    ...organization,
    ...address,
    parentId: parentId ?? '',
    payoutIban: payoutIban ?? '',
    payoutHolderName: payoutHolderName ?? '',
    payoutBic: payoutBic ?? '',
    payoutAccounts: accountsAsText(organization.payoutAccounts),
    bankProviderId: bankProviderId ?? '',
    insurerProviderId: insurerProviderId ?? '',
    sendDelayMinutes: String(sendDelayMinutes),
    smallDepositLimit: String(toChf(smallDepositLimit)),
  };
}

/** The settings in the form. The brand has a form of its own. */
export type ShownSettings = Omit<Organization, 'id' | 'home' | 'providers' | 'brand' | 'shownBrand'>;

type Read = { typed: TypedOrganization } & (
  | { value: ShownSettings; problems: Problems }
  | { value: null; problems: Problems }
);

export function readOrganization(form: Form): Read {
  const typed = {
    ...Object.fromEntries(TEXTS.map((name) => [name, field(form, name)])),
    payoutAccounts: form.get('payoutAccounts') ?? '',
    ...Object.fromEntries(CHOICES.map((name) => [name, form.has(name)])),
  } as TypedOrganization;
  const { street, streetNumber, zip, city, ...rest } = typed;
  const orNull = (text: string): string | null => (text === '' ? null : text);
  const { value, problems } = readInput(organizationInput.omit({ brand: true }).required(), {
    ...rest,
    address: { street, streetNumber, zip, city },
    ...Object.fromEntries(MAY_BE_EMPTY.map((name) => [name, orNull(typed[name])])),
    payoutAccounts: accountsFromText(form.get('payoutAccounts') ?? ''),
    sendDelayMinutes: numberFrom(typed.sendDelayMinutes),
    smallDepositLimit: numberFrom(typed.smallDepositLimit),
  });
  if (value === null) return { typed, value, problems: named(problems) };
  return {
    typed,
    value: { ...value, smallDepositLimit: fromChf(value.smallDepositLimit) ?? rappen(0) },
    problems: {},
  };
}

/** Each part of the address is a field of its own. */
function named(problems: Problems): Problems {
  const own = Object.entries(problems).map(([name, message]) => [
    name.replace(/^address\./, '').replace(/^payoutAccounts\..*/, 'payoutAccounts'),
    inPlainWords(name, message),
  ]);
  return Object.fromEntries(own) as Problems;
}

function inPlainWords(name: string, message: string): string {
  if (name !== 'sendDelayMinutes' && name !== 'smallDepositLimit') return message;
  return message.startsWith('Invalid input') ? 'This is not a number.' : message;
}
