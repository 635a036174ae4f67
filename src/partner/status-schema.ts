import type { RouteShorthandOptions } from 'fastify';
import * as z from 'zod';
import { STATES } from '../domain/deposit.ts';
import { PRODUCTS } from '../domain/product.ts';

export const statusShape = z
  .strictObject({
    externalContractId: z.string(),
    state: z.enum(STATES),
    iban: z.string().nullable().describe('Null until the bank has opened the account; always null for insurance.'),
    paidInAmount: z.number().nullable().describe('CHF, in state `open`; null for insurance.'),
    paidOutTime: z.string().nullable().describe('ISO 8601. Insurance: end of cover.'),
    paidOutAmountTenant: z.number().nullable().describe('CHF, in state `closed`.'),
    product: z.enum(PRODUCTS).nullable().describe('Null while the tenant has not chosen.'),
    provider: z.string().nullable(),
  })
  .meta({ id: 'ContractStatus' });

export const statusError = z.strictObject({ error: z.string() }).meta({ id: 'StatusError' });

export function statusSchema(): RouteShorthandOptions {
  return {
    schema: {
      tags: ['Partner'],
      operationId: 'contract-status',
      summary: 'Read the status of a contract',
      security: [{ statusKey: [] }],
      headers: z.object({ 'x-org-id': z.string().describe('The organization id issued by the service.') }),
      querystring: z.object({ 'ext-contract-id': z.string().describe('`externalContractId` of the opening.') }),
      response: { 200: statusShape, 400: statusError, 401: statusError, 404: statusError, 500: statusError },
    },
  };
}
