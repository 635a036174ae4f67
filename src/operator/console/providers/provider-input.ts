import type * as z from 'zod';
import { PROVIDER_KINDS, type Offer, type ProviderKind } from '../../../domain/provider.ts';
import { LANGUAGES } from '../../../domain/values/language.ts';
import { toChf } from '../../../domain/values/money.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { field, type Form } from '../../../web/forms.ts';
import { offerFrom, providerChangesInput, providerInput } from '../../providers/provider-inputs.ts';
import { numberFrom, readInput, type Problems } from '../forms.ts';

const OFFERS = {
  bank: ['interestRate', 'fees'],
  insurer: ['premiumPercent', 'premiumMinimum', 'stampDutyPercent', 'feeOnce'],
} as const satisfies Record<ProviderKind, readonly (keyof Offer)[]>;
const MONEY = ['fees', 'premiumMinimum', 'feeOnce'] as const;
export const BANK_FIELDS = ['exchangeFolder', 'initiatingParty', 'ownIban'] as const;
export const ADDRESS = ['street', 'streetNumber', 'zip', 'city'] as const;
const CONDITIONS = LANGUAGES.map((language) => `conditions_${language}` as const);

const TEXTS = [
  'code',
  'name',
  ...ADDRESS,
  ...OFFERS.bank,
  ...OFFERS.insurer,
  ...CONDITIONS,
  'phone',
  'url',
  ...BANK_FIELDS,
] as const;
type ProviderField = (typeof TEXTS)[number];

/** The fields of the form as typed. */
export type TypedProvider = Record<ProviderField, string>;

export const offerFields = (kind: ProviderKind): readonly ProviderField[] => OFFERS[kind];

export function kindIn(form: URLSearchParams): ProviderKind | null {
  return PROVIDER_KINDS.find((kind) => kind === form.get('kind')) ?? null;
}

export function typedProvider(form: Form): TypedProvider {
  return Object.fromEntries(TEXTS.map((name) => [name, field(form, name)])) as TypedProvider;
}

export function typedFromProvider({ code, name, address, offer, callback, ...bank }: StoredProvider): TypedProvider {
  const { conditions = {} } = offer;
  const money = MONEY.map((one) => [one, offer[one] === undefined ? '' : String(toChf(offer[one]))] as const);
  const rates = (['interestRate', 'premiumPercent', 'stampDutyPercent'] as const).map(
    (one) => [one, String(offer[one] ?? '')] as const,
  );
  return {
    ...(Object.fromEntries([...money, ...rates]) as TypedProvider),
    ...(Object.fromEntries(LANGUAGES.map((one) => [`conditions_${one}`, conditions[one] ?? ''])) as TypedProvider),
    code,
    name,
    street: address?.street ?? '',
    streetNumber: address?.streetNumber ?? '',
    zip: address?.zip ?? '',
    city: address?.city ?? '',
    phone: offer.phone ?? '',
    url: callback?.url ?? '',
    exchangeFolder: bank.exchangeFolder ?? '',
    initiatingParty: bank.initiatingParty ?? '',
    ownIban: bank.ownIban ?? '',
  };
}

type Read<T extends { offer?: unknown }> =
  | { value: Omit<T, 'offer'> & { offer: Offer }; problems: null }
  | { value: null; problems: Problems };

/** A new provider, by the rules of the operator API. */
export function readNewProvider(kind: ProviderKind, typed: TypedProvider): Read<z.output<typeof providerInput>> {
  const callback = typed.url === '' ? null : { url: typed.url };
  return withOffer(readInput(providerInput, { kind, code: typed.code, ...settingsOf(kind, typed), callback }));
}

/** All settings but the callback, which has a page of its own. */
export function readProviderChanges(
  kind: ProviderKind,
  typed: TypedProvider,
): Read<z.output<typeof providerChangesInput>> {
  return withOffer(readInput(providerChangesInput, settingsOf(kind, typed)));
}

type GivenOffer = Parameters<typeof offerFrom>[0];

function withOffer<T extends { offer?: GivenOffer | undefined }>(
  read: { value: T; problems: null } | { value: null; problems: Problems },
): Read<T> {
  if (read.problems !== null) return { value: null, problems: named(read.problems) };
  const { offer = {}, ...rest } = read.value;
  return { value: { ...rest, offer: offerFrom(offer) }, problems: null };
}

function settingsOf(kind: ProviderKind, typed: TypedProvider): object {
  const { name, street, streetNumber, zip, city } = typed;
  const numbers = OFFERS[kind].filter((one) => typed[one] !== '').map((one) => [one, numberFrom(typed[one])] as const);
  const links = LANGUAGES.filter((one) => typed[`conditions_${one}`] !== '');
  const conditions = Object.fromEntries(links.map((one) => [one, typed[`conditions_${one}`]]));
  return {
    name,
    address: { street, streetNumber, zip, city },
    offer: {
      ...Object.fromEntries(numbers),
      ...(links.length > 0 && { conditions }),
      ...(typed.phone !== '' && { phone: typed.phone }),
    },
    ...(kind === 'bank' && Object.fromEntries(BANK_FIELDS.map((one) => [one, typed[one] === '' ? null : typed[one]]))),
  };
}

/** By the names of the form's fields. */
function named(problems: Problems): Problems {
  const own = Object.entries(problems).map(([path, message]) => {
    const name = path.replace(/^(?:address|offer|callback)\./, '').replace(/^conditions\./, 'conditions_');
    const isNumber = Object.values(OFFERS).some((names) => (names as readonly string[]).includes(name));
    return [name, isNumber && message.startsWith('Invalid input') ? 'This is not a number.' : message] as const;
  });
  return Object.fromEntries(own);
}
