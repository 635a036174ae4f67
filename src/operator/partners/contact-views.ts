import * as z from 'zod';
import { PARTNER_LANGUAGES, PARTNER_ROLES, type PartnerContact } from '../../storage/partners/contacts.ts';
import { emailInput, textInput } from '../inputs.ts';

export const partnerContactInput = z.strictObject({
  email: emailInput,
  name: textInput,
  role: z.enum(PARTNER_ROLES).describe('An admin also changes keys and callbacks, a viewer reads.'),
  language: z.enum(PARTNER_LANGUAGES).default('en').describe('Of the mails. The pages follow the browser.'),
});

export const partnerContactSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(PARTNER_ROLES),
    language: z.enum(PARTNER_LANGUAGES),
  })
  .meta({ id: 'PartnerContact' });

export function partnerContactView({
  id,
  email,
  name,
  role,
  language,
}: PartnerContact): z.infer<typeof partnerContactSchema> {
  return { id, email, name, role, language };
}
