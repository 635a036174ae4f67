import { groupedIban } from '../../../domain/iban.ts';
import { formatChf } from '../../../domain/money.ts';
import type { Organization } from '../../../domain/organization.ts';
import { ENGLISH_LANGUAGE_NAMES, PRODUCT_NAMES } from '../names.ts';

export type Setting =
  | 'preSigned'
  | 'sendDelayMinutes'
  | 'ownerAlwaysCareOf'
  | 'tenantChoosesProduct'
  | 'product'
  | 'offersInvestment'
  | 'smallDepositLimit'
  | 'contractStatusEnabled'
  | 'payoutIban';

/** What can be set for an organization, and what it means to set it. */
export const SETTINGS: Record<Setting, { label: string; meaning: string; value: (it: Organization) => string }> = {
  preSigned: {
    label: 'Signed by the service',
    meaning:
      'Yes: deposits that partners open go to the tenants without a property manager having signed. No: each waits for the signature of its property manager.',
    value: ({ preSigned }) => (preSigned ? 'yes' : 'no'),
  },
  sendDelayMinutes: {
    label: 'Minutes until a signed deposit is sent',
    meaning:
      'How long a deposit that the service has signed waits before the tenants hear of it, so that it can still be corrected. 0: at once.',
    value: ({ sendDelayMinutes }) => String(sendDelayMinutes),
  },
  ownerAlwaysCareOf: {
    label: 'Owners are always written c/o the organization',
    meaning: 'Yes: letters and documents name every owner “c/o” this organization, whatever address was sent.',
    value: ({ ownerAlwaysCareOf }) => (ownerAlwaysCareOf ? 'yes' : 'no'),
  },
  tenantChoosesProduct: {
    label: 'The tenant chooses the product',
    meaning: 'Yes: the tenant chooses between deposit account and insurance when signing. No: the product below holds.',
    value: ({ tenantChoosesProduct }) => (tenantChoosesProduct ? 'yes' : 'no'),
  },
  product: {
    label: 'Product',
    meaning: 'What a tenant gets who does not choose.',
    value: ({ product }) => PRODUCT_NAMES[product],
  },
  offersInvestment: {
    label: 'Investment is offered',
    meaning: 'Whether tenants may invest what lies on the deposit account.',
    value: ({ offersInvestment }) => (offersInvestment ? 'yes' : 'no'),
  },
  smallDepositLimit: {
    label: 'Investment from (CHF)',
    meaning: 'Deposits below this amount are never invested. 0: all may be.',
    value: ({ smallDepositLimit }) => formatChf(smallDepositLimit),
  },
  contractStatusEnabled: {
    label: 'Contract status can be read',
    meaning: 'Whether keys for contract status, and for events, are answered. Without it they get “not enabled”.',
    value: ({ contractStatusEnabled }) => (contractStatusEnabled ? 'yes' : 'no'),
  },
  payoutIban: {
    label: 'Account of the landlord',
    meaning: 'Where the landlord’s share goes. Without it a payout waits, and stands in the list of money.',
    value: ({ payoutIban }) => (payoutIban === null ? 'none' : groupedIban(payoutIban)),
  },
};

/** What an organization is, beside its settings. */
export const BASICS: Record<
  'name' | 'language' | 'emailDomain' | 'address' | 'parentId',
  { label: string; meaning: string }
> = {
  name: { label: 'Name', meaning: 'Stands in every letter and document.' },
  language: { label: 'Language', meaning: 'Of people whom a call invites, and of mails to nobody in particular.' },
  emailDomain: {
    label: 'E-mail domain',
    meaning:
      'A property manager whom a call names and nobody knows yet is invited only with an address of this domain.',
  },
  address: { label: 'Address', meaning: 'Of the organization, as documents print it.' },
  parentId: {
    label: 'Belongs to',
    meaning:
      'A sub-organization has settings and connections of its own; members of the organization above see its deposits. One level deep.',
  },
};

export const languageName = ({ language }: Organization): string => ENGLISH_LANGUAGE_NAMES[language];
