import type { OrganizationAddress } from './values/postal-address.ts';
import { PRODUCTS, type Product } from './product.ts';
import type { Language } from './values/language.ts';
import { rappen, type Rappen } from './values/money.ts';

export const PROVIDER_KINDS = ['bank', 'insurer'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** What contract status shows as `provider`. */
export const PROVIDER_CODE = /^[a-z][a-z0-9_]{1,39}$/;

/** A code of the test environment: in production partners would read it. */
export function isDemo({ code, isActive }: { code: string; isActive: boolean }): boolean {
  return isActive && code.startsWith('demo_');
}

/** Links to the conditions, by language. */
type Conditions = Partial<Record<Language, string>>;

/** What a provider offers to tenants. A member that is absent is not known. Rates in percent per year. */
export type Offer = {
  /** Of a bank. `fees`: CHF per year, in Rappen. */
  interestRate?: number;
  fees?: Rappen;
  /** Of an insurer, before stamp duty. */
  premiumPercent?: number;
  premiumMinimum?: Rappen;
  stampDutyPercent?: number;
  /** Paid once, when the cover begins. */
  feeOnce?: Rappen;
  conditions?: Conditions;
  phone?: string;
};

/** A provider as a deposit knows it: with the name and the offer that its tenant saw. */
export type Provider = {
  id: string;
  kind: ProviderKind;
  code: string;
  versionId: string;
  name: string;
  /** Null: made from a code in the settings; the operator has not given it yet. */
  address: OrganizationAddress | null;
  offer: Offer;
};

/** The providers of an organization: its own, or the operator's default. Null: there is none of the kind. */
export type Providers = { bank: Provider | null; insurer: Provider | null };

export function providerFor(providers: Providers, product: Product): Provider | null {
  return product === 'insurance' ? providers.insurer : providers.bank;
}

/** A product as its provider offers it: what a tenant sees before signing, and signs. */
export type ProductOffer = { product: Product } & Pick<Provider, 'name' | 'address' | 'offer'>;

/** What is offered for a deposit: that of its provider, or until one is chosen those of the organization. */
export function offersOf(
  { product, provider }: { product: Product | null; provider: Provider | null },
  providers: Providers,
): ProductOffer[] {
  return PRODUCTS.flatMap((one) => {
    const by = product === null ? providerFor(providers, one) : provider;
    if (by === null || (product !== null && product !== one)) return [];
    return [{ product: one, name: by.name, address: by.address, offer: by.offer }];
  });
}

/** The Swiss stamp duty on insurance premiums. */
const STAMP_DUTY_PERCENT = 5;

/**
 * What the cover of a deposit costs per year, with stamp duty, rounded to 5 Rappen. Null: the insurer has not said. The
 * least premium is before stamp duty. Calculated in millionths, so that no fraction is lost.
 */
export function yearlyPremium(offer: Offer, deposit: Rappen): Rappen | null {
  const { premiumPercent, premiumMinimum, stampDutyPercent = STAMP_DUTY_PERCENT } = offer;
  if (premiumPercent === undefined && premiumMinimum === undefined) return null;
  const byAmount = BigInt(deposit) * millionths(premiumPercent ?? 0);
  const least = BigInt(premiumMinimum ?? 0) * MILLION;
  const whole = (byAmount > least ? byAmount : least) * (MILLION + millionths(stampDutyPercent));
  const fives = (whole * 2n + 5n * MILLION * MILLION) / (10n * MILLION * MILLION);
  return rappen(Number(fives * 5n));
}

const MILLION = 1_000_000n;

function millionths(percent: number): bigint {
  return BigInt(Math.round(percent * 10_000));
}
