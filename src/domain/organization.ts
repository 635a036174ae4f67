import type { Notifications } from './digest/digest.ts';
import type { Brand, ShownBrand } from './brand/brand.ts';
import type { EmailAddress } from './values/contact.ts';
import type { Language } from './values/language.ts';
import type { Rappen } from './values/money.ts';
import type { LandlordAccount } from './payee/payout-accounts.ts';
import type { Product } from './product.ts';
import type { Providers } from './provider.ts';
import type { OrganizationAddress } from './values/postal-address.ts';

type OrganizationSettings = {
  /** The service signs for the property manager. */
  preSigned: boolean;
  sendDelayMinutes: number;
  ownerAlwaysCareOf: boolean;
  tenantChoosesProduct: boolean;
  /** Applies where the tenant does not choose. */
  product: Product;
  offersInvestment: boolean;
  /** No investment below this amount. */
  smallDepositLimit: Rappen;
  contractStatusEnabled: boolean;
  payoutIban: string | null;
  /** The holder of the landlord's account; null: the organization. */
  payoutHolderName: string | null;
  /** Of an account outside Switzerland and Liechtenstein. */
  payoutBic: string | null;
  /** Accounts of single properties and owners, which come before `payoutIban`. */
  payoutAccounts: readonly LandlordAccount[];
  /** Null: the operator's default of that kind. */
  bankProviderId: string | null;
  insurerProviderId: string | null;
  /** What it has set itself; the rest is inherited. */
  brand: Partial<Brand>;
};

export type Organization = OrganizationSettings & {
  id: string;
  parentId: string | null;
  name: string;
  language: Language;
  emailDomain: string;
  address: OrganizationAddress;
  /** The cell that it has moved to; null: it is at home in this one. */
  home: string | null;
  /** Those it uses now. */
  providers: Providers;
  /** What its readers see: its own, its parent's and the operator's brand. */
  shownBrand: ShownBrand;
};

/** A person who handles deposits. `organizationId` may be a sub-organization of the one that the call names. */
export type Member = {
  organizationId: string;
  id: string;
  email: EmailAddress;
  firstName: string;
  lastName: string;
  language: Language;
  notifications: Notifications;
};
