import type { Organization } from '../../domain/organization.ts';
import { isDemo, providerFor } from '../../domain/provider.ts';
import type { Sql } from '../../storage/database/database.ts';
import { listProviders, type StoredProvider } from '../../storage/providers/providers.ts';
import { listOrganizations } from '../../storage/set-up/organizations.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

const CHECK = 'providers';

/** Tenants see who holds their deposit, and no deposit can be opened without a bank or an insurer. */
export async function examineProviders(
  sql: Sql,
  { environment }: { environment: 'test' | 'production' },
): Promise<Finding[]> {
  const providers = await listProviders(sql);
  const demo = environment === 'production' ? demoFindings(providers) : [];
  const bad = [...lackingFindings(await listOrganizations(sql)), ...unnamedFindings(providers), ...demo];
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

/** Contract status shows partners the codes, so they must be those of the bank and the insurer. */
function demoFindings(providers: readonly StoredProvider[]): Finding[] {
  return providers
    .filter(isDemo)
    .map(({ code, kind }) =>
      warn(
        CHECK,
        `partners see the demo code ${code} as provider`,
        `Add the ${kind} with the code agreed with your partners and default=true, then: depono provider retire ${code}`,
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
