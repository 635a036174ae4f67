import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Services } from '../actions/services.ts';
import type { MoveInput } from '../actions/move-deposit.ts';
import { PRODUCTS } from '../domain/product.ts';
import type { MoveName } from '../domain/lifecycle/moves.ts';
import type { DepositView } from '../operator/deposit-view.ts';
import { dayInput } from '../operator/inputs.ts';
import { makeMove, readRecord } from '../operator/move.ts';
import { roundedChf } from '../operator/changes/rounded-amount.ts';
import type { SandboxSettings } from './settings.ts';
import { CHANGE_CALLS } from './change-calls.ts';
import { CONTACT_CALLS } from './contact-calls.ts';
import { NOTE_CALLS } from './note-calls.ts';
import { BANK_CALLS } from './bank-calls.ts';
import { CLOSING_CALLS } from './closing/closing-calls.ts';
import { confirmsCover, opensAccount, requirePlayed, type Part } from './play-provider.ts';
import { managersSignature, played, showing } from './signatures.ts';
import { described, type SandboxRoute } from './sandbox-call.ts';
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
  const routes = [...ROUTES, ...CONTACT_CALLS, ...CHANGE_CALLS, ...CLOSING_CALLS, ...BANK_CALLS, ...NOTE_CALLS];
  for (const register of routes) register({ server, services, drain, answer });
}

/** A route that makes one move. */
function move<Body extends z.ZodType, N extends MoveName>(
  path: string,
  summary: string,
  body: Body,
  name: N,
  input: (body: z.infer<Body>, services: Services) => MoveInput<N>,
): SandboxRoute {
  return ({ server, services, answer }) => {
    server.post(`/deposits/:id/${path}`, described(summary, body), async (request) => {
      const { id } = request.params;
      await makeMove(services, id, name, input(request.body as z.infer<Body>, services));
      return answer(id);
    });
  };
}

/** A route that plays the deposit's provider. */
function part(path: string, summary: string, play: Part): SandboxRoute {
  return ({ server, services, answer }) => {
    server.post(`/deposits/:id/${path}`, described(summary, noBody), async ({ params: { id } }) => {
      requirePlayed(await play(services, id));
      return answer(id);
    });
  };
}

/** In the order of the API reference; then the closing and the calls of the bank. */
const ROUTES: readonly SandboxRoute[] = [
  move(
    'manager-signs',
    'The property manager signs',
    noBody,
    'sign_as_manager',
    (_body, services) => (deposit, at) => managersSignature(deposit, showing(services, at.organization)),
  ),
  move(
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
  move('edit', 'The property manager edits a sent deposit', edits, 'edit', (body) => () => ({
    rentalDeposit: body?.rentalDeposit ?? null,
    rentalStart: body?.rentalStart ?? null,
  })),
  move(
    'resend',
    'The property manager sends it again',
    noBody,
    'send_again',
    (_body, services) => (deposit, at) => managersSignature(deposit, showing(services, at.organization)),
  ),
  move('withdraw', 'The property manager withdraws it', noBody, 'withdraw', () => () => ({ by: 'manager' as const })),
];
