import type { Owner } from '../deposit.ts';
import type { Tenant } from '../tenant.ts';
import { foldings } from '../values/folding.ts';

/** Section 9: the same name has equal words, ignoring case, accents and order. No name given: the payee's own. */
export function isSameHolder(holderName: string | null, names: readonly string[]): boolean {
  if (holderName === null) return true;
  const given = spellings(holderName);
  return names.some((name) => spellings(name).some((words, index) => words !== '' && words === given[index]));
}

/** The words of each spelling in the order of the alphabet. Müller may be written Muller or Mueller. */
function spellings(name: string): string[] {
  return foldings(name).map((folded) =>
    folded
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .toSorted()
      .join(' '),
  );
}

/** In whose name the account of the tenants' share may be: any tenant, or the company. A signatory is not the tenant. */
export function tenantNames(tenants: readonly Tenant[]): string[] {
  return tenants.map(holderNameOf);
}

/** The name of the account's holder if the tenant gives no other. */
export function holderNameOf(tenant: Tenant): string {
  return tenant.type === 'legal' ? tenant.company.name : `${tenant.firstName} ${tenant.lastName}`;
}

/** In whose name the landlord's account may be: the organization, or the owner. */
export function landlordNames(organization: { name: string }, owner: Pick<Owner, 'name' | 'careOf'>): string[] {
  return [organization.name, ownerName(owner)];
}

const CARE_OF = ' c/o ';

/** An owner's name with `careOf` is the whole `<ownerName> c/o <organization>`. */
export function ownerName({ name, careOf }: Pick<Owner, 'name' | 'careOf'>): string {
  const end = careOf ? name.indexOf(CARE_OF) : -1;
  return end === -1 ? name : name.slice(0, end);
}
