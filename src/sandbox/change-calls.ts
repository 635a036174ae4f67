import * as z from 'zod';
import { PARTIES } from '../domain/closing/closing.ts';
import { runningChange } from '../domain/change.ts';
import { PRODUCTS } from '../domain/product.ts';
import { parseSwissIban } from '../domain/values/iban.ts';
import { ibanThat, reasonInput } from '../operator/inputs.ts';
import { findOr404, makeMove } from '../operator/move.ts';
import { makeChange } from '../operator/changes/make-change.ts';
import { roundedChf } from '../operator/changes/rounded-amount.ts';
import { answersChange, requirePlayed } from './play-provider.ts';
import { changeSignature, showing } from './signatures.ts';
import { play, type Play } from './sandbox-call.ts';

const fields = z.record(z.string(), z.unknown());
const tenant = z.int().min(1).max(4);
const coTenant = z.int().min(2).max(4).describe('Position of the tenant, not that of the main tenant.');

const change = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('tenant_joins'),
    fields: fields.describe('Of the open call, with the prefix `tenant`.'),
  }),
  z.strictObject({ kind: z.literal('tenant_leaves'), tenant: coTenant }),
  z.strictObject({ kind: z.literal('main_tenant'), tenant: coTenant }),
  z.strictObject({ kind: z.literal('owner'), fields: fields.describe('The owner fields of the open call.') }),
  z.strictObject({
    kind: z.literal('amount'),
    rentalDeposit: roundedChf.describe('The new amount in CHF, rounded as always.'),
  }),
  z.strictObject({ kind: z.literal('product'), product: z.enum(PRODUCTS) }),
]);

const signs = z
  .strictObject({
    by: z.enum(PARTIES),
    tenant: tenant
      .optional()
      .describe('Position of the tenant; without it, all who have not signed. Who joins has the next one.'),
  })
  .refine(({ by, tenant: position }) => by === 'tenant' || position === undefined, {
    path: ['tenant'],
    message: 'belongs to a signature by a tenant',
  });

const answered = z
  .strictObject({
    accepted: z.boolean(),
    reason: reasonInput.optional(),
    iban: ibanThat(parseSwissIban, 'must be a valid IBAN of Switzerland or Liechtenstein, and no QR-IBAN')
      .optional()
      .describe('Where the account has changed.'),
  })
  .refine(({ accepted, iban }) => accepted || iban === undefined, {
    path: ['iban'],
    message: 'belongs to an answer that accepts',
  });

const cancel = z.strictObject({ by: z.enum(PARTIES) });

const starts = play(
  'changes',
  'The property manager starts a change of a deposit in force',
  change,
  async (services, id, body) => {
    await makeChange(services, id, body);
  },
);

const isSigned = play(
  'change-signs',
  'Manager or tenants sign the running change',
  signs,
  async (services, id, { by, tenant: position = null }) => {
    await makeMove(services, id, 'sign_change', async (deposit, { organization }) => {
      const signature = await changeSignature(deposit, showing(services, organization), by);
      return by === 'manager' ? { ...signature, by } : { ...signature, by, tenant: position };
    });
  },
);

const isAnswered = play(
  'change-answered',
  'The bank or the insurer answers to the running change',
  answered,
  async (services, id, { accepted, reason, iban }) => {
    const deposit = await findOr404(services, id);
    requirePlayed(
      await answersChange(services, id, runningChange(deposit)?.id ?? null, {
        accepted,
        reason: reason ?? 'Simulated: the change is refused.',
        iban: iban ?? null,
      }),
    );
  },
);

const isCancelled = play(
  'change-cancel',
  'Manager or tenant cancels the running change',
  cancel,
  async (services, id, body) => {
    await makeMove(services, id, 'cancel_change', () => body);
  },
);

/** Changes of a deposit in force. */
export const CHANGE_CALLS: readonly Play[] = [starts, isSigned, isAnswered, isCancelled];
