import * as z from 'zod';
import type { Brand } from '../../domain/brand/brand.ts';
import { NO_BRAND } from '../../domain/brand/brand.ts';
import type { ServiceSettings } from '../../storage/set-up/service-settings.ts';
import { logoPath } from '../../web/brand/brand-routes.ts';

export const brandSchema = z
  .object({
    name: z.string().nullable(),
    logo: z
      .object({ path: z.string().describe('Where it is served.'), type: z.string(), width: z.int(), height: z.int() })
      .nullable(),
    colour: z.string().nullable(),
    senderName: z.string().nullable(),
    replyTo: z.string().nullable(),
    footer: z.string().nullable(),
  })
  .meta({ id: 'Brand' });

export function brandView(brand: Partial<Brand>): z.infer<typeof brandSchema> {
  const { logo, ...texts } = { ...NO_BRAND, ...brand };
  if (logo === null) return { ...texts, logo };
  const { type, width, height } = logo;
  return { ...texts, logo: { path: logoPath(logo), type, width, height } };
}

export const serviceSettingsSchema = z
  .object({
    brand: brandSchema,
    imprint: z.object({
      name: z.string().nullable(),
      address: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      register: z.string().nullable(),
    }),
  })
  .meta({ id: 'ServiceSettings' });

export function serviceSettingsView({ brand, imprint }: ServiceSettings): z.infer<typeof serviceSettingsSchema> {
  return { brand: brandView(brand), imprint };
}
