import { createHash } from 'node:crypto';
import { pngOnWhite } from '../../brand/png.ts';
import type { Brand, Logo } from '../../domain/brand/brand.ts';
import { LOGO_FAULTS, readLogo, type LogoFault } from '../../domain/brand/logo.ts';
import type { Sql } from '../../storage/database/database.ts';
import { insertLogo } from '../../storage/set-up/logos.ts';
import { SetUpRefused } from './refused.ts';

/** What is to change; null goes back to what is inherited. The logo is the file in base64. */
export type BrandChanges = { [K in Exclude<keyof Brand, 'logo'>]?: Brand[K] | undefined } & {
  logo?: string | null | undefined;
};

/** The brand with its changes. A new logo is stored. */
export async function changedBrand(
  sql: Sql,
  organizationId: string,
  before: Partial<Brand>,
  { logo, ...changes }: BrandChanges,
): Promise<Partial<Brand>> {
  const changed = {
    ...before,
    ...changes,
    ...(logo !== undefined && { logo: await stored(sql, organizationId, logo) }),
  };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null && value !== undefined));
}

async function stored(sql: Sql, organizationId: string, base64: string | null): Promise<Logo | null> {
  if (base64 === null) return null;
  const content = Buffer.from(base64, 'base64');
  const read = logoIn(content);
  if (typeof read === 'string') throw new SetUpRefused('invalid', 'brand.logo', LOGO_FAULTS[read], read);
  await insertLogo(sql, organizationId, read, content);
  return read;
}

/** The logo in a file, or why it cannot be one. */
function logoIn(content: Buffer): Logo | LogoFault {
  const read = readLogo(content);
  if (typeof read === 'string') return read;
  if (read.type === 'image/png' && pngOnWhite(content) === null) return 'not_a_picture';
  return { sha256: createHash('sha256').update(content).digest('hex'), ...read };
}
