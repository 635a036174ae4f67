import * as z from 'zod';
import { ADJUSTMENT_RULES } from '../deposit.ts';
import { LANGUAGES } from '../values/language.ts';
import { CIVIL_STATUSES, LEGAL_FORMS, TENANT_TYPES, TITLES } from '../tenant.ts';

export const postalAddressSchema = z.object({
  street: z.string(),
  streetNumber: z.string(),
  zip: z.string(),
  city: z.string(),
  countryCode: z.string(),
});

/** The terms of a deposit in answers: the operator's record and the dry run. */
export const depositTermsSchema = z.object({
  externalContractId: z.string(),
  property: z.object({
    propertyId: z.string(),
    street: z.string(),
    streetNumber: z.string(),
    zip: z.string(),
    city: z.string(),
  }),
  rentalStart: z.string().describe('`YYYY-MM-DD`'),
  rentalDeposit: z.number().describe('CHF'),
  tenantLanguage: z.enum(LANGUAGES),
  investmentAllowed: z.boolean(),
  owner: z.object({ name: z.string(), ...postalAddressSchema.shape, careOf: z.boolean() }),
  assistant: z
    .object({ email: z.string(), firstName: z.string().nullable(), lastName: z.string().nullable() })
    .nullable(),
  tenants: z.array(
    z.object({
      type: z.enum(TENANT_TYPES),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string().nullable().describe('Null: taken over without one, as the next.'),
      phoneNumber: z.string().nullable(),
      address: postalAddressSchema,
      title: z.enum(TITLES).optional(),
      birthDate: z.string().nullable().optional().describe('Null once it has been removed, as the next two.'),
      nationality: z.string().nullable().optional(),
      civilStatus: z.enum(CIVIL_STATUSES).nullable().optional(),
      company: z
        .object({
          name: z.string(),
          legalForm: z.enum(LEGAL_FORMS),
          domicile: z.string(),
          zefixUid: z.string().nullable(),
        })
        .optional(),
      signedAt: z.string().nullable().optional(),
    }),
  ),
  signatureRule: z.enum(['single', 'joint']).nullable(),
});

export const adjustmentsSchema = z.array(
  z.object({
    field: z.string(),
    rule: z.enum(ADJUSTMENT_RULES),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
);
