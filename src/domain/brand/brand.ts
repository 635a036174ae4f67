import type { EmailAddress } from '../values/contact.ts';
import type { Colour } from './colour.ts';

/** A picture that is stored under its checksum. It never changes. */
export type Logo = { sha256: string; type: 'image/png' | 'image/jpeg'; width: number; height: number };

/** What the operator or an organization has set. Null: inherited. */
export type Brand = {
  name: string | null;
  logo: Logo | null;
  colour: Colour | null;
  senderName: string | null;
  replyTo: EmailAddress | null;
  footer: string | null;
};

export const NO_BRAND: Brand = { name: null, logo: null, colour: null, senderName: null, replyTo: null, footer: null };

/** The name of the service, unless its operator has given it another one. */
export const SERVICE_NAME = 'Depono';

/** What readers see. */
export type ShownBrand = {
  /** What the operator calls the service. */
  service: string;
  name: string;
  /** Whether the name is the organization's own, and not the service's. */
  isHouse: boolean;
  logo: Logo | null;
  colour: Colour | null;
  footer: string | null;
  /** Of the organization, and of the operator. */
  senderName: { house: string | null; operator: string | null };
  replyTo: { house: EmailAddress | null; operator: EmailAddress | null };
};

/** The brand of the operator, on everything that belongs to no organization. */
export function operatorBrand(operator: Partial<Brand>): ShownBrand {
  return shownBrand({ own: {}, parent: {}, operator, organization: SERVICE_NAME });
}

/**
 * The brand of an organization. What it has not set comes from its parent organization, then from the operator. Name and
 * logo belong together: beside its own name the operator's logo is not shown, and beside its own logo not the operator's name.
 */
export function shownBrand({
  own,
  parent,
  operator: ofOperator,
  organization,
}: {
  own: Partial<Brand>;
  parent: Partial<Brand>;
  operator: Partial<Brand>;
  /** The name of the organization. */
  organization: string;
}): ShownBrand {
  const house = over(own, over(parent, NO_BRAND));
  const operator = over(ofOperator, NO_BRAND);
  const service = operator.name ?? SERVICE_NAME;
  const isHouse = house.name !== null || house.logo !== null;
  return {
    service,
    name: house.name ?? (isHouse ? organization : service),
    isHouse,
    logo: isHouse ? house.logo : operator.logo,
    colour: house.colour ?? operator.colour,
    footer: house.footer ?? operator.footer,
    senderName: { house: house.senderName, operator: operator.senderName },
    replyTo: { house: house.replyTo, operator: operator.replyTo },
  };
}

function over(upper: Partial<Brand>, lower: Brand): Brand {
  return {
    name: upper.name ?? lower.name,
    logo: upper.logo ?? lower.logo,
    colour: upper.colour ?? lower.colour,
    senderName: upper.senderName ?? lower.senderName,
    replyTo: upper.replyTo ?? lower.replyTo,
    footer: upper.footer ?? lower.footer,
  };
}

/** What a document says of it, as part of its facts. */
export type DocumentBrand = Pick<ShownBrand, 'service' | 'name' | 'isHouse' | 'logo' | 'colour' | 'footer'>;

/** Undefined: nothing is set, and the document looks as those from before there were brands. */
export function documentBrand(shown: ShownBrand): DocumentBrand | undefined {
  const { service, name, isHouse, logo, colour, footer } = shown;
  const isPlain = name === SERVICE_NAME && !isHouse && logo === null && colour === null && footer === null;
  return isPlain && service === SERVICE_NAME ? undefined : { service, name, isHouse, logo, colour, footer };
}

/** How to reach the operator, for the imprint and the privacy notice. Null: not set. */
export type Imprint = {
  name: string | null;
  address: string | null;
  phone: string | null;
  email: EmailAddress | null;
  /** Such as the number in the commercial register. */
  register: string | null;
};

export const NO_IMPRINT: Imprint = { name: null, address: null, phone: null, email: null, register: null };
