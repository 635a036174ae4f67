import type { Offer, ProviderKind } from '../../domain/provider.ts';
import type { OrganizationAddress } from '../../domain/values/postal-address.ts';
import { freeFolder } from '../../domain/bank/bank-folder.ts';
import { rappen } from '../../domain/values/money.ts';
import { lockOrganizations } from '../../storage/set-up/organizations.ts';
import { askForEarlier, hasEarlierDeposits } from '../../storage/providers/earlier-deposits.ts';
import type { Sql } from '../../storage/database/database.ts';
import { hasDefaultBank, listBankFolders } from '../../storage/providers/banks.ts';
import { findProviderByCode, insertProvider } from '../../storage/providers/providers.ts';
import type { Services } from '../services.ts';

type Presentation = { name: string; address: OrganizationAddress | null; offer: Offer };

/** A code from the settings. `isNamed`: the operator has set it. `demo`: how the test environment presents it. */
type SettingsCode = { kind: ProviderKind; code: string; isNamed: boolean; demo: Presentation | null };

/**
 * The providers that the settings name, made at the start if they are missing: so that nothing that worked before there
 * were providers is refused. Deposits from then get them, and what waits for an account or cover is asked.
 */
export async function settleProviders(services: Services, codes: readonly SettingsCode[]): Promise<void> {
  const { database, random } = services;
  for (const { kind, code, isNamed, demo } of codes) {
    await database.transaction(async (sql) => {
      if ((await findProviderByCode(sql, code)) !== null) return;
      // Two processes may start at once.
      await lockOrganizations(sql);
      if ((await findProviderByCode(sql, code)) !== null) return;
      const isEarlier = await hasEarlierDeposits(sql, kind);
      if (!isNamed && !isEarlier && demo === null) return;
      const id = random.id();
      const presented = demo ?? { name: code, address: null, offer: {} };
      await insertProvider(
        sql,
        {
          ...NOTHING_MORE,
          ...(await folderOf(sql, kind, code)),
          id,
          kind,
          code,
          versionId: random.id(),
          ...presented,
        },
        { isEarlier },
      );
      if (isEarlier) await askForEarlier(sql, { kind, providerId: id, newId: random.id });
    });
  }
}

/** A folder that no other bank has. */
async function folderOf(sql: Sql, kind: ProviderKind, code: string): Promise<{ exchangeFolder: string | null }> {
  if (kind !== 'bank') return { exchangeFolder: null };
  const asked = { code, isDefault: !(await hasDefaultBank(sql)), others: await listBankFolders(sql) };
  return { exchangeFolder: freeFolder(asked) };
}

const NOTHING_MORE = { initiatingParty: null, ownIban: null, formerOwnIbans: [], callback: null };

/** The providers of the test environment. */
export const DEMO_PROVIDERS: Record<ProviderKind, Presentation> = {
  bank: {
    name: 'Demo Bank',
    address: { street: 'Paradeplatz', streetNumber: '1', zip: '8001', city: 'Zürich' },
    offer: { interestRate: 0.05, fees: rappen(0), phone: '+41 44 000 00 00' },
  },
  insurer: {
    name: 'Demo Versicherung',
    address: { street: 'Bundesplatz', streetNumber: '3', zip: '3011', city: 'Bern' },
    offer: { premiumPercent: 4, premiumMinimum: rappen(80_00), feeOnce: rappen(20_00), phone: '+41 31 000 00 00' },
  },
};
