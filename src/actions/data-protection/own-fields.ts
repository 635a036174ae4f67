import { emailKey, normalizePhone, parseEmail } from '../../domain/values/contact.ts';
import { foldings } from '../../domain/values/folding.ts';
import { ASSISTANT_FIELDS, MANAGER_FIELDS, TENANT_FIELDS, TENANT_PREFIXES } from '../../domain/payload/problem.ts';

/** Known data of a person, to recognize them where their e-mail address is missing or wrong. */
export type Known = {
  emailKey: string;
  people: readonly { firstName: string; lastName: string; phone: string | null; birthDate: string | null }[];
  /** `organization contract`, of their own deposits. */
  contracts: ReadonlySet<string>;
};

type Fields = Readonly<Record<string, unknown>>;

/** The people that a payload can name, each with all fields about them. */
const PEOPLE: readonly { prefix: string; fields: readonly string[] }[] = [
  ...TENANT_PREFIXES.map((prefix) => ({ prefix, fields: TENANT_FIELDS.map((field) => `${prefix}${field}`) })),
  { prefix: 'propertyManager', fields: MANAGER_FIELDS },
  { prefix: 'assistent', fields: ASSISTANT_FIELDS },
];

/**
 * The fields of a payload about this person, recognized by e-mail address. With a different address or none, the full
 * name is not enough, because data of a namesake or relative must not be disclosed: telephone number or birth date must
 * match, too, or, if no address was sent at all, the contract.
 */
export function ownFields(
  fields: Fields,
  { organizationId, contractId }: { organizationId: string; contractId: string | null },
  known: Known,
): Record<string, unknown> {
  const isOwnContract = contractId !== null && known.contracts.has(`${organizationId} ${contractId}`);
  const own = PEOPLE.filter(({ prefix }) => isOwn(fields, prefix, known, isOwnContract)).flatMap((one) => one.fields);
  return Object.fromEntries(own.flatMap((field) => (field in fields ? [[field, fields[field]]] : [])));
}

function isOwn(fields: Fields, prefix: string, known: Known, isOwnContract: boolean): boolean {
  const text = (name: string): string => {
    const value = fields[`${prefix}${name}`];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const email = text('Email');
  if (emailKey(email) === known.emailKey) return true;
  const phone = normalizePhone(text('PhoneNumber'));
  return known.people.some((person) => {
    if (!isSame(text('FirstName'), person.firstName) || !isSame(text('LastName'), person.lastName)) return false;
    if (phone !== null && phone === person.phone) return true;
    if (person.birthDate !== null && text('BirthDate') === person.birthDate) return true;
    return isOwnContract && parseEmail(email) === null;
  });
}

/** Names are compared with and without diacritics. */
function isSame(name: string, other: string): boolean {
  const ways = foldings(other.trim());
  return name !== '' && foldings(name).some((way) => ways.includes(way));
}

/** The payload, if it is a JSON object. */
export function fieldsOf(payload: Buffer): Fields | null {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}
