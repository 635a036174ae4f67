import type { Imprint } from '../../domain/brand/brand.ts';
import { OPERATOR_LOGOS } from '../../storage/set-up/logos.ts';
import {
  lockServiceSettings,
  readServiceSettings,
  updateServiceSettings,
  type ServiceSettings,
} from '../../storage/set-up/service-settings.ts';
import type { Services } from '../services.ts';
import { changedBrand, type BrandChanges } from './brand.ts';

type ServiceSettingsChanges = {
  brand?: BrandChanges | undefined;
  imprint?: { [K in keyof Imprint]?: Imprint[K] | undefined } | undefined;
};

/** What the operator says about the service as a whole: its brand and the imprint. */
export async function changeServiceSettings(
  { database }: Pick<Services, 'database'>,
  { brand = {}, imprint = {} }: ServiceSettingsChanges,
): Promise<ServiceSettings> {
  return database.transaction(async (sql) => {
    await lockServiceSettings(sql);
    const before = await readServiceSettings(sql);
    const given = Object.fromEntries(Object.entries(imprint).filter(([, value]) => value !== undefined));
    const changed = {
      brand: await changedBrand(sql, OPERATOR_LOGOS, before.brand, brand),
      imprint: { ...before.imprint, ...given },
    };
    await updateServiceSettings(sql, changed);
    return changed;
  });
}
