import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { organizationOf } from '../actions/set-up/organizations.ts';
import { doOrAsk } from '../actions/approvals/ask.ts';
import { freeAccount } from '../actions/deposit-account.ts';
import type { InputOf, MoveName } from '../domain/lifecycle/moves.ts';
import { fromChf, type Rappen } from '../domain/values/money.ts';
import { clean } from '../domain/payload/fields.ts';
import { findNearDuplicates } from '../storage/deposit-list/near-duplicates.ts';
import { listDeposits, listDepositsOfContract } from '../storage/deposits/deposits.ts';
import { actingOf } from './acting.ts';
import { depositChangeRoutes } from './changes/change-routes.ts';
import { depositSchema, depositView } from './deposit-view.ts';
import {
  accountInput,
  legalClaimInput,
  refusedInput,
  releaseInput,
  remindInput,
  tenancyEndInput,
  withdrawInput,
} from './inputs.ts';
import { makeMove, readRecord } from './move.ts';
import { asked, noteAsked, sendAsked } from './asked.ts';
import { noteChange } from './audit.ts';
import { proofRoute } from './closing/proof-route.ts';
import { paperRoutes } from './papers/paper-routes.ts';
import { fileRoutes } from './notes/file-routes.ts';
import { describe, ids, refusing, type OperatorSettings } from './routes.ts';
import { noBody, typed } from '../web/typed.ts';

const MOST_DEPOSITS = 100;

/** The full record of deposits, and the moves of the operator: what bank, insurer and court have decided. */
export function depositApi(scope: FastifyInstance, settings: OperatorSettings): void {
  readRoutes(scope, settings);
  moveRoutes(scope, settings);
  askingRoutes(scope, settings);
  accountRoute(scope, settings);
  depositChangeRoutes(scope, settings);
  proofRoute(scope, settings);
  fileRoutes(scope, settings);
  paperRoutes(scope, settings);
}

function readRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { database } = settings.services;
  server.get(
    '/organizations/:id/deposits',
    describe('viewer', `Read the deposits of an organization, newest first, at most ${MOST_DEPOSITS}`, {
      params: ids('id'),
      querystring: z.object({ externalContractId: z.string().optional() }),
      response: { 200: z.object({ deposits: z.array(depositSchema) }) },
    }),
    async (request) => {
      const { id: organizationId } = await refusing(organizationOf(database, request.params.id));
      const contract = request.query.externalContractId;
      const deposits =
        contract === undefined
          ? await listDeposits(database, organizationId, MOST_DEPOSITS)
          : await listDepositsOfContract(database, {
              organizationId,
              externalContractId: clean(contract).toWellFormed(),
            });
      const duplicates = await findNearDuplicates(database, deposits);
      return {
        deposits: deposits.map((deposit) => depositView(deposit, settings.services, duplicates.get(deposit.id) ?? [])),
      };
    },
  );
  server.get(
    '/deposits/:id',
    describe('viewer', 'Read one deposit', { params: ids('id'), response: { 200: depositSchema } }),
    (request) => readRecord(settings, request.params.id),
  );
}

function moveRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  /** A call that makes one move and answers with the record. */
  const moves = <Body extends z.ZodType, N extends MoveName>(
    path: string,
    summary: string,
    body: Body,
    name: N,
    input: (body: z.infer<Body>) => InputOf<N>,
  ): void => {
    server.post(
      `/deposits/:id/${path}`,
      describe('clerk', summary, { params: ids('id'), body, response: { 200: depositSchema } }),
      async (request) => {
        await makeMove(settings.services, request.params.id, name, () => input(request.body as z.infer<Body>));
        await settings.settle();
        return readRecord(settings, request.params.id);
      },
    );
  };

  moves('cover', 'The insurer confirmed cover', noBody, 'confirm_cover', () => undefined);
  moves('cover-ended', "The insurer's cover ended", noBody, 'end_cover', () => undefined);
  moves('refused', 'The bank or the insurer refused', refusedInput, 'refuse', (body) => body);
  moves('ask-again', 'Ask the provider again what it refused at the end', noBody, 'ask_again', () => undefined);
  moves(
    'legal-claim',
    'Record a legal claim: the tenant can no longer claim the deposit after the year of OR 257e',
    legalClaimInput,
    'record_legal_claim',
    (body) => body,
  );
  moves(
    'legal-claim/reject',
    'Reject an uploaded claim: the year of OR 257e counts again',
    refusedInput,
    'reject_claim',
    (body) => body,
  );
  moves('tenancy-end', 'Settle the end of the tenancy with evidence', tenancyEndInput, 'settle_end', (body) => body);
  moves(
    'remind',
    'Remind those whose signature or answer is pending, with new links',
    remindInput,
    'remind',
    (body) => ({
      tenant: body?.tenant ?? null,
    }),
  );
}

/** Moves that may wait for a second person. */
function askingRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  server.post(
    '/deposits/:id/release-ground',
    describe('clerk', 'Record a final judgment or payment order: orders the payout without consent', {
      params: ids('id'),
      body: releaseInput,
      response: { 200: depositSchema, ...asked },
    }),
    async (request, reply) => {
      const { amountLandlord, finalOn = null, ...rest } = request.body;
      const input = { ...rest, finalOn, amountLandlord: fromChf(amountLandlord) as Rappen };
      const { id: depositId } = request.params;
      const { approvalId } = await refusing(
        doOrAsk(settings.services, actingOf(request), 'release', { depositId, ...input }),
      );
      // Before `settle`, which writes the audit log.
      if (approvalId !== null) noteAsked(request, approvalId);
      await settings.settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      return readRecord(settings, depositId);
    },
  );
  server.post(
    '/deposits/:id/withdraw',
    describe('clerk', 'Withdraw a deposit before it is open', {
      params: ids('id'),
      body: withdrawInput,
      response: { 200: depositSchema, ...asked },
    }),
    async (request, reply) => {
      const { id: depositId } = request.params;
      const input = { depositId, reason: request.body?.reason ?? null };
      const { approvalId } = await refusing(doOrAsk(settings.services, actingOf(request), 'withdraw', input));
      if (approvalId !== null) noteAsked(request, approvalId);
      await settings.settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      return readRecord(settings, depositId);
    },
  );
}

/** With `reason` it corrects the account of a deposit that has one, which may wait for a second person. */
function accountRoute(scope: FastifyInstance, settings: OperatorSettings): void {
  const { services } = settings;
  typed(scope).post(
    '/deposits/:id/account',
    describe('clerk', 'The bank opened the account; or, with a reason, a wrong account is corrected', {
      params: ids('id'),
      body: accountInput,
      response: { 200: depositSchema, ...asked },
    }),
    async (request, reply) => {
      const { id: depositId } = request.params;
      const { iban, qrIban = null, reason } = request.body;
      if (reason === undefined) {
        await makeMove(services, depositId, 'open_account', freeAccount(services, { iban, qrIban }));
        await settings.settle();
        return readRecord(settings, depositId);
      }
      const input = { depositId, iban, qrIban, reason };
      const { approvalId } = await refusing(doOrAsk(services, actingOf(request), 'correct_account', input));
      if (approvalId !== null) noteAsked(request, approvalId);
      else noteChange(request, { verb: 'correct', thing: 'deposit account' });
      await settings.settle();
      if (approvalId !== null) return sendAsked(request, reply, approvalId);
      return readRecord(settings, depositId);
    },
  );
}
