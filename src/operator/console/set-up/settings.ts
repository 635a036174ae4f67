import { groupedIban } from '../../../domain/values/iban.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { Provider } from '../../../domain/provider.ts';
import { ENGLISH_LANGUAGE_NAMES, PRODUCT_NAMES } from '../names.ts';

type Setting =
  | 'preSigned'
  | 'sendDelayMinutes'
  | 'ownerAlwaysCareOf'
  | 'tenantChoosesProduct'
  | 'product'
  | 'offersInvestment'
  | 'smallDepositLimit'
  | 'contractStatusEnabled'
  | 'payoutIban'
  | 'payoutHolderName'
  | 'payoutBic'
  | 'payoutAccounts'
  | 'bankProviderId'
  | 'insurerProviderId';

/** What can be set for an organization, and what it means to set it. */
export const SETTINGS: Record<Setting, { label: string; meaning: string; value: (it: Organization) => string }> = {
  preSigned: {
    label: 'Signed by the service',
    meaning:
      'Yes: deposits that partners open are sent to the tenants without the signature of a property manager. No: each waits for the signature of its property manager.',
    value: ({ preSigned }) => (preSigned ? 'yes' : 'no'),
  },
  sendDelayMinutes: {
    label: 'Minutes until a signed deposit is sent',
    meaning:
      'How long a deposit that the service has signed waits before it is sent to the tenants, so that it can still be corrected. 0: at once.',
    value: ({ sendDelayMinutes }) => String(sendDelayMinutes),
  },
  ownerAlwaysCareOf: {
    label: 'Owners are always written c/o the organization',
    meaning:
      'Yes: mails and documents name every owner “c/o” this organization, regardless of the address that was sent.',
    value: ({ ownerAlwaysCareOf }) => (ownerAlwaysCareOf ? 'yes' : 'no'),
  },
  tenantChoosesProduct: {
    label: 'The tenant chooses the product',
    meaning:
      'Yes: the tenant chooses between deposit account and insurance when signing. No: the product below is used.',
    value: ({ tenantChoosesProduct }) => (tenantChoosesProduct ? 'yes' : 'no'),
  },
  product: {
    label: 'Product',
    meaning: 'Used when the tenant does not choose.',
    value: ({ product }) => PRODUCT_NAMES[product],
  },
  offersInvestment: {
    label: 'Investment is offered',
    meaning: 'Whether tenants may invest the money on the deposit account.',
    value: ({ offersInvestment }) => (offersInvestment ? 'yes' : 'no'),
  },
  smallDepositLimit: {
    label: 'Investment from (CHF)',
    meaning: 'Deposits below this amount are never invested. 0: all may be invested.',
    value: ({ smallDepositLimit }) => formatChf(smallDepositLimit),
  },
  contractStatusEnabled: {
    label: 'Contract status can be read',
    meaning: 'Whether keys for contract status, and for events, are answered. If not, they get “not enabled”.',
    value: ({ contractStatusEnabled }) => (contractStatusEnabled ? 'yes' : 'no'),
  },
  payoutIban: {
    label: 'Account of the landlord',
    meaning:
      'The landlord’s share is paid to this account, in CHF. Without it, a payout waits in the list of money. No QR-IBAN.',
    value: ({ payoutIban }) => (payoutIban === null ? 'none' : groupedIban(payoutIban)),
  },
  payoutHolderName: {
    label: 'Holder of that account',
    meaning:
      'Without it: the organization. If it is neither the organization nor the owner, each payment must be released by a person.',
    value: ({ payoutHolderName }) => payoutHolderName ?? 'the organization',
  },
  payoutBic: {
    label: 'BIC of that account',
    meaning: 'Required if the account is outside Switzerland and Liechtenstein.',
    value: ({ payoutBic }) => payoutBic ?? 'none',
  },
  payoutAccounts: {
    label: 'Accounts of single properties and owners',
    meaning:
      'One account per line: IBAN; property id; owner; holder; BIC. What is empty is left out, as in “CH93 0076 2011 6238 5295 7; L-100”. The most specific account counts: property and owner, then property, then owner. No QR-IBAN.',
    value: ({ payoutAccounts }) => (payoutAccounts.length === 0 ? 'none' : `${payoutAccounts.length} accounts`),
  },
  bankProviderId: {
    label: 'Bank',
    meaning: 'Where deposit accounts are opened. Deposits that are already sent keep their bank.',
    value: ({ providers: { bank }, bankProviderId }) => providerName(bank, bankProviderId),
  },
  insurerProviderId: {
    label: 'Insurer',
    meaning: 'Who gives the cover. Deposits that are already sent keep their insurer.',
    value: ({ providers: { insurer }, insurerProviderId }) => providerName(insurer, insurerProviderId),
  },
};

/** A provider that was retired is replaced by the default. */
function providerName(provider: Provider | null, ownId: string | null): string {
  if (provider === null) return 'none: set one up first';
  return provider.id === ownId ? provider.name : `${provider.name} (the default)`;
}

/** What describes an organization apart from its settings. */
export const BASICS: Record<
  'name' | 'language' | 'emailDomain' | 'address' | 'parentId',
  { label: string; meaning: string }
> = {
  name: { label: 'Name', meaning: 'Shown in every mail and document.' },
  language: {
    label: 'Language',
    meaning: 'For people invited by a call, and for mails that are not addressed to one person.',
  },
  emailDomain: {
    label: 'E-mail domain',
    meaning:
      'A property manager who is named by a call and is not a member yet is invited only if their address has this domain.',
  },
  address: { label: 'Address', meaning: 'The address of the organization, as printed in documents.' },
  parentId: {
    label: 'Belongs to',
    meaning:
      'A sub-organization has settings and connections of its own; members of the parent organization see its deposits. There is one level only.',
  },
};

export const languageName = ({ language }: Organization): string => ENGLISH_LANGUAGE_NAMES[language];
