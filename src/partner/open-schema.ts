import '@fastify/swagger';
import type { RouteShorthandOptions } from 'fastify';
import * as z from 'zod';
import type { Integration } from '../domain/integration.ts';
import { LANGUAGES } from '../domain/values/language.ts';
import { MOST_IGNORED } from '../domain/payload/ignored-fields.ts';
import { FIELD_NAMES, PROBLEM_CODES } from '../domain/payload/problem.ts';
import { adjustmentsSchema, depositTermsSchema } from '../domain/schema/deposit-terms.ts';
import { payloadSchema } from './payload-schema.ts';

const contractId = z.string().optional().describe('On `abaimmo`, as soon as it is known.');

const opened = z
  .strictObject({ success: z.literal(true), result: z.literal('success'), externalContractId: contractId })
  .meta({ id: 'DepositOpened' });

const refused = z
  .strictObject({
    success: z.literal(false),
    result: z.enum(['skipped', 'errored']).describe('Branch on this.'),
    reason: z.string().describe('For humans; not a stable code.'),
    externalContractId: contractId,
  })
  .meta({ id: 'DepositRefused' });

const checked = z
  .strictObject({
    status: z.union([z.literal(200), z.literal(500)]).describe('What the real call would answer.'),
    body: z.union([opened, refused]),
    problems: z.array(
      z.strictObject({
        field: z.string(),
        code: z.enum(PROBLEM_CODES),
        messages: z.strictObject(Object.fromEntries(LANGUAGES.map((language) => [language, z.string()]))),
      }),
    ),
    deposit: depositTermsSchema
      .nullable()
      .describe('The deposit as it would be stored; null when none would be opened.'),
    adjustments: adjustmentsSchema,
    propertyManager: z
      .strictObject({
        id: z.string().nullable().describe('Null: would be invited.'),
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        why: z.enum([
          'named_member',
          'named_member_of_sub_organization',
          'invited',
          'other_domain',
          'not_named',
          'responsible',
        ]),
      })
      .nullable(),
    ignored: z
      .array(
        z.strictObject({
          field: z.string(),
          nearest: z.enum(FIELD_NAMES).nullable().describe('The field that may have been meant.'),
        }),
      )
      .max(MOST_IGNORED)
      .describe(
        'What was sent and is not read: unknown fields, fields of a further tenant whose type is not sent, fields of the ' +
          'other type of tenant, and those of a company beside a person.',
      ),
  })
  .meta({ id: 'DryRun' });

const headers = z.object({
  'x-external-org-id': z.string().describe("The organization's id on the partner's side."),
});

const shared = { tags: ['Partner'], security: [{ apiKey: [] }], headers, body: payloadSchema };

/** For the API reference only. The route parses bodies itself and answers as the contract says. */
export function openSchema(integration: Integration): RouteShorthandOptions {
  return {
    schema: {
      ...shared,
      operationId: `open-deposit-${integration}`,
      summary: `Open a deposit (${integration})`,
      description: 'Every value is a JSON string. A resend is always safe: it never opens a second deposit.',
      response: { 200: opened, 500: refused },
    },
  };
}

export function checkSchema(integration: Integration): RouteShorthandOptions {
  return {
    schema: {
      ...shared,
      operationId: `check-deposit-${integration}`,
      summary: `Dry run of open a deposit (${integration})`,
      description: 'Says what the real call would answer, and why. Creates nothing and sends nothing.',
      response: { 200: checked, 500: refused },
    },
  };
}
