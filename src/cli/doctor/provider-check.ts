import type { Organization } from '../../domain/organization.ts';
import { providerFor } from '../../domain/provider.ts';
import type { Sql } from '../../storage/database/database.ts';
import { listProviders, type StoredProvider } from '../../storage/providers/providers.ts';
import { listOrganizations } from '../../storage/set-up/organizations.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

const CHECK = 'providers';

/** Tenants see who holds their deposit, and no deposit can be opened without a bank or an insurer. */
export async function examineProviders(sql: Sql): Promise<Finding[]> {
  const lacking = lackingFindings(await listOrganizations(sql));
  const unnamed = unnamedFindings(await listProviders(sql));
  const bad = [...lacking, ...unnamed];
  return bad.length === 0 ? [ok(CHECK, 'each organization has a bank or an insurer for its product')] : bad;
}

/** Made from a setting: name and address are not known. */
function unnamedFindings(providers: readonly StoredProvider[]): Finding[] {
  return providers
    .filter(({ isActive, address }) => isActive && address === null)
    .map(({ code }) =>
      warn(
        CHECK,
        `${code} was made from the settings: tenants see its code as its name, and no address`,
        `Give name and address: depono provider change ${code} name=… address.street=…`,
      ),
    );
}

function lackingFindings(organizations: readonly Organization[]): Finding[] {
  return (['bank_deposit', 'insurance'] as const).flatMap((product) => {
    const without = organizations.filter(
      (one) => one.product === product && providerFor(one.providers, product) === null,
    );
    if (without.length === 0) return [];
    const kind = product === 'insurance' ? 'insurer' : 'bank';
    const names = without.slice(0, 3).map(({ name }) => name);
    const more = without.length > names.length ? ` and ${without.length - names.length} more` : '';
    return [
      fail(
        CHECK,
        `no ${kind} for ${names.join(', ')}${more}: their deposits cannot be opened`,
        `Add one, the first is the default: depono provider add CODE --kind ${kind} name=… address.street=…`,
      ),
    ];
  });
}
