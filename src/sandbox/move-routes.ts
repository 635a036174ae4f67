import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { PRODUCTS } from '../domain/product.ts';
import type { DepositView } from '../operator/deposit-view.ts';
import { dayInput } from '../operator/inputs.ts';
import { readRecord } from '../operator/move.ts';
import { roundedChf } from '../operator/changes/rounded-amount.ts';
import type { SandboxSettings } from './settings.ts';
import { CHANGE_CALLS } from './change-calls.ts';
import { CONTACT_CALLS } from './contact-calls.ts';
import { NOTE_CALLS } from './note-calls.ts';
import { BANK_CALLS, payWithReference } from './bank-calls.ts';
import { CLOSING_CALLS } from './closing/closing-calls.ts';
import { confirmsCover, opensAccount, requirePlayed, type Part } from './play-provider.ts';
import { managersSignature, played, showing } from './signatures.ts';
import { play, playMove, playRoute, type Play } from './sandbox-call.ts';
import { noBody, typed } from '../web/typed.ts';

const signature = z
  .strictObject({
    tenant: z.int().min(1).max(4).optional().describe('Position of the tenant; without it, all who have not signed.'),
    product: z.enum(PRODUCTS).optional().describe("The main tenant's choice; without it, the organization's product."),
  })
  .nullish();
const edits = z.strictObject({ rentalDeposit: roundedChf.optional(), rentalStart: dayInput.optional() }).nullish();
/** Plays everyone's part: manager, tenants, bank and insurer. Each call answers when its effects are done. */
export function sandboxMoveRoutes(scope: FastifyInstance, settings: SandboxSettings): void {
  const server = typed(scope);
  const { services, drain } = settings;
  const answer = async (id: string): Promise<DepositView> => {
    await drain();
    return readRecord(settings, id);
  };
  const routes = [...DEPOSIT_PLAYS.map(playRoute), payWithReference, ...NOTE_CALLS];
  for (const register of routes) register({ server, services, drain, answer });
}

/** The deposit's provider acts. */
function part(name: string, summary: string, act: Part): Play {
  return play(name, summary, noBody, async (services, id) => requirePlayed(await act(services, id)));
}

/** In the order of the API reference; then the closing and the calls of the bank. */
const OPENING_CALLS: readonly Play[] = [
  playMove(
    'manager-signs',
    'The property manager signs',
    noBody,
    'sign_as_manager',
    (_body, services) => (deposit, at) => managersSignature(deposit, showing(services, at.organization)),
  ),
  playMove(
    'tenant-signs',
    'Tenants sign, and the main tenant chooses the product',
    signature,
    'sign_as_tenant',
    (body, services) =>
      async (deposit, { organization }) => {
        const { signatures, product } = deposit;
        const tenant = body?.tenant ?? null;
        const choosesNow = product === null && (tenant === null ? signatures[0] === null : tenant === 1);
        const chosen = body?.product ?? (choosesNow ? organization.product : null);
        return { ...(await played(deposit, showing(services, organization), chosen)), tenant, product: chosen };
      },
  ),
  part('account-opened', 'The bank opens the account', opensAccount),
  part('cover-confirmed', 'The insurer confirms cover', confirmsCover),
  playMove('edit', 'The property manager edits a sent deposit', edits, 'edit', (body) => () => ({
    rentalDeposit: body?.rentalDeposit ?? null,
    rentalStart: body?.rentalStart ?? null,
  })),
  playMove(
    'resend',
    'The property manager sends it again',
    noBody,
    'send_again',
    (_body, services) => (deposit, at) => managersSignature(deposit, showing(services, at.organization)),
  ),
  playMove('withdraw', 'The property manager withdraws it', noBody, 'withdraw', () => () => ({
    by: 'manager' as const,
  })),
];

/** Everything that can be played with one deposit, but notes and files. */
export const DEPOSIT_PLAYS: readonly Play[] = [
  ...OPENING_CALLS,
  ...CONTACT_CALLS,
  ...CHANGE_CALLS,
  ...CLOSING_CALLS,
  ...BANK_CALLS,
];
